//! The command line of the generator; see `--help`.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcp_revisions_codegen::cli::main()
}
