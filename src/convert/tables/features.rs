//! What a value of the model needs.

/// What a struct of the model needs: the features of the optional members that are there, with `!`
/// of those that are not, and the features of what all members hold.
#[doc(hidden)]
#[macro_export]
macro_rules! __features_object {
    ($name:ident { $($field:ident $($feature:ident)? $(!$missing:ident)?;)* }) => {
        impl $crate::convert::Features for super::$name {
            fn features(&self, set: &mut $crate::convert::FeatureSet) {
                $(
                    $(if self.$field.is_some() {
                        set.insert($crate::convert::Feature::$feature);
                    })?
                    $(if self.$field.is_none() {
                        set.insert($crate::convert::Feature::$missing);
                    })?
                    $crate::convert::Features::features(&self.$field, set);
                )*
                $crate::convert::Adapt::needs(self, set);
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
                $crate::convert::Adapt::needs(self, set);
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
