use alloc::string::{String, ToString};
use alloc::vec::Vec;
use alloc::{format, vec};

use crate::Revision;
use crate::convert::{Options, Outcome, Session, Tolerance};
use crate::message::Direction::{self, FromClient, FromServer};

fn told(outcome: &Outcome) -> Vec<String> {
    let report = match outcome {
        Ok(crossing) => crossing.report(),
        Err(refusal) => refusal.report(),
    };
    report.iter().map(ToString::to_string).collect()
}

fn one(session: &mut Session, text: &str, direction: Direction) -> Outcome {
    session.message(text, direction).unwrap().remove(0)
}

fn ask(id: u32, method: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}"}}"#)
}

const LIST: &str = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}"#;
const FAILED: &str = r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}"#;

#[test]
fn the_answer_to_a_request_that_did_not_cross_says_less() {
    let (from, to) = (Revision::V2025_11_25, Revision::V2025_06_18);
    let request = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{"mode":"url","url":"a:b","message":"m","elicitationId":"e"}}"#;
    let broken = r#"{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":7}"#;
    let accepted = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"accept"}}"#;
    for (tolerance, crosses) in [(Tolerance::Lossless, false), (Tolerance::Degrade, true)] {
        for (request, answer) in [(request, accepted), (request, FAILED), (broken, accepted)] {
            let mut session = Session::new(from, to, tolerance);
            if let Ok(outcomes) = session.message(request, FromServer) {
                assert!(outcomes[0].is_err());
            }
            let first = one(&mut session, answer, FromClient);
            let why = "(document): degraded, the request that it answers did not cross";
            assert_eq!(told(&first), [why]);
            assert_eq!(first.is_ok(), crosses);
            // The same id may be used for a request that does cross.
            assert!(one(&mut session, &ask(1, "roots/list"), FromServer).is_ok());
            let roots = r#"{"jsonrpc":"2.0","id":1,"result":{"roots":[]}}"#;
            assert!(told(&one(&mut session, roots, FromClient)).is_empty());
        }
    }
    // Within a revision nothing changes.
    let mut session = Session::new(from, from, Tolerance::Lossless);
    assert!(session.message(broken, FromServer).is_err());
    assert!(told(&one(&mut session, accepted, FromClient)).is_empty());
}

#[test]
fn an_id_that_waits_is_not_used_again() {
    let (from, to) = (Revision::V2025_11_25, Revision::V2025_06_18);
    let mut session = Session::new(from, to, Tolerance::Drop);
    assert!(one(&mut session, &ask(1, "tools/list"), FromClient).is_ok());
    let second = one(&mut session, &ask(1, "prompts/list"), FromClient);
    let why = "a request for tools/list with this id waits for its answer (2025-11-25, \
               basic#requests)";
    assert_eq!(told(&second), [format!("/id: refused, {why}")]);
    // The answer is the first one's; the same request again can't be taken for another.
    assert!(one(&mut session, &ask(1, "tools/list"), FromClient).is_ok());
    assert!(one(&mut session, LIST, FromServer).is_ok());
    assert!(one(&mut session, LIST, FromServer).is_err());
    // The id of one that did not cross is free, for any other.
    let mut session = Session::new(from, to, Tolerance::Drop);
    assert!(one(&mut session, &ask(1, "tasks/list"), FromClient).is_err());
    assert!(one(&mut session, &ask(1, "tools/list"), FromClient).is_ok());
    assert!(told(&one(&mut session, LIST, FromServer)).is_empty());
    // So is it for the same, in a form that crosses.
    let page = |mode: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":1,"method":"elicitation/create","params":{{{mode}"message":"m","requestedSchema":{{"type":"object","properties":{{}}}}}}}}"#
        )
    };
    let url = r#""mode":"url","url":"a:b","elicitationId":"e","#;
    assert!(one(&mut session, &page(url), FromServer).is_err());
    assert!(one(&mut session, &page(""), FromServer).is_ok());
    let declined = r#"{"jsonrpc":"2.0","id":1,"result":{"action":"decline"}}"#;
    assert!(told(&one(&mut session, declined, FromClient)).is_empty());
    assert!(one(&mut session, &ask(1, "tools/list"), FromClient).is_ok());
    // A session that begins knows nothing of those before it.
    assert!(one(&mut session, &ask(1, "tools/list"), FromClient).is_ok());
    let hello = r#"{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}"#;
    assert!(one(&mut session, hello, FromClient).is_ok());
    assert!(one(&mut session, &ask(1, "prompts/list"), FromClient).is_ok());
}

