//! `mcp-revisions check`.

use std::collections::VecDeque;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mcp_revisions::check::{
    Definition, Finding, FindingKind, Named, Schema, Session, definition, document,
    document_validated, named_revision,
};
use mcp_revisions::{Json, JsonObject, Revision};

use crate::lines::{Document, Documents, unwrap};
use crate::unwritten;

/// The arguments of `check`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The revision, such as 2025-11-25; read from each session where it is not given.
    #[arg(long, group = "named")]
    revision: Option<Revision>,
    /// The protocol and its revision, such as ahp/1.0.0 or mcp/2025-11-25.
    #[arg(long, group = "named", value_name = "PROTOCOL/REVISION")]
    schema: Option<Schema>,
    /// Read each document as this definition of the schema, such as CallToolResult.
    #[arg(long = "type", value_name = "DEFINITION", requires = "named")]
    definition: Option<String>,
    /// Ask the revision's schema about each document, too, and tell all that it says.
    #[arg(long)]
    validate: bool,
    /// Print findings as JSON Lines.
    #[arg(long)]
    json: bool,
    /// JSON documents, or JSON Lines.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// How many messages a session may take to name its revision.
const LOOK_AHEAD: usize = 64;

/// The counts of the last line.
#[derive(Debug, Default)]
struct Counts {
    documents: usize,
    changed: usize,
    refused: usize,
    invalid: usize,
    deviating: usize,
    unread: usize,
}

/// Checks all files.
pub(crate) fn run(args: &Args) -> ExitCode {
    let schema = args.schema.or(args.revision.map(Schema::from));
    let chosen = match (&args.definition, schema) {
        (Some(name), Some(schema)) => match definition(schema, name) {
            Some(definition) => Some((name.as_str(), definition)),
            None => {
                eprintln!("error: {schema} has no definition {name:?}");
                return ExitCode::from(2);
            }
        },
        _ => None,
    };
    let checker = Checker { schema, definition: chosen, validate: args.validate };
    let mut out = Output {
        writer: BufWriter::new(io::stdout().lock()),
        json: args.json,
        validate: args.validate,
    };
    let mut counts = Counts::default();
    for file in &args.files {
        if let Err(cause) = checker.file(file, &mut out, &mut counts) {
            return unwritten(&cause);
        }
    }
    let well = counts.changed + counts.refused + counts.invalid + counts.unread == 0;
    match out.summary(&counts) {
        Ok(()) if well => ExitCode::SUCCESS,
        Ok(()) => ExitCode::FAILURE,
        Err(cause) => unwritten(&cause),
    }
}

/// How documents are checked.
struct Checker<'a> {
    schema: Option<Schema>,
    /// The definition that every document is, with its name; otherwise they are messages.
    definition: Option<(&'a str, Definition)>,
    validate: bool,
}

impl Checker<'_> {
    fn file(
        &self,
        path: &Path,
        out: &mut Output<impl Write>,
        counts: &mut Counts,
    ) -> io::Result<()> {
        let mut documents = match Documents::open(path) {
            Ok(documents) => documents,
            Err(reason) => {
                counts.unread += 1;
                return out.unread(path, &reason);
            }
        };
        let mut ahead: VecDeque<Document> = documents.by_ref().take(LOOK_AHEAD).collect();
        if ahead.is_empty() {
            counts.unread += 1;
            return out.unread(path, "empty: there is nothing to check");
        }
        let named = self.schema.or_else(|| first_revision(&ahead));
        let begin = |schema| match Session::new(schema) {
            session if self.validate => session.validating(),
            session => session,
        };
        let mut session = named.map(begin);
        while let Some((line, text)) = ahead.pop_front().or_else(|| documents.next()) {
            counts.documents += 1;
            let findings = match text {
                Ok(text) => self.document(&text, &mut session),
                Err(reason) => vec![refused(reason)],
            };
            counts.add(&findings);
            for finding in &findings {
                out.finding(path, line, finding)?;
            }
        }
        Ok(())
    }

    fn document(&self, text: &str, session: &mut Option<Session>) -> Vec<Finding> {
        match (self.definition, self.schema, session) {
            (Some((name, _)), Some(schema), _) if self.validate => {
                document_validated(schema, name, text)
            }
            (Some((_, definition)), ..) => document(definition, text),
            (None, _, Some(session)) => message(session, text, self.schema.is_none()),
            (None, _, None) => vec![refused(
                "the session names no known revision: use --revision or --schema".to_owned(),
            )],
        }
    }
}

