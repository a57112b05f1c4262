//! Predicates of tokens.

use proc_macro2::{Delimiter, Group, TokenTree};

/// Whether the token is the punctuation mark `mark`.
pub fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

/// How many tokens at the front are a doc comment, which the lexer spells `#[doc = ".."]`; 0 if none.
pub fn documentation_length(tokens: &[TokenTree]) -> usize {
    match tokens {
        [one, TokenTree::Group(group), ..] if is_mark(one, '#') && is_doc(group) => 2,
        [one, two, TokenTree::Group(group), ..]
            if is_mark(one, '#') && is_mark(two, '!') && is_doc(group) =>
        {
            3
        }
        _ => 0,
    }
}

fn is_doc(group: &Group) -> bool {
    let mut inside = group.stream().into_iter();
    group.delimiter() == Delimiter::Bracket
        && matches!(inside.next(), Some(TokenTree::Ident(name)) if name == "doc")
        && matches!(inside.next(), Some(TokenTree::Punct(mark)) if mark.as_char() == '=')
}
