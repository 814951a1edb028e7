//! `mcp-revisions convert`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mcp_revisions::convert::{
    Cache, MissingResource, NonObject, Notice, Options, SamplingBlocks, Session, Tasks, Tolerance,
    ToolOutput, UntypedResult,
};
use mcp_revisions::model::CacheScope;
use mcp_revisions::{Json, JsonObject, Leniency, Revision, StringOrInteger, UnknownRevision};

use crate::lines::{Documents, Frame, unwrap};
use crate::unwritten;

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The revision of the messages.
    #[arg(long, value_name = "REVISION", value_parser = dated)]
    from: Revision,
    /// The revision to convert them to.
    #[arg(long, value_name = "REVISION", value_parser = dated)]
    to: Revision,
    /// The most that may be lost: lossless (nothing), degrade or drop.
    #[arg(long, default_value_t)]
    tolerance: Tolerance,
    /// Keep what the target does not define, for the way back: under `mcp-revisions/…` where the
    /// target says something else in a member. A kind or a value that the target does not list
    /// stays too, and is invalid there.
    #[arg(long)]
    carry: bool,
    /// The subscription that news of an older server is for, towards 2026-07-28: the id of its
    /// request, a number or a text.
    #[arg(long, value_name = "ID")]
    subscription: Option<String>,
    /// Forgive what peers do against their revision, where nothing has to be guessed. An element
    /// that can't be read is dropped, which takes the tolerance for it.
    #[arg(long)]
    lenient: bool,
    /// Write notices to this file as JSON Lines, not to standard error.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    choices: Choices,
    /// Messages: JSON Lines, bare or recorded.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// What is decided where peers disagree.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Where peers disagree")]
struct Choices {
    /// A 2026-07-28 result without `resultType`: refuse, or take it as complete.
    #[arg(long, value_name = "CHOICE", default_value_t)]
    untyped_result: UntypedResult,
    /// How long a result of an older peer is fresh towards 2026-07-28, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t)]
    ttl_ms: u64,
    /// Who may share it: private or public.
    #[arg(long, value_name = "SCOPE", default_value = "private", value_parser = scope)]
    cache_scope: CacheScope,
    /// Structured content that is no object: wrap, text, drop or refuse.
    #[arg(long, value_name = "CHOICE", default_value_t)]
    non_object: NonObject,
    /// What the output schema of the tools that are called allows: unknown, objects or any.
    #[arg(long, value_name = "CHOICE", default_value_t)]
    tool_output: ToolOutput,
    /// Which errors mean that there is no such resource: named, any or keep.
    #[arg(long, value_name = "CHOICE", default_value_t)]
    missing_resource: MissingResource,
    /// Tools that must run as tasks: hide, keep or refuse.
    #[arg(long, value_name = "CHOICE", default_value_t)]
    tasks: Tasks,
    /// A sampling message with several blocks: split, join, first or refuse.
    #[arg(long, value_name = "CHOICE", default_value_t)]
    sampling_blocks: SamplingBlocks,
}

/// A revision that conversions know.
fn dated(text: &str) -> Result<Revision, String> {
    let revision: Revision = text.parse().map_err(|error: UnknownRevision| error.to_string())?;
    let known = revision.is_released().then_some(revision);
    known.ok_or_else(|| String::from("conversions are between dated revisions"))
}

fn scope(text: &str) -> Result<CacheScope, String> {
    match CacheScope::from(text.to_owned()) {
        CacheScope::Unknown(_) => Err(String::from("there are private, public")),
        scope => Ok(scope),
    }
}

/// An integer, or else a text; in quotes, an integer is a text too.
fn id(text: &str) -> StringOrInteger {
    mcp_revisions::from_str(text).unwrap_or_else(|_| text.into())
}

impl Args {
    fn options(&self) -> Options {
        let said = &self.choices;
        let mut options = Options::new(self.tolerance);
        if self.lenient {
            options.leniency = Leniency::all();
        }
        options.subscription = self.subscription.as_deref().map(id);
        options
            .with_carry(self.carry)
            .with_untyped_result(said.untyped_result)
            .with_non_object(said.non_object)
            .with_tool_output(said.tool_output)
            .with_missing_resource(said.missing_resource)
            .with_tasks(said.tasks)
            .with_sampling_blocks(said.sampling_blocks)
            .with_cache(Cache { ttl_ms: said.ttl_ms, scope: said.cache_scope.clone() })
    }
}

