//! The string literals of a source file.

use proc_macro2::{TokenStream, TokenTree};

use crate::layers::source::file::SourceFile;
use crate::layers::source::tokens::documentation_length;

/// The lines of every string literal, each with its number, counted from 1. Doc comments are left out.
pub fn literal_lines(file: &SourceFile) -> Vec<(usize, String)> {
    let mut lines = Vec::new();
    add_lines(&file.tokens, &mut lines);
    lines
}

fn add_lines(stream: &TokenStream, lines: &mut Vec<(usize, String)>) {
    let tokens: Vec<TokenTree> = stream.clone().into_iter().collect();
    let mut at = 0;
    while at < tokens.len() {
        let documentation = documentation_length(&tokens[at..]);
        match &tokens[at] {
            _ if documentation > 0 => at += documentation - 1,
            TokenTree::Group(group) => add_lines(&group.stream(), lines),
            TokenTree::Literal(literal) => {
                let (text, first) = (literal.to_string(), literal.span().start().line);
                if text.contains('"') {
                    let numbered = text.lines().enumerate();
                    lines.extend(numbered.map(|(index, text)| (first + index, text.to_owned())));
                }
            }
            _ => {}
        }
        at += 1;
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[test]
    fn every_line_of_a_string_is_found() {
        let text =
            "//! \"Docs\"\nconst A: &str = \"b\nc\";\n/// D\nfn f() { g!(r#\"h\"#, 'i', 1); }";
        let file = SourceFile::parse(Path::new("a.rs"), text.to_owned()).unwrap();
        let wanted = [(2, "\"b"), (3, "c\""), (5, "r#\"h\"#")];
        assert_eq!(literal_lines(&file), wanted.map(|(line, text)| (line, text.to_owned())));
    }
}
