//! The rule of openings: a file opens with a `//!` paragraph that states its contents and asks nothing.

use syn::{AttrStyle, Attribute, Expr, Lit, Meta};

use super::finding::Finding;
use super::rule::Rule;
use super::source::file::SourceFile;

/// A missing opening, or a question in it.
///
/// The opening is the first paragraph of `//!` lines. Question marks inside of backticks do not count.
pub fn findings(file: &SourceFile) -> Vec<Finding> {
    let lines: Vec<(usize, String)> = file.syntax.attrs.iter().filter_map(line_of_docs).collect();
    let paragraph = || lines.iter().take_while(|(_, text)| !text.trim().is_empty());
    let finding =
        |line, message: &str| Finding::new(Rule::Openings, &file.path, line, message.into());
    let Some((first, _)) = paragraph().next() else {
        return vec![finding(1, "the file has no opening; state its contents in a `//!` line")];
    };
    let text: Vec<&str> = paragraph().map(|(_, text)| text.as_str()).collect();
    if outside_backticks(&text.join(" ")).contains('?') {
        return vec![finding(*first, "the opening is a question; state what the file contains")];
    }
    Vec::new()
}

/// The line and the text of an inner doc comment.
fn line_of_docs(attribute: &Attribute) -> Option<(usize, String)> {
    let Meta::NameValue(meta) = &attribute.meta else { return None };
    let Expr::Lit(literal) = &meta.value else { return None };
    let Lit::Str(text) = &literal.lit else { return None };
    let is_docs = meta.path.is_ident("doc") && matches!(attribute.style, AttrStyle::Inner(_));
    is_docs.then(|| (attribute.pound_token.span.start().line, text.value()))
}

/// The text without what stands between backticks.
fn outside_backticks(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn found(text: &str) -> Vec<String> {
        let file = SourceFile::parse(Path::new("a.rs"), text.to_owned()).unwrap();
        findings(&file).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn opening_that_states_the_contents_is_allowed() {
        for text in [
            "//! Parses `Option<T>?`.\n//!\n//! Why? Because.",
            "#![allow(unused)]\n//! States.\nfn f() {}",
            "// A licence.\n\n//! States.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn question_in_the_opening_is_reported() {
        let wanted = ["a.rs:2: the opening is a question; state what the file contains"];
        for text in [
            "\n//! What is it?",
            "\n//! What is it? This.\n//!\n//! More.",
            "\n//! A long line and\n//! what is it?",
        ] {
            assert_eq!(found(text), wanted, "{text}");
        }
    }

    #[test]
    fn missing_opening_is_reported() {
        let wanted = ["a.rs:1: the file has no opening; state its contents in a `//!` line"];
        for text in ["", "fn f() {}", "// A comment.", "/// Docs.\nfn f() {}", "//!\n//! Late."] {
            assert_eq!(found(text), wanted, "{text}");
        }
    }
}
