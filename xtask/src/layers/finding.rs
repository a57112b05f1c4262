//! What is told of a place that breaks a rule?

use std::fmt;
use std::path::{Path, PathBuf};

/// A place that breaks a rule; sorts by file, then line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the root of the workspace.
    pub file: PathBuf,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and what to do.
    pub message: String,
}

impl Finding {
    /// A place in `file` and what is wrong there.
    pub fn new(file: &Path, line: usize, message: String) -> Self {
        Self { file: file.to_path_buf(), line, message }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}
