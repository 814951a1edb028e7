//! `mcp-revisions convert`.

use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use mcp_revisions::convert::{Notice, Options, Session, Tolerance};
use mcp_revisions::message::Direction;
use mcp_revisions::{Json, JsonObject, Revision};

use crate::lines::{Documents, unwrap};

/// The arguments of `convert`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// The revision of the messages.
    #[arg(long, value_name = "REVISION")]
    from: Revision,
    /// The revision to convert them to.
    #[arg(long, value_name = "REVISION")]
    to: Revision,
    /// The most that may be lost.
    #[arg(long, value_enum, default_value_t = Accept::Lossless)]
    tolerance: Accept,
    /// Keep what the target does not define as unmodelled members, for the way back.
    #[arg(long)]
    carry: bool,
    /// Write notices to this file as JSON Lines, not to standard error.
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Messages: JSON Lines, bare or recorded.
    #[arg(required = true)]
    files: Vec<PathBuf>,
}

/// A tolerance, as an argument.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Accept {
    /// Values made up and reversible rewrites only.
    Lossless,
    /// Also values that say less than before.
    Degrade,
    /// Also values that are gone.
    Drop,
}

impl From<Accept> for Tolerance {
    fn from(accept: Accept) -> Self {
        match accept {
            Accept::Lossless => Tolerance::Lossless,
            Accept::Degrade => Tolerance::Degrade,
            Accept::Drop => Tolerance::Drop,
        }
    }
}

/// Converts all files, each as a session of its own.
pub(crate) fn run(args: &Args) -> ExitCode {
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
        let options = Options::new(args.tolerance.into()).with_carry(args.carry);
        let mut session = Session::new(args.from, args.to, options);
        if let Err(cause) = run.file(path, &mut session) {
            return if cause.kind() == io::ErrorKind::BrokenPipe {
                ExitCode::SUCCESS
            } else {
                eprintln!("error: can't write: {cause}");
                ExitCode::from(2)
            };
        }
    }
    match run.finish() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(cause) => {
            eprintln!("error: can't write: {cause}");
            ExitCode::from(2)
        }
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
                self.well = false;
                eprintln!("{}: {reason}", path.display());
                return Ok(());
            }
        };
        for (line, text) in documents {
            match text {
                Ok(text) => self.message(path, line, &text, session)?,
                Err(reason) => self.fault(path, line, &reason)?,
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
        let (direction, message) = unwrap(text);
        let outcomes = match session.message(&message, direction) {
            Ok(outcomes) => outcomes,
            Err(error) => return self.fault(path, line, &format!("can't be read: {error}")),
        };
        for outcome in outcomes {
            match outcome {
                Ok(crossing) => {
                    for notice in crossing.report() {
                        self.notice(path, line, notice)?;
                    }
                    if let Some(message) = crossing.into_value() {
                        self.write(direction, &message)?;
                    }
                }
                Err(refusal) => {
                    for notice in &refusal.report {
                        self.notice(path, line, notice)?;
                    }
                    self.fault(path, line, "left out: it can't cross within the tolerance")?;
                }
            }
        }
        Ok(())
    }

    /// Writes a message in the framing of the input.
    fn write(&mut self, direction: Option<Direction>, message: &str) -> io::Result<()> {
        match direction {
            None => writeln!(self.out, "{message}"),
            Some(direction) => {
                writeln!(self.out, "{{\"dir\":\"{direction}\",\"msg\":{message}}}")
            }
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

    /// A line of which nothing crosses.
    fn fault(&mut self, path: &Path, line: usize, reason: &str) -> io::Result<()> {
        self.well = false;
        let file = path.display();
        match &mut self.report {
            Report::Shown => writeln!(io::stderr(), "{file}:{line} {reason}"),
            Report::Lines(out) => {
                let object: JsonObject = [
                    ("file", Json::from(file.to_string())),
                    ("line", number(line)),
                    ("fault", Json::from(reason)),
                ]
                .into();
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
