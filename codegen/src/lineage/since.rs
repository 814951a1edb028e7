//! In which revisions a definition, member, value, alternative or method exists.

use std::collections::BTreeMap;

use crate::error::Error;

/// Presence by revision, oldest first.
#[derive(Clone, Debug, Default)]
pub struct Since {
    revisions: usize,
    /// By definition and part; the part is empty for the definition itself.
    present: BTreeMap<(String, String), Vec<bool>>,
}

impl Since {
    pub(super) fn new(revisions: usize) -> Self {
        Since { revisions, present: BTreeMap::new() }
    }

    pub(super) fn definition(&mut self, name: &str, generation: usize) {
        self.part(name, "", generation);
    }

    pub(super) fn part(&mut self, name: &str, part: &str, generation: usize) {
        let key = (name.to_owned(), part.to_owned());
        let all = self.present.entry(key).or_insert_with(|| vec![false; self.revisions]);
        if let Some(here) = all.get_mut(generation) {
            *here = true;
        }
    }

    /// Where a part of a definition exists.
    #[must_use]
    pub fn of(&self, name: &str, part: &str) -> &[bool] {
        self.present.get(&(name.to_owned(), part.to_owned())).map_or(&[], Vec::as_slice)
    }

    /// Whether it exists in a revision.
    #[must_use]
    pub fn is_in(&self, name: &str, part: &str, generation: usize) -> bool {
        self.of(name, part).get(generation).copied().unwrap_or(false)
    }

    /// The parts that exist in fewer revisions than their definition does.
    pub fn partial(&self) -> impl Iterator<Item = (&str, &str, &[bool])> {
        self.present.iter().filter_map(|((name, part), present)| {
            let whole = if name.is_empty() { None } else { Some(self.of(name, "")) };
            let less = match whole {
                Some(whole) => {
                    whole.iter().zip(present).any(|(definition, here)| *definition && !*here)
                }
                None => present.iter().any(|here| !here),
            };
            (!part.is_empty() && less).then_some((name.as_str(), part.as_str(), present.as_slice()))
        })
    }

    /// Whether a part as features name it (`Owner.member`, `*.member`, a method, or with `?` the
    /// absence of a member) is in some revisions and not in others.
    pub(super) fn is_told_apart(&self, part: &str) -> bool {
        let (part, absence) = part.strip_suffix('?').map_or((part, false), |part| (part, true));
        self.present.iter().any(|((owner, name), present)| {
            let is_it = match owner.as_str() {
                "" => part == name,
                owner => part == format!("{owner}.{name}") || part == format!("*.{name}"),
            };
            is_it && !name.is_empty() && (absence || present.iter().any(|here| !here))
        })
    }

    /// `Since A.` and `Until B.` for docs; nothing for what exists from the first to the last.
    #[must_use]
    pub fn note(&self, name: &str, part: &str, revisions: &[String]) -> Option<String> {
        let present = self.of(name, part);
        let first = present.iter().position(|here| *here)?;
        let last = present.iter().rposition(|here| *here)?;
        let mut note = String::new();
        if first > 0 {
            note.push_str(&format!("Since {}.", revisions.get(first)?));
        }
        if last + 1 < present.len() {
            let gap = if note.is_empty() { "" } else { " " };
            note.push_str(&format!("{gap}Until {}.", revisions.get(last)?));
        }
        (!note.is_empty()).then_some(note)
    }
}

/// An error about a part that nobody decided on.
pub(super) fn undecided(name: &str, part: &str, present: &[bool], revisions: &[String]) -> Error {
    let in_revisions: Vec<&str> = revisions
        .iter()
        .zip(present)
        .filter(|(_, here)| **here)
        .map(|(revision, _)| revision.as_str())
        .collect();
    let place = if name.is_empty() { part.to_owned() } else { format!("{name}.{part}") };
    Error::new(
        super::FILE,
        "",
        format!(
            "`{place}` is in {} only and belongs to no feature: add it to the `parts` of one",
            in_revisions.join(", ")
        ),
    )
}
