//! The command line: reads arguments, calls the phases, prints what they say.

use crate::canonical::definition_count;
use crate::diff::diff;
use crate::error::{Error, Errors};
use crate::generate::generate;
use crate::import::{Import, import};
use crate::sources::{self, Sources, Status};
use crate::verify::verify;
use clap::{Args, Parser, Subcommand};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Generates exact Rust types from JSON Schemas, one module a revision.
#[derive(Debug, Parser)]
#[command(version, arg_required_else_help = true)]
struct Cli {
    /// The workspace: a folder that holds schemas/sources.toml. Found upwards from here otherwise.
    #[arg(long, global = true)]
    root: Option<PathBuf>,
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Check an official schema and write its structure and its row in sources.toml.
    Import(ImportArgs),
    /// Generate the Rust modules.
    Generate,
    /// Fail when the generated modules are not what generate would write.
    Check,
    /// Prove that the committed schemas say exactly what official files say.
    Verify {
        /// Official schemas, in folders or files named after their revisions.
        #[arg(required = true)]
        files: Vec<PathBuf>,
        /// The revision, where the path does not tell.
        #[arg(long)]
        revision: Option<String>,
        /// The protocol, where several have the revision.
        #[arg(long)]
        protocol: Option<String>,
    },
    /// Show what changed between two revisions.
    Diff {
        /// The older revision.
        a: String,
        /// The newer revision.
        b: String,
        /// The protocol of both, where several have such revisions.
        #[arg(long)]
        protocol: Option<String>,
        /// Write Markdown.
        #[arg(long)]
        markdown: bool,
    },
    /// List the schemas.
    List,
}

#[derive(Debug, Args)]
struct ImportArgs {
    /// The official schema.
    file: PathBuf,
    /// The protocol: the name of a folder in schemas, and of a table in names.toml.
    #[arg(long)]
    protocol: String,
    /// The revision: a date, a version (1.0.0) or draft.
    #[arg(long)]
    revision: String,
    /// Whether the revision is final; only `draft` is not, unless told.
    #[arg(long)]
    status: Option<Status>,
    /// The repository that the file comes from, as OWNER/NAME.
    #[arg(long, requires = "commit", requires = "path")]
    upstream: Option<String>,
    /// The commit of that repository.
    #[arg(long, requires = "upstream")]
    commit: Option<String>,
    /// The path of the file in that repository.
    #[arg(long, requires = "upstream")]
    path: Option<String>,
    /// Keep descriptions, so that they become docs.
    #[arg(long)]
    keep_descriptions: bool,
    /// The name of the type that the schema's root describes, if not its title.
    #[arg(long)]
    name: Option<String>,
    /// The folder of schemas to write to [default: schemas of the workspace].
    #[arg(long)]
    schemas: Option<PathBuf>,
}

/// Runs the program: 0 when all is well, 1 when not, 2 for a wrong command line.
#[must_use]
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    match run(cli) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(errors) => {
            eprintln!("{}", Errors(errors));
            ExitCode::FAILURE
        }
    }
}

/// Returns whether all is well, or the complaints.
fn run(cli: Cli) -> Result<bool, Vec<Error>> {
    let root = cli.root;
    match cli.command {
        Command::Import(args) => run_import(root, args),
        Command::Verify { files, revision, protocol } => {
            let schemas = find_root(root)?.join("schemas");
            run_verify(&schemas, &files, protocol.as_deref(), revision.as_deref())
        }
        Command::Diff { a, b, protocol, markdown } => {
            let diff = diff(&find_root(root)?.join("schemas"), protocol.as_deref(), &a, &b)?;
            print!("{}", diff.print(markdown));
            Ok(true)
        }
        Command::List => run_list(&find_root(root)?),
        Command::Generate => run_generate(&find_root(root)?, false),
        Command::Check => run_generate(&find_root(root)?, true),
    }
}

