//! Writing files: whole or not at all, only what changed, and nothing of anybody else's.

use crate::error::Error;
use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Component, Path, PathBuf};

/// What marks a file as ours: it stands in one of the first lines.
pub const GENERATED: &str = "@generated";

/// What happened to a file, or would.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is new.
    Created,
    /// Its text differs.
    Updated,
    /// It is no longer made.
    Deleted,
}

/// A file that was written or deleted, or would be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// The file.
    pub path: PathBuf,
    /// What happened to it.
    pub kind: ChangeKind,
    /// For an update, the first lines that differ, as in a unified diff; otherwise empty.
    pub diff: String,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            ChangeKind::Created => "new",
            ChangeKind::Updated => "changed",
            ChangeKind::Deleted => "no longer made",
        };
        write!(f, "{}: {kind}", self.path.display())?;
        if !self.diff.is_empty() {
            write!(f, "\n{}", self.diff.trim_end())?;
        }
        Ok(())
    }
}

/// Writes a file whole, through a temporary file beside it, unless it says so already. Returns
/// whether it wrote.
pub fn write_changed(path: &Path, contents: &str) -> Result<bool, Error> {
    if read_if_there(path)?.as_deref() == Some(contents.as_bytes()) {
        return Ok(false);
    }
    let failed = |cause| Error::io("write", path, &cause);
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let folder = folder.unwrap_or(Path::new("."));
    fs::create_dir_all(folder).map_err(failed)?;
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = folder.join(format!(".{name}.{}.tmp", std::process::id()));
    let written = fs::File::create(&temporary)
        .and_then(|mut file| file.write_all(contents.as_bytes()).and_then(|()| file.sync_all()))
        .and_then(|()| fs::rename(&temporary, path));
    written.map_err(|cause| {
        // The temporary file may not exist; the first error is the one to tell.
        let _ = fs::remove_file(&temporary);
        failed(cause)
    })?;
    Ok(true)
}

/// Makes the generated files of a folder exactly `files`, whose paths are relative to it: writes
/// what differs and deletes generated files (those marked [`GENERATED`]) that are not in `files`.
/// With `dry_run` it writes nothing and only tells what it would do.
pub fn sync_dir(
    folder: &Path,
    files: &BTreeMap<PathBuf, String>,
    dry_run: bool,
) -> Result<Vec<Change>, Error> {
    for path in files.keys() {
        if !path.components().all(|part| matches!(part, Component::Normal(_))) {
            return Err(Error::new(
                path.display().to_string(),
                "",
                format!("a generated file must stay inside {}: correct its name", folder.display()),
            ));
        }
    }
    let mut changes = Vec::new();
    for (relative, contents) in files {
        let path = folder.join(relative);
        let (kind, diff) = match read_if_there(&path)? {
            None => (ChangeKind::Created, String::new()),
            Some(old) if old == contents.as_bytes() => continue,
            Some(old) => {
                (ChangeKind::Updated, first_difference(&String::from_utf8_lossy(&old), contents))
            }
        };
        if !dry_run {
            write_changed(&path, contents)?;
        }
        changes.push(Change { path, kind, diff });
    }
    let mut stale = Vec::new();
    find_stale(folder, Path::new(""), files, &mut stale)?;
    stale.sort();
    for relative in stale {
        let path = folder.join(&relative);
        if !dry_run {
            fs::remove_file(&path).map_err(|cause| Error::io("delete", &path, &cause))?;
            remove_empty_parents(folder, &relative);
        }
        changes.push(Change { path, kind: ChangeKind::Deleted, diff: String::new() });
    }
    Ok(changes)
}

/// Collects the generated files under `folder/inside` that are not wanted.
fn find_stale(
    folder: &Path,
    inside: &Path,
    wanted: &BTreeMap<PathBuf, String>,
    stale: &mut Vec<PathBuf>,
) -> Result<(), Error> {
    let here = folder.join(inside);
    let failed = |cause: std::io::Error| Error::io("list", &here, &cause);
    let entries = match fs::read_dir(&here) {
        Err(cause) if cause.kind() == ErrorKind::NotFound => return Ok(()),
        entries => entries.map_err(failed)?,
    };
    for entry in entries {
        let entry = entry.map_err(failed)?;
        let relative = inside.join(entry.file_name());
        // A link's own type is asked for, so links are never followed.
        let kind = entry.file_type().map_err(failed)?;
        if kind.is_dir() {
            find_stale(folder, &relative, wanted, stale)?;
        } else if kind.is_file() && !wanted.contains_key(&relative) {
            let text = read_if_there(&entry.path())?.unwrap_or_default();
            if is_generated(&String::from_utf8_lossy(&text)) {
                stale.push(relative);
            }
        }
    }
    Ok(())
}

fn is_generated(text: &str) -> bool {
    text.lines().take(3).any(|line| line.contains(GENERATED))
}

fn remove_empty_parents(folder: &Path, relative: &Path) {
    for parent in relative.ancestors().skip(1).filter(|path| !path.as_os_str().is_empty()) {
        // Only an empty folder goes, and one that stays does no harm.
        if fs::remove_dir(folder.join(parent)).is_err() {
            break;
        }
    }
}

fn read_if_there(path: &Path) -> Result<Option<Vec<u8>>, Error> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(cause) if cause.kind() == ErrorKind::NotFound => Ok(None),
        Err(cause) => Err(Error::io("read", path, &cause)),
    }
}

/// The first place where two texts differ, as a short unified diff: three lines of context, and
/// up to eight lines of each side.
#[must_use]
pub fn first_difference(old: &str, new: &str) -> String {
    const CONTEXT: usize = 3;
    const SHOWN: usize = 8;
    let (old, new): (Vec<_>, Vec<_>) = (old.lines().collect(), new.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - same;
    let same_at_end =
        old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let start = same.saturating_sub(CONTEXT);
    let mut text = format!("@@ line {} @@\n", same + 1);
    for line in old.iter().take(same).skip(start) {
        text.push_str(&format!(" {line}\n"));
    }
    for (sign, lines) in [('-', &old), ('+', &new)] {
        let changed = lines.len() - same - same_at_end;
        for line in lines.iter().skip(same).take(changed.min(SHOWN)) {
            text.push_str(&format!("{sign}{line}\n"));
        }
        if changed > SHOWN {
            text.push_str(&format!("{sign}… {} more lines\n", changed - SHOWN));
        }
    }
    text
}
