//! Drives the pages in a headless browser, by a script for Node.

use std::fs;
use std::path::Path;
use std::process::Command;

use super::demos::Demo;
use super::tools::succeed;
use crate::target;

/// The files of the script, which are copied beside the packages that it needs.
const FILES: [(&str, &str); 4] = [
    ("package.json", include_str!("../../pages/check/package.json")),
    ("check.mjs", include_str!("../../pages/check/check.mjs")),
    ("rounds.mjs", include_str!("../../pages/check/rounds.mjs")),
    ("server.mjs", include_str!("../../pages/check/server.mjs")),
];

/// Loads each page on a desktop and on a phone and plays a round. The browser is `CHROMIUM`, or the Chromium of the system.
///
/// # Errors
/// If Node, npm or Chromium is missing, or a page does not what it should; the script prints what.
pub fn drive(workspace: &Path, site: &Path, demos: &[Demo]) -> Result<(), String> {
    let folder = target::folder(workspace).join("check");
    fs::create_dir_all(&folder).map_err(|error| error.to_string())?;
    for (name, text) in FILES {
        fs::write(folder.join(name), text).map_err(|error| error.to_string())?;
    }
    let mut npm = Command::new("npm");
    succeed(npm.current_dir(&folder).args(["install", "--no-audit", "--no-fund", "--silent"]))?;
    let site = site.canonicalize().map_err(|error| {
        format!("{}: {error}; `cargo xtask web` builds the pages", site.display())
    })?;
    let mut node = Command::new("node");
    node.current_dir(&folder).arg("check.mjs").arg(site);
    succeed(node.args(demos.iter().map(|demo| &demo.example)))
}
