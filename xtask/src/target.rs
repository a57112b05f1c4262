//! The folder in which cargo builds.

use std::path::{Path, PathBuf};

/// The folder in which cargo builds the workspace.
pub fn folder(workspace: &Path) -> PathBuf {
    std::env::var_os("CARGO_TARGET_DIR").map_or(workspace.join("target"), Into::into)
}
