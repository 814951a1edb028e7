//! What was forgiven to read a message, told with what happened to it on its way.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::ToString;

use super::{Feature, Happened, Lowering, Notice};
use crate::{Error, Forgiven, Habit, Json};

impl Lowering {
    /// Tells what was forgiven in what came as `text`, which stands here. Where elements could not be read,
    /// those after them have moved up, and what happens to them is told where they stood.
    pub(super) fn tell_forgiven(
        &mut self,
        text: &str,
        forgiven: &[Forgiven],
        feature: Option<Feature>,
    ) {
        if forgiven.is_empty() {
            return;
        }
        let mut broken: BTreeMap<&str, BTreeSet<usize>> = BTreeMap::new();
        for one in forgiven.iter().filter(|one| one.habit == Habit::BrokenElement) {
            if let Some((array, index)) = one.pointer.rsplit_once('/')
                && let Ok(index) = index.parse()
            {
                broken.entry(array).or_default().insert(index);
            }
        }
        for (array, broken) in broken {
            let found = Json::from_text(text).ok().and_then(|json| json.pointer(array)?.as_array());
            let length = found.map_or(0, |elements| elements.len());
            let left = (0..length).filter(|index| !broken.contains(index));
            for (here, there) in left.enumerate().filter(|(here, there)| here != there) {
                self.moved(&format!("{array}/{here}"), &format!("{array}/{there}"));
            }
        }
        let (from, to) = (self.from(), self.to());
        let here = self.pointer();
        self.report.extend(forgiven.iter().map(|one| {
            // An element that can't be read is gone: of all that is forgiven, that alone is a loss.
            let (happened, why) = match one.habit {
                Habit::BrokenElement => (Happened::Dropped, format!("it can't be read: {one}")),
                _ => (Happened::Forgiven, one.to_string()),
            };
            let pointer = [&*here, &one.pointer].concat();
            Notice { pointer, feature, happened, from, to, why: why.into() }
        }));
    }

    /// Tells that a message was read as the target's, since it is none of the sender's.
    pub(super) fn tell_beyond(&mut self, error: Option<Error>) {
        let (Some(error), Some(from), to) = (error, self.from(), self.to()) else { return };
        let why = format!(
            "no message of {from} from here on, and read as one of {to}: {}",
            error.reason()
        );
        self.note_there(self.origin(error.pointer()), Happened::Forgiven, None, why);
    }
}

#[cfg(test)]
#[cfg(all(feature = "v2025_06_18", feature = "v2025_11_25"))]
mod tests {
    use alloc::string::ToString;
    use alloc::vec::Vec;

    use crate::convert::{Options, Session, Tolerance};
    use crate::message::Direction;
    use crate::{Habit, Leniency, Revision};

    const ASK: &str = r#"{"jsonrpc":"2.0","id":1,"method":"tools/list"}"#;
    const UNTIDY: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"nextCursor":null,"tools":[
        {"name":"a"},
        {"name":"b","inputSchema":{"type":"object"},"icons":[]},
        {"inputSchema":{"type":"object"}},
        {"name":"c","inputSchema":{},"icons":[]}]}}"#;

    fn asked(leniency: Leniency) -> Session {
        let (from, to) = (Revision::V2025_11_25, Revision::V2025_06_18);
        let options = Options::new(Tolerance::Drop).with_leniency(leniency);
        let mut session = Session::new(from, to, options);
        session.message(ASK, Direction::FromClient).unwrap();
        session
    }

    #[test]
    fn what_is_forgiven_is_told_where_it_stood() {
        let mut session = asked(Leniency::all());
        let crossing = session.message(UNTIDY, Direction::FromServer).unwrap().remove(0).unwrap();
        let told: Vec<_> = crossing.report().iter().map(ToString::to_string).collect();
        let icons = "icons: dropped, 2025-06-18 has no icons (since 2025-11-25)";
        assert_eq!(
            told,
            [
                "/result/nextCursor: forgiven, result.nextCursor: invalid type: null, expected a \
                 string",
                "/result/tools/0: dropped, it can't be read: result.tools[0].inputSchema: missing member",
                &["/result/tools/1/", icons].concat(),
                "/result/tools/2: dropped, it can't be read: result.tools[2].name: missing member",
                &["/result/tools/3/", icons].concat(),
                "/result/tools/3/inputSchema/type: forgiven, result.tools[3].inputSchema.type: \
                 missing member",
            ]
        );
        assert_eq!(
            crossing.into_value().unwrap(),
            r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"b","inputSchema":{"type":"object"}},{"name":"c","inputSchema":{"type":"object"}}]}}"#
        );
    }

    #[test]
    fn an_answer_that_cannot_be_read_settles_nothing() {
        let mut session = asked(Leniency::none().with(Habit::NullMember));
        assert!(session.message(UNTIDY, Direction::FromServer).is_err());
        let good = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[],"nextCursor":null}}"#;
        assert!(session.message(good, Direction::FromServer).unwrap().remove(0).is_ok());
        // It was the answer: a second one answers nothing.
        assert!(session.message(good, Direction::FromServer).unwrap().remove(0).is_err());
    }

    #[test]
    fn an_element_that_cannot_be_read_is_a_loss() {
        for tolerance in [Tolerance::Lossless, Tolerance::Degrade] {
            let mut session = asked(Leniency::all());
            session.options_mut().tolerance = tolerance;
            let refused = session.message(UNTIDY, Direction::FromServer).unwrap().remove(0);
            let refused = refused.unwrap_err();
            let tools = refused.reasons().filter(|notice| !notice.pointer.contains("icons"));
            let places: Vec<_> = tools.map(|notice| &*notice.pointer).collect();
            assert_eq!(places, ["/result/tools/0", "/result/tools/2"]);
        }
    }

    #[test]
    fn a_form_of_the_target_is_read_in_an_older_session() {
        let text = r#"{"jsonrpc":"2.0","id":1,"method":"sampling/createMessage","params":{"messages":[{"role":"user","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]}],"maxTokens":1}}"#;
        let (from, to) = (Revision::V2025_06_18, Revision::V2025_11_25);
        let sent = |from, to, leniency| {
            let options = Options::default().with_leniency(leniency);
            Session::new(from, to, options).message(text, Direction::FromServer)
        };
        let crossing = sent(from, to, Leniency::all()).unwrap().remove(0).unwrap();
        assert_eq!(crossing.value().as_deref(), Some(text));
        let [notice] = crossing.report() else { panic!("{:?}", crossing.report()) };
        assert!(
            notice.to_string().starts_with(
                "/params/messages/0/content: forgiven, no message of 2025-06-18 from here on, and \
                 read as one of 2025-11-25: "
            ),
            "{notice}"
        );
        assert!(sent(from, to, Leniency::none()).is_err());
        // Beside what is forgiven, too.
        let untidy = text.replace(r#""maxTokens":1"#, r#""maxTokens":1,"temperature":null"#);
        let options = Options::default().with_leniency(Leniency::all());
        let mut session = Session::new(from, to, options);
        let crossing = session.message(&untidy, Direction::FromServer).unwrap().remove(0).unwrap();
        assert_eq!(crossing.value().as_deref(), Some(text));
        assert_eq!(crossing.report().len(), 2);
        // Its own revision does not define it, and there is no other.
        let own = sent(from, from, Leniency::all()).unwrap().remove(0).unwrap_err();
        assert_eq!(own.reasons().next().unwrap().pointer, "/params/messages/0");
    }
}
