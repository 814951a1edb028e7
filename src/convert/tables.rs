//! The macros that turn the tables of `generated/*/convert.rs` into conversions.
//!
//! In all of them `super::` is a revision's module and `model` the model. A struct is taken apart
//! member by member, without `..`, so a table that forgets one does not compile.

/// Both ways for a struct.
///
/// `both`: required on both sides. `maybe`: optional on both sides. `here`: required in the
/// revision, optional in the model; `or` says what its absence means. `gone`: not in the revision;
/// `meant` is the value that is lost without a loss.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_object {
    ($name:ident => $model:ident {
        $(both $bfield:ident = $bkey:literal;)*
        $(maybe $mfield:ident = $mkey:literal;)*
        $(here $hfield:ident = $hkey:literal $(or $hvalue:literal, $hwhy:literal)?;)*
        $(gone $gfield:ident = $gkey:literal $feature:ident $(meant $gvalue:literal)?;)*
    }) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            fn lift(self) -> model::$model {
                let super::$name { $($bfield,)* $($mfield,)* $($hfield,)* extensions } = self;
                model::$model {
                    $($bfield: $crate::convert::Lift::lift($bfield),)*
                    $($mfield: $crate::convert::Lift::lift($mfield),)*
                    $($hfield: ::core::option::Option::Some($crate::convert::Lift::lift($hfield)),)*
                    $($gfield: ::core::option::Option::None,)*
                    extensions,
                }
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$model {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                let model::$model {
                    $($bfield,)* $($mfield,)* $($hfield,)* $($gfield,)* mut extensions
                } = $crate::convert::Adapt::adapt(self, cx)?;
                $(let $bfield = cx.member($bkey, $bfield);)*
                $(let $hfield = cx.demanded(
                    $hkey, $hfield, &mut extensions, $crate::__or!($($hvalue, $hwhy)?),
                );)*
                $(let $mfield = cx.optional($mkey, $mfield, &mut extensions);)*
                $(cx.gone(
                    $gkey, $gfield, &mut extensions,
                    $crate::convert::Feature::$feature, $crate::__meant!($($gvalue)?),
                );)*
                let _ = (&mut extensions, &cx);
                ::core::option::Option::Some(super::$name {
                    $($bfield: $bfield?,)*
                    $($mfield,)*
                    $($hfield: $hfield?,)*
                    extensions,
                })
            }
        }

        $crate::__versioned!($name => $model);
    };
}

/// The counterpart of a type, and `From`.
#[doc(hidden)]
#[macro_export]
macro_rules! __versioned {
    ($name:ident => $model:ident) => {
        impl $crate::convert::Versioned for super::$name {
            const REVISION: $crate::Revision = REVISION;
            type Model = model::$model;
        }

        impl ::core::convert::From<super::$name> for model::$model {
            fn from(value: super::$name) -> Self {
                $crate::convert::Lift::lift(value)
            }
        }
    };
}

/// A default of a table.
#[doc(hidden)]
#[macro_export]
macro_rules! __or {
    () => {
        ::core::option::Option::None
    };
    ($value:literal, $why:literal) => {
        ::core::option::Option::Some(($value, $why))
    };
}

/// The value that an absent member means.
#[doc(hidden)]
#[macro_export]
macro_rules! __meant {
    () => {
        ::core::option::Option::None
    };
    ($value:literal) => {
        ::core::option::Option::Some($value)
    };
}

/// Both ways for an enum of strings: `open` ones cross with any value.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_enum {
    (fixed $name:ident => $model:ident { $(has $kind:ident;)* }) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            fn lift(self) -> model::$model {
                match self {
                    $(super::$name::$kind => model::$model::$kind,)*
                }
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$model {
            fn lower(
                self,
                _: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                ::core::option::Option::Some(match self {
                    $(model::$model::$kind => super::$name::$kind,)*
                })
            }
        }

        $crate::__versioned!($name => $model);
    };
    ($openness:ident $name:ident => $model:ident {
        $(has $kind:ident;)*
        $(gone $gone:ident = $value:literal $feature:ident;)*
    }) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            fn lift(self) -> model::$model {
                match self {
                    $(super::$name::$kind => model::$model::$kind,)*
                    super::$name::Unknown(text) => model::$model::from(text),
                }
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$model {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                match self {
                    $(model::$model::$kind => ::core::option::Option::Some(super::$name::$kind),)*
                    $(model::$model::$gone => cx.unlisted(
                        super::$name::Unknown($value.into()),
                        $crate::__is_open!($openness),
                        ::core::option::Option::Some($crate::convert::Feature::$feature),
                    ),)*
                    model::$model::Unknown(text) => cx.unlisted(
                        super::$name::from(text),
                        $crate::__is_open!($openness),
                        ::core::option::Option::None,
                    ),
                }
            }
        }

        $crate::__versioned!($name => $model);
    };
}

