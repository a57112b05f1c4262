//! A place that breaks a rule, and the rules by name.

use std::fmt;
use std::path::{Path, PathBuf};

use clap::ValueEnum;

/// A rule that the source of the workspace keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Rule {
    /// A file imports only from files above it.
    Imports,
    /// An inherent `impl` stands in the room of its type.
    Rooms,
    /// Files and functions are short, a struct has few fields, and a folder few files.
    Sizes,
    /// A number that decides something has a name.
    Numbers,
    /// A file opens with a statement of its contents.
    Openings,
    /// A thing is not called by the pronoun of a person.
    Words,
    /// An excuse is well formed and needed.
    Excuses,
}

impl Rule {
    /// Every rule.
    pub fn all() -> Vec<Self> {
        Self::value_variants().to_vec()
    }

    /// The name on the command line and in an excuse.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

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
}

impl Finding {
    /// A line of `file` that breaks `rule`.
    pub fn new(rule: Rule, file: &Path, line: usize, message: impl Into<String>) -> Self {
        Self { file: file.to_path_buf(), line, rule, message: message.into() }
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}: {}", self.file.display(), self.line, self.message)
    }
}
