//! The root files of the crates of the workspace.

use std::path::{Path, PathBuf};

use super::tree::entries;

/// The root files of all packages, binaries and examples, relative to `workspace` and sorted.
///
/// The crates of `tests/` are left out: tests may import and call anything.
pub fn roots(workspace: &Path) -> Vec<PathBuf> {
    let inside = |folder: &str| entries(workspace, Path::new(folder));
    let mut packages = [inside("crates"), inside("benches")].concat();
    packages.extend(["scenes".into(), "xtask".into()]);
    let mut folders: Vec<PathBuf> = packages.iter().map(|package| package.join("src")).collect();
    let mut files = inside("examples");
    folders.extend(files.iter().cloned());
    for package in &packages {
        for folder in ["src/bin", "examples", "benches"] {
            files.extend(entries(workspace, &package.join(folder)));
        }
    }
    let mut roots: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| [folder.join("lib.rs"), folder.join("main.rs")])
        .chain(files.into_iter().filter(|path| path.extension().is_some_and(|it| it == "rs")))
        .filter(|path| workspace.join(path).is_file())
        .collect();
    roots.sort();
    roots
}