#[test]
fn a_message_of_which_nothing_is_told_is_handed_on_as_it_came() {
    let odd = r#"{"id" : 7,"x":[1.0 ],"method":"ping","params":{"_meta":{"a":"\u0062"}}, "jsonrpc":"2.0"}"#;
    let (old, new) = (Revision::V2025_06_18, Revision::V2025_11_25);
    for mut session in [
        Session::new(new, new, Tolerance::Lossless),
        Session::gateway(new, new, Tolerance::Lossless),
        Session::new(old, new, Tolerance::Lossless),
        Session::gateway(new, old, Tolerance::Lossless),
    ] {
        let there = |text: &str, session: &mut Session| one(session, text, FromClient).unwrap();
        assert_eq!(there(&format!(" {odd}\n"), &mut session).into_value().unwrap(), odd);
        // What comes out is on one line.
        let lines = odd.replace(r#","x""#, ",\n\"x\"").replace(":7", ":8");
        let whole = there(&lines, &mut session).into_value().unwrap();
        assert!(!whole.contains('\n') && whole.contains(r#"{"a":"\u0062"}"#), "{whole}");
        // And it is read: what is broken is an error, as ever.
        let broken = odd.replace(r#"{"a":"\u0062"}"#, "7");
        assert!(session.message(&broken, FromClient).is_err());
    }
}

#[test]
fn an_id_loses_its_fraction_and_says_so() {
    let text = r#"{"jsonrpc":"2.0","id":1.0,"method":"tools/list"}"#;
    for to in [Revision::V2025_06_18, Revision::V2025_11_25] {
        let mut session = Session::new(Revision::V2025_11_25, to, Tolerance::Lossless);
        let crossing = one(&mut session, text, FromClient);
        assert_eq!(told(&crossing), ["/id: rewritten, an integer is written without a fraction"]);
        assert_eq!(crossing.unwrap().into_value().unwrap(), ask(1, "tools/list"));
    }
}

#[test]
fn a_batch_is_taken_apart_and_says_so() {
    let text = format!("[{},{}]", ask(1, "tools/list"), ask(2, "no/such"));
    let (from, to) = (Revision::V2025_03_26, Revision::V2025_06_18);
    let mut session = Session::new(from, to, Tolerance::Lossless);
    let outcomes = session.message(&text, FromClient).unwrap();
    let why = "(document): rewritten, 2025-06-18 has no batches: its messages cross one by one";
    assert_eq!(outcomes.iter().map(told).collect::<Vec<_>>(), [vec![String::from(why)], vec![]]);
    // What happens to a message is told where it stands in the batch.
    let text = text.replace(r#""tools/list"}"#, r#""tools/list","params":7}"#);
    let outcomes = session.message(&text, FromClient).unwrap();
    let told = told(&outcomes[0]);
    assert!(told[1].starts_with("/0/params: refused, can't be read: "), "{told:?}");
}

#[test]
fn one_bad_message_costs_a_message_of_its_batch() {
    let text = format!(r#"[{},{{"jsonrpc":"2.0","id":2,"method":7}}]"#, ask(1, "tools/list"));
    for to in [Revision::V2025_06_18, Revision::V2025_03_26] {
        let mut session = Session::new(Revision::V2025_03_26, to, Tolerance::Lossless);
        let outcomes = session.message(&text, FromClient).unwrap();
        assert_eq!(outcomes.len(), 2);
        let why = "invalid type: integer `7`, expected a string";
        assert_eq!(told(&outcomes[1]), [format!("/1/method: refused, can't be read: {why}")]);
        assert!(outcomes[0].is_ok() && one(&mut session, LIST, FromServer).is_ok());
    }
}

/// A client that comes again may be another one.
#[test]
fn the_last_handshake_says_who_the_client_is() {
    let (from, to) = (Revision::V2025_11_25, Revision::V2026_07_28);
    let hello = |name: &str| {
        format!(
            r#"{{"jsonrpc":"2.0","id":0,"method":"initialize","params":{{"protocolVersion":"2025-11-25","capabilities":{{}},"clientInfo":{{"name":"{name}","version":"1"}}}}}}"#
        )
    };
    let names = |session: &mut Session, name: &str| {
        let sent = one(session, &ask(1, "tools/list"), FromClient).unwrap().into_value().unwrap();
        assert!(sent.contains(&format!(r#""name":"{name}""#)), "{sent}");
    };
    let mut session = Session::new(from, to, Tolerance::Drop);
    for name in ["first", "second"] {
        drop(session.message(&hello(name), FromClient));
        names(&mut session, name);
    }
    // What the caller says counts more.
    let said = session.options_mut().identity.as_mut().unwrap();
    said.info = Some(crate::model::Implementation::new("said", "1"));
    drop(session.message(&hello("third"), FromClient));
    names(&mut session, "said");
}

#[test]
fn one_bad_icon_costs_an_icon() {
    let (from, to) = (Revision::V2025_06_18, Revision::V2025_11_25);
    let mut session = Session::new(from, to, Options::new(Tolerance::Drop));
    drop(one(&mut session, &ask(1, "tools/list"), FromClient));
    let tools = |icons: &str, execution: &str| {
        let head = r#"{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}"#;
        [head, icons, execution, "}]}}"].concat()
    };
    let sent =
        tools(r#","icons":[{"src":7},{"src":"a:b","theme":"loud"}]"#, r#","execution":"often""#);
    let crossing = one(&mut session, &sent, FromServer).unwrap();
    let features: Vec<_> =
        crossing.report().iter().map(|it| it.feature.map(|it| it.id())).collect();
    assert_eq!(features, [Some("tool-execution"), Some("icons"), None]);
    let at = "/result/tools/0";
    assert_eq!(
        told(&Ok(crossing.clone())),
        [
            format!(
                "{at}/execution: dropped, it is not what 2025-11-25 means by it: invalid type: \
                 string \"often\", expected an object (ToolExecution)"
            ),
            format!(
                "{at}/icons/0: dropped, it can't be read: [0].src: invalid type: integer `7`, \
                 expected a string"
            ),
            format!("{at}/icons/1/theme: dropped, 2025-11-25 does not list this value"),
        ]
    );
    assert_eq!(crossing.into_value().unwrap(), tools(r#","icons":[{"src":"a:b"}]"#, ""));
}
