//! `Cargo.toml`: a feature for each revision, which no module can do without.

use std::collections::BTreeMap;
use std::path::Path;

use serde::Deserialize;

use crate::error::Error;
use crate::modules::{Protocols, feature};
use crate::sources::Status;

const FILE: &str = "Cargo.toml";

#[derive(Debug, Default, Deserialize)]
struct Manifest {
    #[serde(default)]
    features: BTreeMap<String, Vec<String>>,
}

/// What the manifest beside the schemas lacks, as the lines to add; nothing where there is none.
///
/// Every revision has a feature, with that of its protocol where the protocol has a module of its
/// own. Where there are such features, `cli` has all of them, and `default` those that are released
/// and stand at the root.
pub fn check(root: &Path, protocols: &Protocols<'_>) -> Result<Vec<Error>, Error> {
    let path = root.join(FILE);
    let text = match std::fs::read_to_string(&path) {
        Ok(text) => text,
        Err(cause) if cause.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(cause) => return Err(Error::io("read", &path, &cause)),
    };
    let manifest: Manifest =
        toml::from_str(&text).map_err(|cause| Error::new(FILE, "", cause.to_string()))?;
    let mut errors = Vec::new();
    let mut complain = |name: &str, message: String| {
        errors.push(Error::new(FILE, format!("/features/{name}"), message));
    };
    let mut all = Vec::new();
    let mut by_default = Vec::new();
    for (module, sources) in protocols {
        let module = module.as_deref();
        if let Some(module) = module
            && !manifest.features.contains_key(module)
        {
            complain(module, format!("it is missing: write `{module} = []`"));
        }
        for source in sources {
            let name = feature(module, source);
            let found = manifest.features.get(&name);
            let is_right = |parts: &Vec<String>| {
                module.is_none_or(|module| parts.iter().any(|part| part == module))
            };
            if !found.is_some_and(is_right) {
                let module = module.map(|module| format!("{module:?}")).unwrap_or_default();
                complain(
                    &name,
                    format!("it is missing, or has other parts: write `{name} = [{module}]`"),
                );
            }
            if module.is_none() && source.status == Status::Released {
                by_default.push(name.clone());
            }
            all.push(name);
        }
    }
    for (name, parts) in [("default", by_default), ("cli", all)] {
        let Some(found) = manifest.features.get(name) else { continue };
        let missing = parts.iter().filter(|part| !found.contains(part));
        let missing: Vec<String> = missing.map(|part| format!("{part:?}")).collect();
        if !missing.is_empty() {
            complain(name, format!("it lacks revisions: add {}", missing.join(", ")));
        }
    }
    Ok(errors)
}
