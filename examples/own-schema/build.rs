//! Makes the types of `queue.schema.json`.

use std::error::Error;
use std::path::PathBuf;

use mcp_revisions_codegen::Module;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=queue.schema.json");
    let out = PathBuf::from(std::env::var("OUT_DIR")?);
    Module::from_schema_file("queue.schema.json")?
        .title("The documents of a job queue.")
        .first(["id"])
        .part("Job.retries", "Retries")
        .write_to(out.join("queue.rs"))?;
    Ok(())
}
