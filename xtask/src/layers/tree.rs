//! The files of the workspace that are checked.

use std::fs;
use std::path::{Path, PathBuf};

/// The folders that hold source files and pages; there are pages at the root too.
const FOLDERS: [&str; 6] = ["benches", "crates", "docs", "examples", "scenes", "xtask"];

/// Every source file and every Markdown page, tests included, relative to `workspace` and sorted.
pub fn files(workspace: &Path) -> Vec<PathBuf> {
    let mut files = entries(workspace, Path::new(""));
    for folder in FOLDERS {
        add_files(workspace, Path::new(folder), &mut files);
    }
    files.retain(|path| is_source(path) || path.extension().is_some_and(|it| it == "md"));
    files.sort();
    files
}

/// Whether the file holds Rust.
pub fn is_source(path: &Path) -> bool {
    path.extension().is_some_and(|it| it == "rs")
}

/// Whether the file is compiled for tests only, by its name or that of its folder.
pub fn is_test(path: &Path) -> bool {
    path.with_extension("").iter().any(|name| name.to_string_lossy().ends_with("tests"))
}

/// Adds the files in and below a folder. Build outputs and hidden folders are skipped.
fn add_files(workspace: &Path, folder: &Path, files: &mut Vec<PathBuf>) {
    for path in entries(workspace, folder) {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if !workspace.join(&path).is_dir() {
            files.push(path);
        } else if name != "target" && !name.starts_with('.') {
            add_files(workspace, &path, files);
        }
    }
}

/// The entries of a folder, relative to `workspace`; none if it cannot be read.
fn entries(workspace: &Path, folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(workspace.join(folder)).into_iter().flatten();
    entries.filter_map(|entry| Some(folder.join(entry.ok()?.file_name()))).collect()
}
