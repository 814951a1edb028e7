//! How much may be lost, and where peers disagree on what is right: one choice each.

use alloc::string::{String, ToString};
use core::fmt;
use core::str::FromStr;

/// A choice, each of its kinds with a name for command lines and settings.
macro_rules! choice {
    ($(#[$doc:meta])* $name:ident { $($(#[$kind_doc:meta])* $kind:ident = $text:literal,)+ }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
        pub enum $name {
            $($(#[$kind_doc])* $kind,)+
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(match self {
                    $($name::$kind => $text,)+
                })
            }
        }

        impl FromStr for $name {
            type Err = UnknownChoice;

            fn from_str(text: &str) -> Result<Self, UnknownChoice> {
                match text {
                    $($text => Ok($name::$kind),)+
                    _ => Err(UnknownChoice { text: text.to_string(), known: &[$($text),+] }),
                }
            }
        }
    };
}

choice! {
    /// The most that a caller accepts.
    #[derive(PartialOrd, Ord)]
    Tolerance {
        /// Values made up, reversible rewrites and carried members only.
        #[default]
        Lossless = "lossless",
        /// Also values that say less than before.
        Degrade = "degrade",
        /// Also values that are gone.
        Drop = "drop",
    }
}

choice! {
    /// What becomes of a result of a 2026-07-28 peer that has no `resultType`.
    ///
    /// The peer must send one; a result without it is complete where the server is of an older
    /// revision (2026-07-28, basic#resulttype). Some servers mix the two. This is for whole
    /// messages; a value of a type that has `resultType` always has it.
    #[non_exhaustive]
    UntypedResult {
        /// The message can't be read. The default: the revision asks for it.
        #[default]
        Refuse = "refuse",
        /// It is taken as complete, with a notice; what it leaves out of how long it may be cached,
        /// as [`Cache`](super::Cache) says.
        Complete = "complete",
    }
}

choice! {
    /// What becomes of structured content that is no object, where the target wants one.
    ///
    /// Peers disagree: rmcp drops it, others wrap it. The spec asks a server that sends such content
    /// to send it as text too, so nothing a model reads is lost by dropping it.
    #[non_exhaustive]
    NonObject {
        /// As `{"result": …}`, and an output schema around it. The default: a client can use it.
        #[default]
        Wrap = "wrap",
        /// As a text block with the JSON, unless one is there already; the output schema is dropped.
        Text = "text",
        /// Not at all.
        Drop = "drop",
        /// The whole value is refused.
        Refuse = "refuse",
    }
}

choice! {
    /// What the output schema of a tool allows, as 2026-07-28 has it.
    ///
    /// A result does not name its tool, so only the caller can tell: [`ToolOutput::of`] reads it off
    /// the tool.
    #[non_exhaustive]
    ToolOutput {
        /// The caller does not know. The default: then only content that is no object is wrapped,
        /// which is a loss, since the way back does not tell it from an object.
        #[default]
        Unknown = "unknown",
        /// Objects only: that is what older clients are told of it, so nothing else can be wrapped.
        Objects = "objects",
        /// Also other values: older clients are told of an object around it, so all content is
        /// wrapped, and unwrapped on the way back, with the output schemas in a list of tools.
        Any = "any",
    }
}

choice! {
    /// Which errors in answer to `resources/read` mean that there is no such resource.
    ///
    /// That is -32002 up to 2025-11-25 and -32602 in 2026-07-28, where any wrong argument has the
    /// same code (server/resources#error-handling).
    #[non_exhaustive]
    MissingResource {
        /// -32002, and -32602 where the data of the error names a URI. The default: the way back
        /// gives the same.
        #[default]
        Named = "named",
        /// -32002, and any -32602.
        Any = "any",
        /// The code stays as it came, for peers that understand both.
        Keep = "keep",
    }
}

choice! {
    /// What becomes of a tool that must run as a task (`execution.taskSupport`), and of the
    /// capability `tasks`, where the target has no tasks of its own.
    ///
    /// A peer that knows no tasks calls such a tool in vain (2025-11-25,
    /// basic/utilities/tasks#tool-level-negotiation). The tasks of the extension of 2026-07-28 look
    /// alike and mean something else, so nothing is copied there.
    #[non_exhaustive]
    Tasks {
        /// They are left out. The default: nothing is offered that can't be had.
        #[default]
        Hide = "hide",
        /// The tool stays and no more says that it must be a task, and the capability stays as an
        /// unmodelled member: for a caller that runs the tasks in the place of the other side.
        Keep = "keep",
        /// The whole value is refused.
        Refuse = "refuse",
    }
}

choice! {
    /// What becomes of a web page to visit that has no id: 2025-11-25 demands one, to tell the end
    /// of the visit by; 2026-07-28 has none (client/elicitation).
    ///
    /// This is for values, such as the params of an elicitation. In messages of 2026-07-28 they
    /// stand in a demand for input, which crosses to no older revision by itself.
    #[non_exhaustive]
    ElicitationId {
        /// An id is made from the page and the message, the same each time. The default: nobody
        /// refers to it.
        #[default]
        Derive = "derive",
        /// The whole value is refused.
        Refuse = "refuse",
    }
}

choice! {
    /// What becomes of a sampling message with several blocks, where the target has one block a
    /// message (up to 2025-06-18, client/sampling). A list of one block is always that block.
    #[non_exhaustive]
    SamplingBlocks {
        /// In a request, a message of the same role for each block; in an answer, which is one
        /// message, several texts are joined, and anything else is refused. The default: it loses
        /// least.
        #[default]
        Split = "split",
        /// Several texts are joined, a line each; anything else is refused.
        Join = "join",
        /// The first block stands for all, the others are dropped.
        First = "first",
        /// The whole value is refused.
        Refuse = "refuse",
    }
}

/// A text that names none of the choices that there are.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownChoice {
    text: String,
    known: &'static [&'static str],
}

impl fmt::Display for UnknownChoice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "no such choice: {:?}; there are {}", self.text, self.known.join(", "))
    }
}

impl core::error::Error for UnknownChoice {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn choices_have_names() {
        assert_eq!(NonObject::default().to_string().parse(), Ok(NonObject::Wrap));
        assert_eq!(
            "drop".parse::<Tasks>().unwrap_err().to_string(),
            "no such choice: \"drop\"; there are hide, keep, refuse"
        );
    }
}
