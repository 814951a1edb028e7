//! Conversions of documents by the names of their definitions, between revisions chosen at run time.

use alloc::boxed::Box;
use alloc::string::String;
use core::any::Any;
use core::fmt;

use crate::convert::{
    Crossing, FeatureSet, Features, Lift, Lower, Lowering, Options, Refusal, Versioned,
};
use crate::generated::for_each_revision;
use crate::wire::Wire;
use crate::{Error, Revision};

/// A definition of one revision on its way into another.
///
/// ```
/// # #[cfg(all(feature = "v2024_11_05", feature = "v2025_11_25"))] {
/// use mcp_revisions::{Revision, check, convert::Tolerance};
///
/// let passage = check::passage(Revision::V2025_11_25, Revision::V2024_11_05, "Root").unwrap();
/// let root = r#"{"uri": "file:///srv", "_meta": {}}"#;
/// let crossing = passage.convert(root, Tolerance::Drop)?.unwrap();
/// assert_eq!(crossing.value(), r#"{"uri":"file:///srv"}"#);
/// assert_eq!(crossing.report()[0].pointer, "/_meta");
/// # }
/// # Ok::<(), mcp_revisions::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Passage {
    sender: Revision,
    target: Revision,
    from: &'static End,
    to: &'static End,
}

impl Passage {
    /// The name that the target gives to the definition.
    pub fn target(&self) -> &'static str {
        self.to.name
    }

    /// The way back: from what the target makes of the definition to the definition.
    #[must_use]
    pub fn back(&self) -> Passage {
        Passage { sender: self.target, target: self.sender, from: self.to, to: self.from }
    }

    /// Converts a document.
    ///
    /// # Errors
    ///
    /// The document does not fit the sender's definition. What fits and can't cross is a refusal.
    pub fn convert(
        &self,
        text: &str,
        options: impl Into<Options>,
    ) -> Result<Result<Crossing<String>, Refusal>, Error> {
        let value = (self.from.lift)(text)?;
        let mut lowering = Lowering::new(Some(self.sender), self.target, options.into());
        let lowered = (self.to.lower)(value, &mut lowering).transpose()?;
        Ok(lowering.finish(lowered))
    }

    /// The document as the model has it.
    ///
    /// # Errors
    ///
    /// The document does not fit the sender's definition.
    pub fn lift(&self, text: &str) -> Result<String, Error> {
        (self.from.write)(&*(self.from.lift)(text)?)
    }

    /// The features that the document needs.
    ///
    /// # Errors
    ///
    /// The document does not fit the sender's definition.
    pub fn required_features(&self, text: &str) -> Result<FeatureSet, Error> {
        Ok((self.from.features)(&*(self.from.lift)(text)?))
    }
}

/// The way of a definition from one revision into another; `None` where one of them does not have
/// it, or where its feature is off. A definition that was renamed is looked for by the sender's name.
pub fn passage(sender: Revision, target: Revision, name: &str) -> Option<Passage> {
    let from = ends(sender).iter().find(|end| end.name == name)?;
    let mut there = ends(target).iter().filter(|end| end.model == from.model);
    let to = there.clone().find(|end| end.name == name).or_else(|| there.next())?;
    Some(Passage { sender, target, from, to })
}

macro_rules! ends {
    (released { $($feature:literal $name:ident $module:ident $_text:literal $_doc:literal;)* } $($_drafts:tt)*) => {
        fn ends(revision: Revision) -> &'static [End] {
            match revision {
                $(
                    #[cfg(feature = $feature)]
                    Revision::$name => crate::$module::ENDS,
                )*
                _ => &[],
            }
        }
    };
}

for_each_revision!(ends);

/// How a value of the model, whatever its type, becomes a document of a revision.
type LowerAny = fn(Box<dyn Any>, &mut Lowering) -> Option<Result<String, Error>>;

/// One end of a passage: a definition of a revision, and the way between it and the model.
pub(crate) struct End {
    name: &'static str,
    model: &'static str,
    lift: fn(&str) -> Result<Box<dyn Any>, Error>,
    write: fn(&dyn Any) -> Result<String, Error>,
    features: fn(&dyn Any) -> FeatureSet,
    lower: LowerAny,
}

impl End {
    /// The definition that `T` is, by its name and that of its model.
    pub(crate) const fn of<T>(name: &'static str, model: &'static str) -> Self
    where
        T: Wire + Versioned + Lift<T::Model>,
        T::Model: Wire + Features + Lower<T> + 'static,
    {
        End {
            name,
            model,
            lift: |text| Ok(Box::new(crate::wire::from_text::<T>(text)?.lift())),
            write: |value| match value.downcast_ref::<T::Model>() {
                Some(value) => crate::to_string(value),
                None => Err(Error::new("", "another type of the model")),
            },
            features: |value| {
                value.downcast_ref::<T::Model>().map_or(FeatureSet::EMPTY, FeatureSet::of)
            },
            lower: |value, lowering| {
                let value = value.downcast::<T::Model>().ok()?;
                Some(crate::to_string(&(*value).lower(lowering)?))
            },
        }
    }
}

impl fmt::Debug for End {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("End").field("name", &self.name).field("model", &self.model).finish()
    }
}
