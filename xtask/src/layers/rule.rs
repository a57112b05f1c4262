//! The rules by name.

use clap::ValueEnum;

/// A rule that the source of the workspace keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, ValueEnum)]
pub enum Rule {
    /// A file imports only from files above it.
    Imports,
    /// A file calls only inherent methods that are defined above it.
    Methods,
    /// No files use each other in a circle.
    Circles,
    /// Files and functions are short.
    Sizes,
    /// A struct of state has few fields.
    Fields,
    /// A number that decides something has a name.
    Numbers,
    /// A folder holds few files.
    Folders,
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

    /// The rule of this name.
    pub fn named(name: &str) -> Option<Self> {
        Self::from_str(name, false).ok()
    }

    /// The name on the command line and in an excuse.
    pub fn name(self) -> String {
        format!("{self:?}").to_lowercase()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn name_is_read_back() {
        for rule in Rule::all() {
            assert_eq!(Rule::named(&rule.name()), Some(rule));
        }
        assert_eq!(Rule::named("other"), None);
    }
}
