//! Valid documents of every definition, each with something done to it.

use std::thread;

use mcp_revisions::check::{self, FindingKind, Session};
use mcp_revisions::{Json, Revision};

use crate::support::mutate::mutate;
use crate::support::values::{Maker, Schemas, Style, print};

/// Values of each definition, each with several mutations.
const VALUES: usize = 30;
/// Mutations of a value.
const MUTATIONS: usize = 10;

#[test]
fn broken_documents_are_refused_and_others_do_not_change() {
    let times: usize =
        std::env::var("HOSTILE_TIMES").map_or(1, |times| times.parse().expect("a number"));
    let try_revision = |revision: Revision| {
        let schemas = Schemas::load(revision.as_str());
        let (mut read, mut refused) = (0, 0);
        for name in schemas.names() {
            let definition = check::definition(revision, name).expect("every definition is there");
            let mut maker = Maker::new(&schemas, revision.as_str(), name);
            for number in 0..VALUES * times {
                let style = Style::numbered(number);
                let value = maker.make(style);
                let valid = print(&value, style.spelling, &mut maker.rng);
                for _ in 0..MUTATIONS {
                    let mut text = mutate(&valid, &mut maker.rng);
                    if maker.rng.u8(..4) == 0 && Json::from_text(text.as_str()).is_ok() {
                        text = mutate(&text, &mut maker.rng);
                    }
                    let findings = check::document(definition, &text);
                    let changed =
                        findings.iter().find(|finding| finding.kind == FindingKind::Changed);
                    assert_eq!(changed, None, "{revision} {name}: {text}");
                    match findings.iter().any(|finding| finding.kind == FindingKind::Refused) {
                        true => refused += 1,
                        false => read += 1,
                    }
                    if number % 5 == 0 {
                        for finding in Session::new(revision).message(&text, None) {
                            assert_ne!(
                                finding.kind,
                                FindingKind::Changed,
                                "{revision} {name}: {text}: {finding}"
                            );
                        }
                    }
                }
            }
        }
        println!("{revision}: {read} read, {refused} refused");
        assert!(read > 0 && refused > 0);
    };
    thread::scope(|scope| {
        for revision in Revision::RELEASED.into_iter().chain([Revision::Draft]) {
            if check::definition(revision, "Tool").is_some() {
                scope.spawn(move || try_revision(revision));
            }
        }
    });
}