/// The revision that a session agrees on, or else what its first messages ask for.
fn first_revision(documents: &VecDeque<Document>) -> Option<Schema> {
    let mut best: Option<(Named, Schema)> = None;
    for (_, text) in documents {
        let Ok(text) = text else { continue };
        let (_, message) = unwrap(text);
        if let Some((named, revision)) = named_revision(&message)
            && best.is_none_or(|(known, _)| named > known)
        {
            best = Some((named, revision));
        }
        if best.is_some_and(|(named, _)| named > Named::Asked) {
            break;
        }
    }
    best.map(|(_, revision)| revision)
}

/// Checks one message of a session, and goes on in the revision that it names.
fn message(session: &mut Session, text: &str, follow: bool) -> Vec<Finding> {
    let (frame, message) = unwrap(text);
    let direction = frame.map(|frame| frame.direction);
    if follow
        && let Some((named, revision)) = named_revision(&message)
        && named > Named::Asked
    {
        session.set_revision(revision);
    }
    let inside = direction.is_some();
    let mut findings = session.message(&message, direction);
    if inside {
        for finding in &mut findings {
            finding.pointer.insert_str(0, "/msg");
        }
    }
    findings
}

fn refused(what: String) -> Finding {
    Finding { kind: FindingKind::Refused, pointer: String::new(), what }
}

impl Counts {
    fn add(&mut self, findings: &[Finding]) {
        let any = |kind| usize::from(findings.iter().any(|finding| finding.kind == kind));
        self.changed += any(FindingKind::Changed);
        self.refused += any(FindingKind::Refused);
        self.invalid += any(FindingKind::Invalid);
        self.deviating += any(FindingKind::Deviates);
    }
}

/// Where findings go.
struct Output<W: Write> {
    writer: BufWriter<W>,
    json: bool,
    validate: bool,
}

impl<W: Write> Output<W> {
    fn finding(&mut self, path: &Path, line: usize, finding: &Finding) -> io::Result<()> {
        let file = path.display();
        if !self.json {
            return writeln!(self.writer, "{file}:{line} {finding}");
        }
        let object: JsonObject = [
            ("file", Json::from(file.to_string())),
            ("line", Json::from(u64::try_from(line).unwrap_or(u64::MAX))),
            ("pointer", Json::from(finding.pointer.as_str())),
            ("finding", Json::from(finding.kind.to_string())),
            ("what", Json::from(finding.what.as_str())),
        ]
        .into();
        writeln!(self.writer, "{object}")
    }

    /// A file that could not be read at all.
    fn unread(&mut self, path: &Path, reason: &str) -> io::Result<()> {
        self.writer.flush()?;
        eprintln!("{}: {reason}", path.display());
        Ok(())
    }

    fn summary(&mut self, counts: &Counts) -> io::Result<()> {
        if !self.json {
            let Counts { documents, changed, refused, invalid, deviating, .. } = counts;
            let invalid =
                if self.validate { format!("{invalid} invalid, ") } else { String::new() };
            let noun = if *documents == 1 { "document" } else { "documents" };
            writeln!(
                self.writer,
                "{documents} {noun}: {changed} changed, {refused} refused, {invalid}{deviating} deviating"
            )?;
        }
        self.writer.flush()
    }
}
