//! Reads the source of the workspace: files, crates, comments and pages.

pub mod tokens;
pub mod test_code;
pub mod file;
pub mod modules;
pub mod comments;
pub mod tree;
pub mod roots;
