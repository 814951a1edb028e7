//! The edge of a program that works with the model: messages in from one revision and out to it.

use alloc::string::String;

use super::peer::{lift_client, lift_server, lower_client, lower_server};
use super::{Crossing, Lowering, Options, Refusal};
use crate::message::{Message, Part, Pending};
use crate::{Error, Leniency, Revision, model};

macro_rules! edge {
    ($side:ident, $lift:ident, $lower:ident, $who:literal) => {
        impl Message<model::$side> {
            #[doc = concat!("Reads a message of a ", $who, " that speaks `revision`, and lifts it into the model.")]
            ///
            /// A response takes the request that it answers out of `pending`. A batch is not read.
            ///
            /// # Errors
            ///
            /// The text is not a message of that revision, or the revision is not part of this
            /// build.
            pub fn lift_from(
                revision: Revision,
                text: &str,
                pending: &mut Pending,
            ) -> Result<Self, Error> {
                let (read, part) = match $lift(revision, text, pending, Leniency::none()) {
                    Ok((read, part)) => (Ok(read.value), part),
                    Err(error) => (Err(error), Part::of(text).unwrap_or(Part::Tells)),
                };
                if let Part::Answers(id) = part {
                    pending.take(&id);
                }
                read
            }

            /// Lowers the message into `revision`, as JSON on one line. For a response or an error,
            /// `answers` is the method of the request, where it is known: some results and codes
            /// mean something else for another method.
            ///
            /// # Errors
            ///
            /// As [`lower`](super::lower).
            pub fn lower_to(
                self,
                revision: Revision,
                answers: Option<&str>,
                options: impl Into<Options>,
            ) -> Result<Crossing<String>, Refusal> {
                let mut lowering = Lowering::new(None, revision, options.into());
                let lowered = $lower(revision, self, None, answers, &mut lowering);
                lowering.finish(lowered.ok())
            }
        }
    };
}

edge!(Client, lift_client, lower_client, "client");
edge!(Server, lift_server, lower_server, "server");

#[cfg(test)]
#[cfg(all(feature = "v2024_11_05", feature = "v2026_07_28"))]
mod tests {
    use crate::convert::Tolerance;
    use crate::message::{Message, Pending};
    use crate::{Revision, model};

    #[test]
    fn a_server_of_the_model_answers_in_the_revision_of_the_client() {
        let ask = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
        let asked =
            model::ClientMessage::lift_from(Revision::V2024_11_05, ask, &mut Pending::new());
        let Message::Request(request) = asked.unwrap() else { panic!("a request") };
        assert!(matches!(request.body, model::ClientRequest::ListTools(None)));
        let answer = |revision, tolerance| {
            let list = model::ListToolsResult::new([]).with_ttl_ms(5);
            let answer = model::ServerMessage::response(request.id.clone(), list);
            answer.lower_to(revision, Some("tools/list"), tolerance)
        };
        let new = answer(Revision::V2026_07_28, Tolerance::Lossless).unwrap();
        let expected = r#"{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete","tools":[],"ttlMs":5,"cacheScope":"private"}}"#;
        assert_eq!(new.value(), expected);
        assert!(answer(Revision::V2024_11_05, Tolerance::Lossless).is_err());
        let old = answer(Revision::V2024_11_05, Tolerance::Drop).unwrap();
        assert_eq!(old.value(), r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#);
        assert_eq!(old.report()[0].pointer, "/result/ttlMs");
    }
}
