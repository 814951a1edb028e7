//! A recorded session on its way to another revision, message by message, and what is wrong with
//! what comes out.

#![allow(dead_code, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing)]

use std::collections::{BTreeMap, HashMap, HashSet};
use std::path::Path;

use mcp_revisions::convert::{Happened, Identity, Notice, Options, Session, Tolerance};
use mcp_revisions::message::Direction;
use mcp_revisions::{Json, Revision, model};
use serde_json::Value;

use super::crossing::{Crossed, carry_loses, is_by_the_book, is_subscribed, real_differences};
use super::oracle::{Oracle, Waiting};
use super::replay::{read, settled};

/// A message, or a part of a batch.
struct Sent {
    /// The file and the line, from 1.
    place: String,
    revision: Revision,
    direction: Direction,
    text: String,
    value: Value,
    /// The method that it asks for, or notes.
    asks: Option<String>,
    /// The method that it answers, where it answers one.
    answers: Option<String>,
    /// What the schema says of it.
    is_refused: bool,
    has_unknown: bool,
}

impl Sent {
    fn side(&self) -> &'static str {
        match self.direction {
            Direction::FromClient => "client",
            Direction::FromServer => "server",
        }
    }
}

/// What happened to the messages of some sessions.
#[derive(Debug, Default)]
pub(crate) struct Passed {
    pub(crate) messages: usize,
    pub(crate) crossed: usize,
    pub(crate) left_out: usize,
    pub(crate) refused: usize,
    pub(crate) unread: usize,
    pub(crate) notices: usize,
    pub(crate) wrong: Vec<String>,
    /// What was refused or left out, by method and reason.
    pub(crate) reasons: BTreeMap<String, usize>,
}

/// The messages of a file, each with the revision that it is of: the answer to a handshake names
/// that of both.
fn sent(oracle: &Oracle, path: &Path) -> Vec<Sent> {
    let name = path.file_name().unwrap().to_string_lossy().into_owned();
    let recorded = read(path);
    let mut revision = recorded.iter().find_map(|line| settled(&line.message)).unwrap();
    let mut asked: HashMap<(bool, String), usize> = HashMap::new();
    let mut all: Vec<Sent> = Vec::new();
    for (index, line) in recorded.iter().enumerate() {
        let named = settled(&line.message);
        revision = named.unwrap_or(revision);
        let line_text: Json = line.text.parse().unwrap();
        for text in line_text.as_array().unwrap_or_else(|| vec![line_text]) {
            let text = text.to_string();
            let value: Value = serde_json::from_str(&text).unwrap();
            let direction =
                if line.from_client { Direction::FromClient } else { Direction::FromServer };
            let mut sent = Sent {
                place: format!("{name}:{}", index + 1),
                revision,
                direction,
                answers: None,
                is_refused: false,
                has_unknown: false,
                asks: value.get("method").and_then(Value::as_str).map(str::to_owned),
                text,
                value,
            };
            let id = sent.value.get("id").map(Value::to_string);
            match (id, &sent.asks) {
                (Some(id), Some(_)) => {
                    asked.insert((line.from_client, id), all.len());
                }
                (Some(id), None) => {
                    if let Some(request) = asked.remove(&(!line.from_client, id)) {
                        let request = &mut all[request];
                        request.revision = named.unwrap_or(request.revision);
                        sent.revision = request.revision;
                        sent.answers = request.asks.clone();
                    }
                }
                _ => {}
            }
            all.push(sent);
        }
    }
    let mut waiting = Waiting::new();
    for sent in &mut all {
        let revision = sent.revision.as_str();
        let faults = oracle.message(revision, sent.side(), &sent.value, &mut waiting);
        sent.is_refused = !faults.refused.is_empty();
        sent.has_unknown = !faults.held.is_empty();
    }
    all
}

/// A client that says who it is, and to what it listens: without that, requests and news towards
/// 2026-07-28 are refused.
fn options(tolerance: Tolerance) -> Options {
    let info = Some(model::Implementation::new("passing", "1"));
    let identity = Identity { info, ..Identity::default() };
    Options::new(tolerance).with_identity(identity).with_subscription("passing")
}

