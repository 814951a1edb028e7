//! Reading what peers really send: habits against the schema are forgiven, each where it was found.
//!
//! The strict readers ([`from_str`](crate::from_str), `Message::from_str`) refuse a document for one
//! `null` where a member should be absent, or for one broken tool among hundreds. [`Leniency`] names
//! the habits that a caller lives with: [`Leniency::read`] gives the value and the list of what was
//! forgiven, and `Message::from_str_with` does so for a message.
//!
//! The strict reader alone decides what is broken. Where it refuses, the document is repaired at the
//! place that its error names, if that is a habit to forgive, and read strictly again. So what was
//! read is a value like any other, and what is written for it is valid.

mod edit;
mod frame;
mod habit;
mod sift;

use alloc::borrow::ToOwned;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use serde_core::de::DeserializeOwned;

use crate::{Error, Json};
use frame::Frame;
#[cfg(feature = "convert")]
pub(crate) use habit::float_id;
pub use habit::{Habit, Leniency};
use sift::{Broken, Budget, Fate, Sift};

/// A value, and what was forgiven to read it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lenient<T> {
    /// What was read. Where elements of an array could not be, the others move together.
    pub value: T,
    /// What was forgiven. Empty where the strict reader would have read the document too.
    pub forgiven: Vec<Forgiven>,
}

/// One place where a document was not as it should be.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Forgiven {
    /// What the peer did.
    pub habit: Habit,
    /// Where, in the document as it came, as a JSON pointer (RFC 6901).
    pub pointer: String,
    /// What stood there, as it came; `None` where a member is missing.
    pub found: Option<Json>,
    /// What the strict reader said, without line and column. In a broken element it names the member
    /// at fault.
    pub error: Error,
}

impl fmt::Display for Forgiven {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl Leniency {
    /// Reads a value from JSON text, and forgives what these habits do to it.
    ///
    /// ```
    /// # #[cfg(feature = "v2025_11_25")] {
    /// use mcp_revisions::{Habit, Leniency, v2025_11_25::ListToolsResult};
    ///
    /// let text = r#"{"nextCursor": null, "tools": [
    ///     {"name": "add"},
    ///     {"name": "sub", "inputSchema": {"properties": {}}}
    /// ]}"#;
    /// let list = Leniency::all().read::<ListToolsResult>(text)?;
    /// assert_eq!(list.value.tools[0].name, "sub");
    /// let told: Vec<_> = list.forgiven.iter().map(|one| (one.habit, &*one.pointer)).collect();
    /// assert_eq!(told, [
    ///     (Habit::NullMember, "/nextCursor"),
    ///     (Habit::BrokenElement, "/tools/0"),
    ///     (Habit::UntypedSchema, "/tools/1/inputSchema/type"),
    /// ]);
    /// assert_eq!(list.forgiven[1].to_string(), "tools[0].inputSchema: missing member");
    /// # }
    /// # Ok::<(), mcp_revisions::Error>(())
    /// ```
    ///
    /// A document without faults costs what the strict reader costs. Otherwise broken elements are
    /// looked for in a copy of the document in which everything else is cut short, so the cost is
    /// that of reading the document a few times, and for each fault that of reading a small
    /// document. It is bounded whatever the document: where more than 65,536 elements are broken, or
    /// looking for them takes more than reading 16 documents of this length (and 16 MiB besides),
    /// the strict error is returned.
    ///
    /// `T` is a type of this crate. In a type of your own, faults are found where the error says
    /// where they are: serde's own `Vec` does not.
    ///
    /// # Errors
    ///
    /// The text is no JSON, or something in it is not to be forgiven.
    pub fn read<T: DeserializeOwned>(self, text: &str) -> Result<Lenient<T>, Error> {
        self.read_by(text, &mut |text| crate::from_str(text))
    }

    /// The same with any strict reader.
    pub(crate) fn read_by<T>(
        self,
        text: &str,
        read: &mut dyn FnMut(&str) -> Result<T, Error>,
    ) -> Result<Lenient<T>, Error> {
        let mut forgiven =
            Vec::from_iter(habit::float_id(text).filter(|one| self.forgives(one.habit)));
        let value = match read(text) {
            Ok(value) => value,
            Err(error) => self.repaired(text, error, &mut forgiven, read)?,
        };
        Ok(Lenient { value, forgiven })
    }

    /// Repairs a document until it reads.
    fn repaired<T>(
        self,
        text: &str,
        first: Error,
        forgiven: &mut Vec<Forgiven>,
        read: &mut dyn FnMut(&str) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let mut budget = Budget::of(text);
        let mut text = text.to_owned();
        let mut error = first.clone();
        let mut sifted: Vec<Vec<String>> = Vec::new();
        loop {
            if error.is_syntax() {
                return Err(error);
            }
            match error.outermost_array() {
                Some((names, _)) if sifted.contains(&names) => {
                    // The elements were fine one by one, and are not together.
                    return Err(first);
                }
                Some((names, index)) => {
                    let whole = Frame::whole(&text, &names).ok_or_else(|| error.clone())?;
                    let sift = Sift { text: &text, names: &names, leniency: self };
                    let mut refusal = |text: &str| read(text).err();
                    let broken = sift.broken(index, &error, &mut budget, &mut refusal);
                    let Some(broken) = broken else { return Err(error) };
                    text = without(&whole, broken, forgiven)?;
                    sifted.push(names);
                }
                None => {
                    let mended = self.mend(&text, "", &error.clone().unplaced());
                    let Some((mended, one)) = mended else { return Err(error) };
                    text = mended;
                    forgiven.push(one);
                }
            }
            if !budget.spend(text.len()) {
                return Err(error);
            }
            match read(&text) {
                Ok(value) => return Ok(value),
                // Positions in a text that nobody has seen are of no use.
                Err(next) => error = next.unplaced(),
            }
        }
    }
}

/// The document with its broken elements mended or taken out.
fn without(
    whole: &Frame<'_>,
    broken: Vec<Broken>,
    forgiven: &mut Vec<Forgiven>,
) -> Result<String, Error> {
    let mended: Vec<(usize, &str, Fate)> = {
        let mut broken = broken.into_iter().peekable();
        let elements = whole.elements().enumerate();
        elements
            .map(|(index, element)| match broken.next_if(|(at, _)| *at == index) {
                None => (index, element, Fate::Fine),
                Some((_, fate)) => (index, element, fate),
            })
            .collect()
    };
    let mut kept: Vec<&str> = Vec::with_capacity(mended.len());
    for (_, element, fate) in &mended {
        match fate {
            Fate::Fine => kept.push(element),
            Fate::Mended(text, repairs) => {
                kept.push(text);
                forgiven.extend(repairs.iter().cloned());
            }
            Fate::Broken(error) => forgiven.push(Forgiven {
                habit: Habit::BrokenElement,
                pointer: error.pointer_of_element(),
                found: Some(Json::from_text(*element)?),
                error: error.clone(),
            }),
        }
    }
    Ok(whole.holding(&kept))
}