fn run_import(root: Option<PathBuf>, args: ImportArgs) -> Result<bool, Vec<Error>> {
    let schemas = match args.schemas {
        Some(schemas) => schemas,
        None => find_root(root)?.join("schemas"),
    };
    let status = args.status.unwrap_or(match args.revision.as_str() {
        "draft" => Status::Draft,
        _ => Status::Released,
    });
    let done = import(
        &schemas,
        &Import {
            file: args.file,
            protocol: args.protocol,
            revision: args.revision,
            status,
            upstream: args.upstream,
            commit: args.commit,
            path: args.path,
            keep_descriptions: args.keep_descriptions,
            name: args.name,
        },
    )?;
    let file = schemas.join(&done.source.file);
    println!("{}: {} definitions, {}", done.source.revision, done.definitions, file.display());
    if !done.new {
        match done.differences.len() {
            0 => println!("  says the same as before"),
            count => println!("  says other things than before, in {count} places:"),
        }
        for difference in &done.differences {
            println!("  {}", difference.line("the new file").replace(" here,", " before,"));
        }
    }
    Ok(true)
}

fn run_verify(
    schemas: &Path,
    files: &[PathBuf],
    protocol: Option<&str>,
    revision: Option<&str>,
) -> Result<bool, Vec<Error>> {
    let mut errors = Vec::new();
    let mut same = true;
    for file in files {
        match verify(schemas, file, protocol, revision) {
            Ok(verdict) => {
                println!("{verdict}");
                same &= verdict.is_same();
            }
            Err(more) => errors.extend(more),
        }
    }
    if errors.is_empty() { Ok(same) } else { Err(errors) }
}

fn run_list(root: &Path) -> Result<bool, Vec<Error>> {
    let schemas = root.join("schemas");
    let mut errors = Vec::new();
    println!("protocol  revision    status    definitions  upstream");
    for row in Sources::load(&schemas)?.rows {
        match sources::load_schema_in(&schemas, &row) {
            Ok(schema) => {
                let upstream = match (&row.upstream, &row.commit) {
                    (Some(upstream), Some(commit)) => format!("{upstream} {commit}"),
                    _ => "none recorded".to_owned(),
                };
                println!(
                    "{:<8}  {:<10}  {:<8}  {:>11}  {upstream}",
                    row.protocol,
                    row.revision,
                    row.status.name(),
                    definition_count(&schema)
                );
            }
            Err(error) => errors.push(error),
        }
    }
    if errors.is_empty() { Ok(true) } else { Err(errors) }
}

/// Writes the modules, or with `dry_run` only tells what is out of date.
fn run_generate(root: &Path, dry_run: bool) -> Result<bool, Vec<Error>> {
    let changes = generate(root, dry_run)?;
    for change in &changes {
        println!("{change}");
    }
    if dry_run && !changes.is_empty() {
        let message = "the generated files are out of date: run `cargo codegen generate`";
        return Err(vec![Error::general(message)]);
    }
    Ok(true)
}

/// The folder that was asked for, or the nearest one upwards with a table of schemas.
fn find_root(asked: Option<PathBuf>) -> Result<PathBuf, Error> {
    let table = |folder: &Path| sources::table_path(&folder.join("schemas"));
    if let Some(root) = asked {
        return if table(&root).exists() {
            Ok(root)
        } else {
            let message = "no such file: pass the folder that holds schemas/ as --root";
            Err(Error::new(table(&root).display().to_string(), "", message))
        };
    }
    // Named from here where that is possible, for short messages.
    let here = PathBuf::from(".");
    if table(&here).exists() {
        return Ok(here);
    }
    let here = std::env::current_dir()
        .map_err(|cause| Error::general(format!("cannot tell the current folder: {cause}")))?;
    let found = here.ancestors().find(|folder| table(folder).exists());
    found.map(Path::to_owned).ok_or_else(|| {
        Error::general(
            "no schemas/sources.toml here or in a folder above: pass --root, or --schemas to \
             start a new one with import",
        )
    })
}
