//! Writing generated files: what changed, what is stale, and what is somebody else's.

#![allow(clippy::unwrap_used)]

mod support;

use mcp_revisions_codegen::write::{ChangeKind, first_difference, sync_dir, write_changed};
use std::collections::BTreeMap;
use std::path::PathBuf;
use support::{folder, put, snapshot};

#[test]
fn a_file_is_written_only_when_it_changes() {
    let path = folder("write-changed").join("new/file.txt");
    assert!(write_changed(&path, "one").unwrap());
    assert!(!write_changed(&path, "one").unwrap());
    assert!(write_changed(&path, "two").unwrap());
    // Nothing else stays behind.
    assert_eq!(snapshot(path.parent().unwrap()), [(path.clone(), "two".to_owned())]);
}

#[test]
fn a_folder_is_made_exactly_what_is_generated() {
    let folder = folder("write-sync");
    put(&folder.join("kept.rs"), "// @generated\nsame\n");
    put(&folder.join("changed.rs"), "// @generated\nold\n");
    put(&folder.join("v1/stale.rs"), "// @generated\n");
    put(&folder.join("README.md"), "A person wrote this.\n");
    let files: BTreeMap<PathBuf, String> = [
        ("kept.rs", "// @generated\nsame\n"),
        ("changed.rs", "// @generated\nnew\n"),
        ("v2/added.rs", "// @generated\n"),
    ]
    .map(|(path, text)| (path.into(), text.into()))
    .into();

    let before = snapshot(&folder);
    let planned = sync_dir(&folder, &files, true).unwrap();
    assert_eq!(snapshot(&folder), before, "a dry run writes nothing");
    let shown: Vec<_> = planned
        .iter()
        .map(|change| (change.path.strip_prefix(&folder).unwrap().to_str().unwrap(), change.kind))
        .collect();
    assert_eq!(
        shown,
        [
            ("changed.rs", ChangeKind::Updated),
            ("v2/added.rs", ChangeKind::Created),
            ("v1/stale.rs", ChangeKind::Deleted),
        ]
    );
    let diff = planned.first().map(|change| change.diff.as_str());
    assert_eq!(diff, Some("@@ line 2 @@\n // @generated\n-old\n+new\n"));

    assert_eq!(sync_dir(&folder, &files, false).unwrap(), planned);
    assert!(!folder.join("v1").exists(), "an empty folder goes too");
    assert!(folder.join("README.md").exists());
    assert_eq!(sync_dir(&folder, &files, true).unwrap(), []);
}

#[test]
fn a_generated_file_stays_inside_its_folder() {
    let folder = folder("write-outside");
    let files = BTreeMap::from([(PathBuf::from("../x.rs"), String::new())]);
    assert!(sync_dir(&folder, &files, false).is_err());
}

#[test]
fn the_first_difference_is_short() {
    assert_eq!(first_difference("a\nb\nc\n", "a\nc\n"), "@@ line 2 @@\n a\n-b\n");
    let many: String = (0..20).map(|line| format!("{line}\n")).collect();
    let diff = first_difference("", &many);
    assert!(diff.ends_with("+7\n+… 12 more lines\n"), "{diff}");
}
