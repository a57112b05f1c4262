//! The rule of openings: a file opens with a `//!` paragraph that states its contents and asks nothing.

use std::path::Path;

use super::finding::{Finding, Rule};

/// A missing opening, or a question in it. Question marks inside of backticks do not count.
pub fn findings(path: &Path, text: &str) -> Option<Finding> {
    let docs = text.lines().skip_while(|line| !line.starts_with("//!"));
    let paragraph: Vec<&str> = docs.map_while(|line| line.strip_prefix("//! ")).collect();
    let asks = paragraph.join(" ").split('`').step_by(2).any(|prose| prose.contains('?'));
    let message = match paragraph.is_empty() {
        true => "the file has no opening; state its contents in a `//!` line",
        false => "the opening is a question; state what the file contains",
    };
    (asks || paragraph.is_empty()).then(|| Finding::new(Rule::Openings, path, 1, message))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Option<String> {
        Some(findings(Path::new("a.rs"), text)?.message)
    }

    #[test]
    fn missing_opening_and_question_are_reported() {
        for text in ["//! Parses `T?`.\n//!\n//! Why?", "#![allow(a)]\n//! A.\nfn f() {}"] {
            assert_eq!(found(text), None, "{text}");
        }
        for text in ["\n//! What is it?", "//! A long line and\n//! what is it?\n//!\n//! More."] {
            assert!(found(text).is_some_and(|it| it.contains("question")), "{text}");
        }
        for text in ["", "// A comment.\nfn f() {}", "/// Docs.\nfn f() {}", "//!\n//! Late."] {
            assert!(found(text).is_some_and(|it| it.contains("no opening")), "{text}");
        }
    }
}
