//! The command-line tool: checks recorded sessions and documents.

mod check;
mod convert;
mod features;
mod lines;

use std::io;
use std::process::ExitCode;

use clap::{Parser, Subcommand};

/// Checks Model Context Protocol documents of any revision.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Read every document, write it again, and tell what changed, what was refused and why, and
    /// what deviates from the revision.
    ///
    /// A file is one JSON document or JSON Lines; a line is a message, or a recorded one:
    /// {"dir": "c2s" or "s2c", "msg": …}. Exits with 0 where nothing changed and nothing was
    /// refused (nor, with --validate, found invalid), with 1 otherwise, with 2 for bad usage.
    Check(check::Args),
    /// Convert the messages of a session from one revision to another.
    ///
    /// Messages come out on standard output, framed as they came in; what happened to them goes to
    /// standard error. A message that can't cross is left out, and then the exit code is 1. A
    /// handshake names the revision of the target; a batch is taken apart where the target has none.
    Convert(convert::Args),
    /// List what the revisions brought, changed or took away.
    Features(features::Args),
}

/// What output that can't be written ends in: nothing is wrong where nobody reads it any more.
fn unwritten(cause: &io::Error) -> ExitCode {
    if cause.kind() == io::ErrorKind::BrokenPipe {
        return ExitCode::SUCCESS;
    }
    eprintln!("error: can't write: {cause}");
    ExitCode::from(2)
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Check(args) => check::run(&args),
        Command::Convert(args) => convert::run(&args),
        Command::Features(args) => features::run(&args),
    }
}
