//! Writes the fixtures as the corpus that fuzzing begins with.

#[path = "../support"]
mod support {
    pub(crate) mod grown;
    pub(crate) mod seeds;
    pub(crate) mod targets;
}

use std::path::Path;

fn main() -> std::io::Result<()> {
    for (name, _) in support::targets::TARGETS {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
        std::fs::create_dir_all(&folder)?;
        for (number, seed) in support::seeds::seeds(name).iter().enumerate() {
            std::fs::write(folder.join(format!("seed-{number}")), seed)?;
        }
    }
    Ok(())
}
