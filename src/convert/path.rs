//! Where a lowering stands.

use alloc::borrow::Cow;
use alloc::collections::BTreeMap;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

/// The steps from the top of the value to where the lowering stands.
#[derive(Debug, Default)]
pub(super) struct Path {
    steps: Vec<Step>,
    /// What a rule put elsewhere: pointers into the value that is lowered, and into the sender's.
    moved: BTreeMap<String, String>,
}

/// One step of a path.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    Name(Cow<'static, str>),
    Index(usize),
}

impl Path {
    #[inline]
    pub(super) fn push(&mut self, step: Step) {
        self.steps.push(step);
    }

    #[inline]
    pub(super) fn pop(&mut self) {
        self.steps.pop();
    }

    /// The pointer into the sender's value.
    pub(super) fn pointer(&self) -> String {
        self.origin(self.pointer_here())
    }

    /// The pointer into the sender's value of what is lowered at another.
    pub(super) fn origin(&self, pointer: String) -> String {
        if self.moved.is_empty() {
            return pointer;
        }
        let mut end = pointer.len();
        while let Some((prefix, rest)) = pointer.split_at_checked(end) {
            if let Some(origin) = self.moved.get(prefix) {
                return format!("{origin}{rest}");
            }
            let Some(slash) = prefix.rfind('/') else { break };
            end = slash;
        }
        pointer
    }

    /// The pointer into the value that is lowered.
    fn pointer_here(&self) -> String {
        let mut pointer = String::new();
        for step in &self.steps {
            match step {
                Step::Name(name) => crate::pointer::push(&mut pointer, name),
                Step::Index(index) => crate::pointer::push(&mut pointer, &index.to_string()),
            }
        }
        pointer
    }

    /// What is lowered at `here` stood at `there`; both are pointers from this place.
    pub(super) fn moved(&mut self, here: &str, there: &str) {
        let (here, there) = (self.pointer_here() + here, self.pointer() + there);
        self.moved.insert(here, there);
    }
}

impl From<&'static str> for Step {
    fn from(name: &'static str) -> Self {
        Step::Name(Cow::Borrowed(name))
    }
}

impl From<&String> for Step {
    fn from(name: &String) -> Self {
        Step::Name(Cow::Owned(name.clone()))
    }
}

impl From<String> for Step {
    fn from(name: String) -> Self {
        Step::Name(Cow::Owned(name))
    }
}

impl From<usize> for Step {
    fn from(index: usize) -> Self {
        Step::Index(index)
    }
}

/// The order of two pointers: by name, and elements by index.
pub(super) fn in_order(a: &str, b: &str) -> core::cmp::Ordering {
    let steps = |pointer: &str| -> Vec<(Option<usize>, String)> {
        pointer.split('/').map(|step| (step.parse().ok(), step.to_string())).collect()
    };
    steps(a).cmp(&steps(b))
}
