//! Material that lies beside the project and is not part of it.

#![allow(dead_code)]

use std::path::{Path, PathBuf};

/// A file or folder of the material beside the project. Where it is not there, says so: what the
/// project carries itself is tested all the same.
pub(crate) fn shared(name: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared").join(name);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: there is no ../shared/{name} beside the project");
    None
}

/// A file or folder of the project's own fixtures.
pub(crate) fn fixture(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures").join(name)
}

/// The files of a folder with this ending, sorted by name.
pub(crate) fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.path())
        .filter(|path| path.to_string_lossy().ends_with(ending))
        .collect();
    files.sort();
    files
}
