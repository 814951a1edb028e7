//! Unions, and types that stand where the model has a union of them.

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
            #[inline]
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
            #[inline]
            fn lower(
                self,
                cx: &mut $crate::convert::Lowering,
            ) -> ::core::option::Option<super::$name> {
                use ::core::option::Option::{None, Some};
                match $crate::convert::Adapt::adapt(self, cx) {
                    $(Some(model::$model::$to(value)) => {
                        $crate::convert::Lower::lower(value, cx).map(super::$name::$kind)
                    })*
                    $(Some(model::$model::$gone(value)) => {
                        cx.gone_kind(&value, $crate::convert::Feature::$feature)
                    })*
                    $(Some(model::$model::Unknown(value)) => cx.unknown_kind(
                        &value, $tag, |kind| !::core::matches!(kind, model::$model::Unknown(_)),
                    ),)?
                    $(Some(model::$model::Unknown(value)) => cx.unknown_kind(
                        &value, $held, |kind| !::core::matches!(kind, model::$model::Unknown(_)),
                    ),)?
                    None => None,
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
                    $(model::$model::Unknown(value) => cx.unknown_kind(
                        &value, $tag, |kind| !::core::matches!(kind, model::$model::Unknown(_)),
                    ),)?
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
                cx.only_one(self, $crate::convert::Feature::$feature)
            }
        }
    };
}
