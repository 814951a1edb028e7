//! `mcp-revisions features`.

use std::io::{self, Write};
use std::process::ExitCode;

use mcp_revisions::Revision;
use mcp_revisions::convert::{Feature, FeatureSet};

use crate::unwritten;

/// The arguments of `features`.
#[derive(Debug, clap::Args)]
pub(crate) struct Args {
    /// A revision: show its features only.
    a: Option<Revision>,
    /// A second one: show what it has and the first lacks.
    b: Option<Revision>,
}

/// Prints the table.
pub(crate) fn run(args: &Args) -> ExitCode {
    let features: FeatureSet = match (args.a, args.b) {
        (None, _) => Feature::ALL.into_iter().collect(),
        (Some(a), None) => FeatureSet::in_revision(a),
        (Some(a), Some(b)) => a.lacks(b),
    };
    let mut out = io::stdout().lock();
    for feature in features.iter() {
        let until = feature.until().map_or("", |until| until.as_str());
        let [upgrade, downgrade, done] = feature.conversion();
        let row = writeln!(
            out,
            "{:<28} {} .. {until:<10}  up: {upgrade}  down: {downgrade}  ({done})",
            feature.id(),
            feature.since(),
        );
        if let Err(cause) = row {
            return unwritten(&cause);
        }
    }
    ExitCode::SUCCESS
}
