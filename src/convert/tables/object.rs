//! Structs, enums and objects kept as text.

/// Both ways for a struct.
///
/// `both`: required on both sides. `maybe`: optional on both sides; `newer`, where not every revision
/// defines it. `here`: required in the revision, optional in the model; `or` says what its absence
/// means. `gone`: not in the revision;
/// `meant` is the value that is lost without a loss. `kept`: not in the revision, where it stays as
/// an unmodelled member. `fixed`: a constant of the revision that the model leaves unmodelled.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_object {
    ($name:ident => $model:ident {
        $(both $bfield:ident = $bkey:literal;)*
        $(maybe $mfield:ident = $mkey:literal;)*
        $(newer $nfield:ident = $nkey:literal $($nfeature:ident)?;)*
        $(here $hfield:ident = $hkey:literal $($hfeature:ident)? $(or $hvalue:literal, $hwhy:literal)?;)*
        $(gone $gfield:ident = $gkey:literal $feature:ident $(meant $gvalue:literal)?;)*
        $(kept $kfield:ident = $kkey:literal;)*
        $(fixed $xkey:literal = $xvalue:literal;)*
    }) => {
        impl $crate::convert::Lift<model::$model> for super::$name {
            #[inline]
            fn lift(self) -> model::$model {
                #[allow(unused_mut)]
                let super::$name {
                    $($bfield,)* $($mfield,)* $($nfield,)* $($hfield,)* mut extensions
                } = self;
                $(extensions.push($xkey, $crate::Json::from($xvalue));)*
                model::$model {
                    $($bfield: $crate::convert::Lift::lift($bfield),)*
                    $($mfield: $crate::convert::Lift::lift($mfield),)*
                    $($nfield: $crate::convert::Lift::lift($nfield),)*
                    $($hfield: ::core::option::Option::Some($crate::convert::Lift::lift($hfield)),)*
                    $($gfield: ::core::option::Option::None,)*
                    $($kfield: ::core::option::Option::None,)*
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
                    $($bfield,)* $($mfield,)* $($nfield,)* $($hfield,)* $($gfield,)* $($kfield,)*
                    mut extensions
                } = $crate::convert::Adapt::adapt(self, cx)?;
                $(let $bfield = cx.member($bkey, $bfield);)*
                $(let $hfield = cx.demanded(
                    $hkey, $hfield, &mut extensions,
                    $crate::__some!($($crate::convert::Feature::$hfeature)?),
                    $crate::__some!($(($hvalue, $hwhy))?),
                );)*
                $(let $mfield = cx.optional($mkey, $mfield);)*
                $(let $nfield = cx.newer(
                    $nkey, $nfield, &mut extensions,
                    $crate::__some!($($crate::convert::Feature::$nfeature)?),
                );)*
                $(cx.gone(
                    $gkey, $gfield, &mut extensions,
                    $crate::convert::Feature::$feature, $crate::__some!($($gvalue)?),
                );)*
                $(cx.kept($kkey, $kfield, &mut extensions);)*
                $(cx.fixed($xkey, &$crate::Json::from($xvalue), &mut extensions);)*
                let _ = (&mut extensions, &cx);
                ::core::option::Option::Some(super::$name {
                    $($bfield: $bfield?,)*
                    $($mfield,)*
                    $($nfield,)*
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

/// What a row of a table may leave out.
#[doc(hidden)]
#[macro_export]
macro_rules! __some {
    () => {
        ::core::option::Option::None
    };
    ($value:expr) => {
        ::core::option::Option::Some($value)
    };
}

/// Both ways for an object that is kept as text; what was read as one of the `fitting` revisions is
/// not checked again.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_text {
    ($name:ident => $model:ident fitting [$($revision:ident),*]) => {
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
                let fitting = [$($crate::Revision::$revision),*];
                if cx.from().is_some_and(|from| fitting.contains(&from)) {
                    return ::core::option::Option::Some(super::$name::unchecked(object));
                }
                cx.text(object, <model::$model as $crate::convert::Adapt>::FEATURE)
            }
        }

        $crate::__versioned!($name => $model);
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
                let value = $crate::convert::Adapt::adapt_open(self, cx)?;
                $crate::JsonObject::from_serialize(&value).ok()
            }
        }
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
