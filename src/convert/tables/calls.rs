//! Methods and results of one side.

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
                match $crate::convert::Adapt::adapt(self, cx)? {
                    $(model::$name::$kind(params) => {
                        $crate::__lower_params!($mode params cx).map(super::$name::$kind)
                    })*
                    $(model::$name::$gone(_) => {
                        let why = cx.has_no($crate::convert::Feature::$feature);
                        cx.refuse($crate::convert::Feature::$feature, why)
                    })*
                    model::$name::Unknown(call) => cx.unknown_call::<Self, _>(call),
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

/// Both ways for the results of one side. `gone`: the revision has none of the methods that are
/// answered so, each with its feature.
#[doc(hidden)]
#[macro_export]
macro_rules! __convert_replies {
    ($name:ident {
        $(has $kind:ident => $to:ident;)*
        $(gone $gone:ident { $($method:literal $feature:ident),* };)*
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
                match $crate::convert::Adapt::adapt(self, cx)? {
                    $(model::$name::$to(result) => {
                        cx.member("result", result).map(super::$name::$kind)
                    })*
                    $(model::$name::$gone(_) => {
                        cx.no_reply(&[$(($method, $crate::convert::Feature::$feature)),*])
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
