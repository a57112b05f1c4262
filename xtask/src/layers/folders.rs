//! The rule of folders: the limit of source files in a folder.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::finding::Finding;
use super::rule::Rule;

/// The most source files that a folder may hold; those of its subfolders do not count.
pub const FOLDER_LIMIT: usize = 15;

/// The same for the folder of `lib.rs`: its files are the public modules, of which `lib.rs` has a table.
pub const ROOT_LIMIT: usize = 25;

/// The folders with more of these source files than the limit.
pub fn findings(files: &[PathBuf]) -> Vec<Finding> {
    let mut counts: BTreeMap<&Path, usize> = BTreeMap::new();
    for folder in files.iter().filter_map(|file| file.parent()) {
        *counts.entry(folder).or_default() += 1;
    }
    let limit = |folder: &Path| {
        let is_root = files.iter().any(|file| *file == folder.join("lib.rs"));
        if is_root { ROOT_LIMIT } else { FOLDER_LIMIT }
    };
    let finding = |(folder, count): (&Path, usize)| {
        let limit = limit(folder);
        let message = format!("the folder has {count} source files; {limit} are allowed");
        (count > limit).then(|| Finding::new(Rule::Folders, folder, 0, message))
    };
    counts.into_iter().filter_map(finding).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folder_of_16_files_is_reported() {
        let mut files: Vec<PathBuf> = (0..15).map(|it| format!("src/a/{it}.rs").into()).collect();
        files.extend(["src/lib.rs".into(), "src/a/b/c.rs".into()]);
        assert_eq!(findings(&files), []);
        files.push("src/a/16.rs".into());
        let found: Vec<String> = findings(&files).iter().map(ToString::to_string).collect();
        assert_eq!(found, ["src/a: the folder has 16 source files; 15 are allowed"]);
    }

    #[test]
    fn folder_of_a_crate_root_may_hold_25_files() {
        let mut files: Vec<PathBuf> = (0..24).map(|it| format!("src/{it}.rs").into()).collect();
        files.push("src/lib.rs".into());
        assert_eq!(findings(&files), []);
        files.push("src/25.rs".into());
        assert_eq!(findings(&files).len(), 1);
    }
}