/// Whether an enum crosses with any value.
#[doc(hidden)]
#[macro_export]
macro_rules! __is_open {
    (open) => {
        true
    };
    (listed) => {
        false
    };
}

/// Both ways for a union: `has` for the kinds of the revision, `gone` for the others. Kinds that are
/// not known: `unknown` on both sides, `held` in the model alone.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_union {
    ($name:ident => $model:ident {
        $(has $kind:ident => $to:ident;)*
        $(gone $gone:ident $feature:ident;)*
    } $(unknown $tag:literal)? $(held $held:literal)?) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            fn lift(self) -> model::$model {
                match self {
                    $(super::$name::$kind(value) => {
                        model::$model::$to($crate::convert::Lift::lift(value))
                    })*
                    $(super::$name::Unknown(value) => $crate::__lift_unknown!($model value $tag),)?
                }
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$model {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                match $crate::convert::Adapt::adapt(self, cx)? {
                    $(model::$model::$to(value) => {
                        $crate::convert::Lower::lower(value, cx).map(super::$name::$kind)
                    })*
                    $(model::$model::$gone(value) => {
                        cx.gone_kind(&value, $crate::convert::Feature::$feature)
                    })*
                    $(model::$model::Unknown(value) => cx.unknown_kind(&value, $tag),)?
                    $(model::$model::Unknown(value) => cx.unknown_kind(&value, $held),)?
                }
            }
        }

        $crate::__versioned!($name => $model);
    };
}

/// A kind that a revision does not know stays unknown in the model.
#[doc(hidden)]
#[macro_export]
macro_rules! __lift_unknown {
    ($model:ident $value:ident $tag:literal) => {
        model::$model::Unknown($value)
    };
}

/// Both ways for an object that is kept as text.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_text {
    ($name:ident => $model:ident) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            fn lift(self) -> model::$model {
                model::$model::unchecked(self.into_object())
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$model {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                let object = $crate::convert::Adapt::adapt(self, cx)?.into_object();
                cx.text(object)
            }
        }

        $crate::__versioned!($name => $model);
    };
}

/// A type of a revision that stands where the model has a union of it and others.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_part {
    ($name:ident => $model:ident::$to:ident {
        $(gone $gone:ident $feature:ident;)*
    } $(unknown $tag:literal)?) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            fn lift(self) -> model::$model {
                model::$model::$to($crate::convert::Lift::lift(self))
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$model {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                match $crate::convert::Adapt::adapt(self, cx)? {
                    model::$model::$to(value) => $crate::convert::Lower::lower(value, cx),
                    $(model::$model::$gone(value) => {
                        cx.gone_kind(&value, $crate::convert::Feature::$feature)
                    })*
                    $(model::$model::Unknown(value) => cx.unknown_kind(&value, $tag),)?
                }
            }
        }
    };
}

/// A type of a revision that stands where the model has one or many of it.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_one {
    ($name:ident => $model:ident $feature:ident) => {
        impl $crate::convert::Lift<$crate::OneOrMany<model::$model>> for super::$name {
            fn lift(self) -> $crate::OneOrMany<model::$model> {
                $crate::OneOrMany::One($crate::convert::Lift::lift(self))
            }
        }

        impl $crate::convert::Lower<super::$name> for $crate::OneOrMany<model::$model> {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                let one = cx.only_one(self, $crate::convert::Feature::$feature)?;
                $crate::convert::Lower::lower(one, cx)
            }
        }
    };
}

/// A struct of the model that stands where some revisions have an open object.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_open {
    ($model:ident) => {
        impl $crate::convert::Lift<super::$model> for $crate::JsonObject {
            fn lift(self) -> super::$model {
                $crate::from_str(self.as_str()).unwrap_or_else(|_| super::$model {
                    // What does not fit a member stays unmodelled, so that nothing is lost.
                    extensions: self.entries(),
                    ..::core::default::Default::default()
                })
            }
        }

        impl $crate::convert::Lower<$crate::JsonObject> for super::$model {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<$crate::JsonObject> {
                let value = $crate::convert::Adapt::adapt(self, cx)?;
                $crate::JsonObject::from_serialize(&value).ok()
            }
        }
    };
}