/// The sessions between pairs of revisions, as they come up.
struct Sessions {
    options: Options,
    all: BTreeMap<(Revision, Revision), Session>,
    /// Requests that came through.
    arrived: HashSet<(Direction, Option<String>)>,
}

impl Sessions {
    fn new(options: Options) -> Self {
        Sessions { options, all: BTreeMap::new(), arrived: HashSet::new() }
    }

    /// Converts one message: what came out, nothing where it was left out, or the complaint.
    fn convert(
        &mut self,
        [from, to]: [Revision; 2],
        text: &str,
        direction: Direction,
    ) -> Result<Result<(Option<Json>, Crossed), Crossed>, String> {
        let options = &self.options;
        let session =
            self.all.entry((from, to)).or_insert_with(|| Session::new(from, to, options.clone()));
        let mut outcomes = session.message(text, direction).map_err(|error| error.to_string())?;
        assert_eq!(outcomes.len(), 1, "one message makes one");
        let input: Json = text.parse().unwrap();
        Ok(match outcomes.remove(0) {
            Ok(crossing) => {
                let (text, report) = crossing.into_parts();
                let output: Option<Json> = text.map(|text| text.parse().unwrap());
                let json = output.clone().unwrap_or(input);
                Ok((output, Crossed { json, report }))
            }
            Err(refusal) => Err(Crossed { json: input, report: refusal.into_report() }),
        })
    }
}

/// Converts all messages of a file to every revision, and looks at what comes out.
pub(crate) fn pass(oracle: &Oracle, path: &Path, passed: &mut Passed) {
    let messages = sent(oracle, path);
    for target in Revision::RELEASED {
        let mut dropping = Sessions::new(options(Tolerance::Drop));
        let mut carrying = Sessions::new(options(Tolerance::Drop).with_carry(true));
        let mut returning = Sessions::new(options(Tolerance::Drop).with_carry(true));
        for sent in &messages {
            if sent.revision == target {
                same(&mut dropping, sent, passed);
            } else {
                other(oracle, &mut dropping, sent, target, passed);
                there_and_back([&mut carrying, &mut returning], sent, target, passed);
            }
        }
    }
}

/// Within one revision nothing changes.
fn same(sessions: &mut Sessions, sent: &Sent, passed: &mut Passed) {
    let pair = [sent.revision; 2];
    let input: Json = sent.text.parse().unwrap();
    match sessions.convert(pair, &sent.text, sent.direction) {
        Err(_) if sent.is_refused => {}
        Ok(Ok((Some(output), crossed))) if !sent.is_refused => {
            let changed = real_differences(&input, &output).map(|found| found.to_string());
            let told = crossed.report.iter().map(ToString::to_string);
            for found in changed.chain(told) {
                passed.wrong.push(format!("{} within {}: {found}", sent.place, sent.revision));
            }
        }
        outcome => {
            let place = format!("{} within {}", sent.place, sent.revision);
            passed.wrong.push(format!("{place}: {outcome:?}"));
        }
    }
}