/// Converts all files, each as a session of its own.
pub(crate) fn run(args: &Args) -> ExitCode {
    let is_report = |file: &PathBuf| {
        let whole = |path: &Path| path.canonicalize().ok();
        let report = args.report.as_deref().and_then(whole);
        report.is_some() && report == whole(file)
    };
    if let Some(file) = args.files.iter().find(|file| is_report(file)) {
        eprintln!("error: the report would take the place of {}", file.display());
        return ExitCode::from(2);
    }
    let report = match &args.report {
        None => Report::Shown,
        Some(path) => match File::create(path) {
            Ok(file) => Report::Lines(BufWriter::new(file)),
            Err(cause) => {
                eprintln!("error: can't write {}: {cause}", path.display());
                return ExitCode::from(2);
            }
        },
    };
    let mut run = Run { out: BufWriter::new(io::stdout().lock()), report, well: true };
    for path in &args.files {
        let mut session = Session::new(args.from, args.to, args.options());
        if let Err(cause) = run.file(path, &mut session) {
            return unwritten(&cause);
        }
    }
    match run.finish() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(cause) => unwritten(&cause),
    }
}

/// Where notices go.
enum Report {
    Shown,
    Lines(BufWriter<File>),
}

/// One run of the command.
struct Run<W: Write> {
    out: W,
    report: Report,
    well: bool,
}

impl<W: Write> Run<W> {
    fn file(&mut self, path: &Path, session: &mut Session) -> io::Result<()> {
        let documents = match Documents::open(path) {
            Ok(documents) => documents,
            Err(reason) => {
                if matches!(self.report, Report::Lines(_)) {
                    eprintln!("{}: {reason}", path.display());
                }
                return self.fault(path, None, &reason);
            }
        };
        for (line, text) in documents {
            match text {
                Ok(text) => self.message(path, line, &text, session)?,
                Err(reason) => self.fault(path, Some(line), &reason)?,
            }
        }
        Ok(())
    }

    fn message(
        &mut self,
        path: &Path,
        line: usize,
        text: &str,
        session: &mut Session,
    ) -> io::Result<()> {
        let (frame, message) = unwrap(text);
        let direction = frame.as_ref().map(|frame| frame.direction);
        let outcomes = match session.message(&message, direction) {
            Ok(outcomes) => outcomes,
            Err(error) => return self.fault(path, Some(line), &format!("can't be read: {error}")),
        };
        for outcome in outcomes {
            match outcome {
                Ok(crossing) => {
                    for notice in crossing.report() {
                        self.notice(path, line, notice)?;
                    }
                    if let Some(message) = crossing.into_value() {
                        self.write(frame.as_ref(), &message)?;
                    }
                }
                Err(refusal) => {
                    for notice in refusal.report() {
                        self.notice(path, line, notice)?;
                    }
                    self.fault(path, Some(line), "left out: it can't cross within the tolerance")?;
                }
            }
        }
        Ok(())
    }

    /// Writes a message in the framing of the input.
    fn write(&mut self, frame: Option<&Frame>, message: &str) -> io::Result<()> {
        match frame.map(|frame| frame.around(message)) {
            None => writeln!(self.out, "{message}"),
            Some(Ok(recorded)) => writeln!(self.out, "{recorded}"),
            Some(Err(error)) => Err(io::Error::other(error)),
        }
    }

    fn notice(&mut self, path: &Path, line: usize, notice: &Notice) -> io::Result<()> {
        let file = path.display();
        match &mut self.report {
            Report::Shown => writeln!(io::stderr(), "{file}:{line} {notice}"),
            Report::Lines(out) => {
                let feature = notice.feature.map_or_else(Json::null, |f| Json::from(f.id()));
                let from = notice.from.map_or_else(Json::null, |r| Json::from(r.as_str()));
                let object: JsonObject = [
                    ("file", Json::from(file.to_string())),
                    ("line", number(line)),
                    ("pointer", Json::from(notice.pointer.as_str())),
                    ("happened", Json::from(notice.happened.to_string())),
                    ("feature", feature),
                    ("from", from),
                    ("to", Json::from(notice.to.as_str())),
                    ("why", Json::from(notice.why.as_ref())),
                ]
                .into();
                writeln!(out, "{object}")
            }
        }
    }

    /// A line of which nothing crosses, or a file.
    fn fault(&mut self, path: &Path, line: Option<usize>, reason: &str) -> io::Result<()> {
        self.well = false;
        let file = path.display();
        match (&mut self.report, line) {
            (Report::Shown, Some(line)) => writeln!(io::stderr(), "{file}:{line} {reason}"),
            (Report::Shown, None) => writeln!(io::stderr(), "{file}: {reason}"),
            (Report::Lines(out), line) => {
                let mut object = JsonObject::from([("file", Json::from(file.to_string()))]);
                if let Some(line) = line {
                    object.insert("line", number(line));
                }
                object.insert("fault", reason);
                writeln!(out, "{object}")
            }
        }
    }

    fn finish(mut self) -> io::Result<bool> {
        self.out.flush()?;
        if let Report::Lines(out) = &mut self.report {
            out.flush()?;
        }
        Ok(self.well)
    }
}

fn number(line: usize) -> Json {
    Json::from(u64::try_from(line).unwrap_or(u64::MAX))
}