/// Both ways for the requests or notifications of one side.
///
/// `both`: params required on both sides. `maybe`: optional on both sides. `here`: required in the
/// revision and optional in the model. `gone`: the revision does not have the method.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_calls {
    ($name:ident {
        $(has $mode:ident $kind:ident;)*
        $(gone $gone:ident $feature:ident;)*
    }) => {
        impl $crate::convert::Lift<model::$name> for super::$name {
            fn lift(self) -> model::$name {
                match self {
                    $(super::$name::$kind(params) => {
                        model::$name::$kind($crate::__lift_params!($mode params))
                    })*
                    super::$name::Unknown(call) => model::$name::Unknown(call),
                }
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$name {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                match self {
                    $(model::$name::$kind(params) => {
                        $crate::__lower_params!($mode params cx).map(super::$name::$kind)
                    })*
                    $(model::$name::$gone(_) => {
                        let why = cx.has_no($crate::convert::Feature::$feature);
                        cx.refuse($crate::convert::Feature::$feature, why)
                    })*
                    model::$name::Unknown(call) => cx.unknown_call(call),
                }
            }
        }

        $crate::__versioned!($name => $name);
    };
}

/// Params into the model.
#[doc(hidden)]
#[macro_export]
macro_rules! __lift_params {
    (here $params:ident) => {
        ::core::option::Option::Some($crate::convert::Lift::lift($params))
    };
    ($mode:ident $params:ident) => {
        $crate::convert::Lift::lift($params)
    };
}

/// Params out of the model.
#[doc(hidden)]
#[macro_export]
macro_rules! __lower_params {
    (both $params:ident $cx:ident) => {
        $cx.member("params", $params)
    };
    (maybe $params:ident $cx:ident) => {
        match $params {
            ::core::option::Option::None => {
                ::core::option::Option::Some(::core::option::Option::None)
            }
            ::core::option::Option::Some(params) => {
                $cx.member("params", params).map(::core::option::Option::Some)
            }
        }
    };
    (here $params:ident $cx:ident) => {{
        let params = $cx.params_or_default($params);
        $cx.member("params", params)
    }};
}

/// Both ways for the results of one side.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_replies {
    ($name:ident {
        $(has $kind:ident => $to:ident;)*
        $(gone $gone:ident $feature:ident;)*
    }) => {
        impl $crate::convert::Lift<model::$name> for super::$name {
            fn lift(self) -> model::$name {
                match self {
                    $(super::$name::$kind(result) => {
                        model::$name::$to($crate::convert::Lift::lift(result))
                    })*
                    super::$name::Unknown(result) => model::$name::Unknown(result),
                }
            }
        }

        impl $crate::convert::Lower<super::$name> for model::$name {
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                match self {
                    $(model::$name::$to(result) => {
                        cx.member("result", result).map(super::$name::$kind)
                    })*
                    $(model::$name::$gone(_) => {
                        let why = cx.has_no($crate::convert::Feature::$feature);
                        cx.refuse($crate::convert::Feature::$feature, why)
                    })*
                    model::$name::Unknown(result) => {
                        ::core::option::Option::Some(super::$name::Unknown(result))
                    }
                }
            }
        }

        $crate::__versioned!($name => $name);
    };
}

/// What a struct of the model needs: the features of the optional members that are there, and those
/// of all members.
#[doc(hidden)]
#[macro_export]
macro_rules! __features_object {
    ($name:ident { $($field:ident $($feature:ident)?;)* }) => {
        impl $crate::convert::Features for super::$name {
            fn features(&self, set: &mut $crate::convert::FeatureSet) {
                $(
                    $(if self.$field.is_some() {
                        set.insert($crate::convert::Feature::$feature);
                    })?
                    $crate::convert::Features::features(&self.$field, set);
                )*
                let _ = set;
            }
        }

        $crate::__required_features!($name);
    };
}

/// What a union or an enum of the model needs.
#[doc(hidden)]
#[macro_export]
macro_rules! __features_union {
    ($name:ident { $($kind:ident $(($value:ident))? $($feature:ident)?;)* }) => {
        impl $crate::convert::Features for super::$name {
            fn features(&self, set: &mut $crate::convert::FeatureSet) {
                match self {
                    $(super::$name::$kind $(($value))? => {
                        $(set.insert($crate::convert::Feature::$feature);)?
                        $($crate::convert::Features::features($value, set);)?
                    })*
                    #[allow(unreachable_patterns)]
                    _ => {}
                }
                let _ = set;
            }
        }

        $crate::__required_features!($name);
    };
}

/// `required_features()`.
#[doc(hidden)]
#[macro_export]
macro_rules! __required_features {
    ($name:ident) => {
        impl super::$name {
            /// The features that this value needs: a revision that has them all can hold it.
            pub fn required_features(&self) -> $crate::convert::FeatureSet {
                $crate::convert::FeatureSet::of(self)
            }
        }
    };
}
