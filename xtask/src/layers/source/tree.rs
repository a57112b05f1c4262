//! The files of the workspace: source files and the pages of its documentation.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders that hold source files.
const SOURCE_FOLDERS: [&str; 5] = ["benches", "crates", "examples", "scenes", "xtask"];

/// Every source file of the workspace, tests included, relative to `workspace` and sorted.
pub fn source_files(workspace: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for folder in SOURCE_FOLDERS {
        add_files(workspace, Path::new(folder), "rs", &mut files);
    }
    files.sort();
    files
}

/// The Markdown pages at the root, in `docs/` and beside the packages, relative to `workspace` and sorted.
pub fn pages(workspace: &Path) -> Vec<PathBuf> {
    let mut pages = entries(workspace, Path::new(""));
    pages.retain(|path| path.extension().is_some_and(|it| it == "md"));
    add_files(workspace, Path::new("docs"), "md", &mut pages);
    let packages =
        [entries(workspace, Path::new("crates")), entries(workspace, Path::new("benches"))];
    let folders = SOURCE_FOLDERS.iter().map(PathBuf::from).chain(packages.concat());
    pages.extend(folders.map(|folder| folder.join("README.md")));
    pages.retain(|path| workspace.join(path).is_file());
    pages.sort();
    pages
}

/// The entries of a folder, relative to `workspace`; none if it cannot be read.
pub fn entries(workspace: &Path, folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(workspace.join(folder))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
        .collect()
}

/// Adds the files in and below `folder` that end in `.extension`. Build outputs and hidden folders are skipped.
fn add_files(workspace: &Path, folder: &Path, extension: &str, files: &mut Vec<PathBuf>) {
    for path in entries(workspace, folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if workspace.join(&path).is_dir() {
            if name != "target" && !name.starts_with('.') {
                add_files(workspace, &path, extension, files);
            }
        } else if path.extension().is_some_and(|it| it == extension) {
            files.push(path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sources_and_pages_of_all_packages_are_found() {
        let sources = source_files(crate::workspace());
        for path in [
            "benches/steps/src/main.rs",
            "crates/bevy_elastic/src/lib.rs",
            "crates/collide-core/tests/laws/main.rs",
            "examples/breakout.rs",
            "scenes/src/lib.rs",
            "xtask/src/layers/source/tree.rs",
        ] {
            assert!(sources.contains(&path.into()), "{path} is missing");
        }
        let pages = pages(crate::workspace());
        for path in ["README.md", "benches/README.md", "crates/collide-core/README.md"] {
            assert!(pages.contains(&path.into()), "{path} is missing");
        }
    }

    #[test]
    fn folder_that_is_missing_has_no_entries() {
        assert!(entries(Path::new("no-such-folder"), Path::new("src")).is_empty());
    }
}
