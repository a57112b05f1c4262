//! The comments of a source file, doc comments included.

use std::ops::Range;

use proc_macro2::{TokenStream, TokenTree};

use super::file::SourceFile;
use super::tokens::documentation_length;

/// A line of a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommentLine<'a> {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The text, from the slashes on.
    pub text: &'a str,
}

/// Every line of every comment, in the order of the file.
///
/// The lexer drops comments, so they are what stands between the tokens. An attribute `#[doc = ".."]`
/// counts as a comment too.
pub fn comments(file: &SourceFile) -> Vec<CommentLine<'_>> {
    let mut tokens = Vec::new();
    add_ranges(&file.tokens, &mut tokens);
    let mut lines = Vec::new();
    let (mut position, mut line) = (0, 1);
    let end = file.text.len();
    for token in tokens.into_iter().chain(std::iter::once(end..end)) {
        let gap = file.text.get(position..token.start).unwrap_or_default();
        let numbered = gap.split('\n').enumerate();
        lines.extend(
            numbered
                .map(|(index, text)| CommentLine { line: line + index, text: text.trim() })
                .filter(|comment| !comment.text.is_empty()),
        );
        let passed = file.text.get(position..token.end).unwrap_or_default();
        line += passed.matches('\n').count();
        position = token.end;
    }
    lines
}

/// Adds the byte ranges of the tokens that are not part of a doc comment.
fn add_ranges(stream: &TokenStream, ranges: &mut Vec<Range<usize>>) {
    let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let documentation = documentation_length(&tokens[at..]);
        if documentation > 0 {
            at += documentation;
            continue;
        }
        match &tokens[at] {
            TokenTree::Group(group) => {
                ranges.push(group.span_open().byte_range());
                add_ranges(&group.stream(), ranges);
                ranges.push(group.span_close().byte_range());
            }
            token => ranges.push(token.span().byte_range()),
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    fn found(text: &str) -> Vec<(usize, String)> {
        let file = SourceFile::parse(Path::new("a.rs"), text.to_owned()).unwrap();
        comments(&file).iter().map(|it| (it.line, it.text.to_owned())).collect()
    }

    #[test]
    fn comment_of_each_kind_is_found_with_its_line() {
        let text = "//! Opens.\n\n/// Docs.\nfn f() { // Trails.\n    /* Two\n    lines. */ g();\n}\n// Ends.";
        let wanted = [
            (1, "//! Opens."),
            (3, "/// Docs."),
            (4, "// Trails."),
            (5, "/* Two"),
            (6, "lines. */"),
            (8, "// Ends."),
        ];
        assert_eq!(found(text), wanted.map(|(line, text)| (line, text.to_owned())));
    }

    #[test]
    fn literal_is_no_comment() {
        let text =
            "const A: (&str, char) = (\"// a\n// b\", '\\'');\nconst B: &str = r#\"/* \" */\"#;";
        assert_eq!(found(text), []);
    }

    #[test]
    fn wide_characters_do_not_shift_the_text() {
        let text = "const A: &str = \"äöü·→\"; // ü → why\n/// Grüße.\nfn f() {}";
        assert_eq!(found(text), [(1, "// ü → why".to_owned()), (2, "/// Grüße.".to_owned())]);
    }
}
