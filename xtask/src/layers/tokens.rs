//! What is this token?

use proc_macro2::TokenTree;

/// Whether the token is the punctuation mark `mark`.
pub fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}
