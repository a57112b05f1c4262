//! Where does each crate of the workspace begin?

use std::fs;
use std::path::{Path, PathBuf};

/// The root files of all packages and examples that are there, relative to `workspace` and sorted.
///
/// The files of `tests/` and `benches/` are crates of one file each, for which no order can be broken.
pub fn roots(workspace: &Path) -> Vec<PathBuf> {
    let mut packages = entries(workspace, Path::new("crates"));
    packages.extend(["scenes".into(), "xtask".into()]);
    let mut folders: Vec<PathBuf> = packages.iter().map(|package| package.join("src")).collect();
    let examples = entries(workspace, Path::new("examples"));
    folders.extend(examples.iter().cloned());

    let mut roots: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| [folder.join("lib.rs"), folder.join("main.rs")])
        .chain(examples.into_iter().filter(|path| path.extension().is_some_and(|it| it == "rs")))
        .filter(|path| workspace.join(path).is_file())
        .collect();
    roots.sort();
    roots
}

/// What stands in a folder, relative to `workspace`; nothing if it cannot be read.
fn entries(workspace: &Path, folder: &Path) -> Vec<PathBuf> {
    fs::read_dir(workspace.join(folder))
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(folder.join(entry.ok()?.file_name())))
        .collect()
}