/// To another revision: valid there, and every loss is told.
fn other(
    oracle: &Oracle,
    sessions: &mut Sessions,
    sent: &Sent,
    target: Revision,
    passed: &mut Passed,
) {
    passed.messages += 1;
    let input: Json = sent.text.parse().unwrap();
    let place = format!("{} {} -> {target}", sent.place, sent.revision);
    let mut wrong = |complaint: String, crossed: &Crossed| {
        let report: Vec<String> = crossed.report.iter().map(ToString::to_string).collect();
        let line = format!(
            "{place}: {complaint}\n    {}\n    -> {}\n    {report:?}",
            sent.text, crossed.json
        );
        passed.wrong.push(line);
    };
    match sessions.convert([sent.revision, target], &sent.text, sent.direction) {
        Err(error) => {
            passed.unread += 1;
            if !sent.is_refused {
                passed.wrong.push(format!("{place}: can't be read: {error}\n    {}", sent.text));
            }
        }
        Ok(Err(refused)) => {
            if !refused.report.iter().any(|notice| notice.happened == Happened::Refused) {
                wrong("refused without a reason".to_owned(), &refused);
            }
            passed.refused += 1;
            passed.notices += refused.report.len();
            count_reasons(sent, &refused, &mut passed.reasons);
        }
        Ok(Ok((None, crossed))) => {
            if sent.value.get("id").is_some() || crossed.report.is_empty() {
                wrong("left out".to_owned(), &crossed);
            }
            passed.left_out += 1;
            passed.notices += crossed.report.len();
            count_reasons(sent, &crossed, &mut passed.reasons);
        }
        Ok(Ok((Some(output), crossed))) => {
            for line in crossed.untold(&input).into_iter().chain(crossed.faults_of_report(&input)) {
                wrong(line, &crossed);
            }
            let value: Value = serde_json::from_str(output.as_str()).unwrap();
            let asker = if sent.side() == "client" { "server" } else { "client" };
            let mut waiting = Waiting::new();
            if let (Some(method), Some(id)) = (&sent.answers, value.get("id")) {
                // What a server says of itself answers the handshake of an older client.
                let is_handshake = method == "server/discover" && target < Revision::V2026_07_28;
                let method = if is_handshake { "initialize" } else { method };
                waiting.insert((asker.to_owned(), id.to_string()), method.to_owned());
            }
            let faults = oracle.message(target.as_str(), sent.side(), &value, &mut waiting);
            let fits = faults.refused.is_empty() && (faults.held.is_empty() || sent.has_unknown);
            if !fits {
                wrong(format!("not valid there: {faults:?}"), &crossed);
            }
            passed.crossed += 1;
            passed.notices += crossed.report.len();
        }
    }
}

/// With carry, what crosses comes back equal.
fn there_and_back(
    [there, back]: [&mut Sessions; 2],
    sent: &Sent,
    target: Revision,
    passed: &mut Passed,
) {
    let from = sent.revision;
    let input: Json = sent.text.parse().unwrap();
    let id = sent.value.get("id").map(Value::to_string);
    // Nobody answers what did not arrive.
    if sent.answers.is_some() && !back.arrived.remove(&(sent.direction.back(), id.clone())) {
        return;
    }
    let Ok(Ok((Some(output), crossed))) = there.convert([from, target], &sent.text, sent.direction)
    else {
        return;
    };
    let complaints = match back.convert([target, from], output.as_str(), sent.direction) {
        Ok(Ok((Some(_), returned))) => {
            if sent.asks.is_some() {
                back.arrived.insert((sent.direction, id));
            }
            let counts_back = |notice: &Notice| is_by_the_book(notice) || is_subscribed(notice);
            let untold = crossed.untold_after(&input, &returned, carry_loses, counts_back);
            let told =
                |line| format!("{line}\n    <- {}\n    {:?}", returned.json, lines(&returned));
            untold.into_iter().map(told).collect()
        }
        // A method before its time: the sender's revision does not have it.
        Ok(Ok((None, _)) | Err(_)) if sent.has_unknown => Vec::new(),
        Ok(Ok((None, returned)) | Err(returned)) => {
            vec![format!("no way back: {:?}", lines(&returned))]
        }
        Err(error) => vec![format!("can't be read on the way back: {error}")],
    };
    for complaint in complaints {
        passed.wrong.push(format!(
            "{} {from} -> {target} -> {from}: {complaint}\n    {}\n    -> {output}\n    {:?}",
            sent.place,
            sent.text,
            lines(&crossed)
        ));
    }
}

fn lines(crossed: &Crossed) -> Vec<String> {
    crossed.report.iter().map(ToString::to_string).collect()
}

fn count_reasons(sent: &Sent, crossed: &Crossed, reasons: &mut BTreeMap<String, usize>) {
    let method = sent.asks.as_ref().or(sent.answers.as_ref()).map_or("an answer", String::as_str);
    for notice in crossed.report.iter().filter(|notice| notice.happened >= Happened::Dropped) {
        *reasons.entry(format!("{method}: {notice}")).or_default() += 1;
    }
}
