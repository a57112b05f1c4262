//! A place that breaks a rule, and how it is printed.

use std::fmt;
use std::path::{Path, PathBuf};

use super::rule::Rule;

/// A place that breaks a rule; sorts by file, then line.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// The file, relative to the root of the workspace.
    pub file: PathBuf,
    /// The line, counted from 1; 0 if the finding is about the file or folder as a whole.
    pub line: usize,
    /// The rule that is broken.
    pub rule: Rule,
    /// What is wrong, and what to do.
    pub message: String,
    /// The first line of the item that the finding is about. An excuse may stand here or at `line`.
    pub first_line: usize,
}

impl Finding {
    /// A line of `file` that breaks `rule`.
    pub fn new(rule: Rule, file: &Path, line: usize, message: String) -> Self {
        Self { file: file.to_path_buf(), line, rule, message, first_line: line }
    }

    /// The same for an item that begins on an earlier line, with its docs and attributes.
    pub fn of_item(self, first_line: usize) -> Self {
        Self { first_line, ..self }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:", self.file.display())?;
        if self.line > 0 {
            write!(formatter, "{}:", self.line)?;
        }
        write!(formatter, " {}", self.message)
    }
}
