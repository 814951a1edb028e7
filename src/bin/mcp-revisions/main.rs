//! The command-line tool: checks recorded sessions and documents.

mod check;
mod lines;

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
    /// refused, with 1 otherwise, with 2 for bad usage.
    Check(check::Args),
}

fn main() -> ExitCode {
    match Cli::parse().command {
        Command::Check(args) => check::run(&args),
    }
}
