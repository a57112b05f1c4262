//! The rule of words: no line of a source file or a page calls a thing by the pronoun of a person.

use std::path::Path;

use super::finding::{Finding, Rule};

/// The pronouns of persons, in lower case.
const PRONOUNS: &str =
    // layers: allow(words, "the list of the words")
    "who whom whose everyone everybody nobody somebody someone anyone he him his she her";

/// The lines that hold a pronoun, in a comment, a message, a name or prose.
pub fn findings(path: &Path, text: &str) -> Vec<Finding> {
    let is_pronoun = |word: &&str| PRONOUNS.split(' ').any(|pronoun| pronoun == *word);
    let mut findings = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = apart(line).to_lowercase();
        if let Some(word) = line.split(|it: char| !it.is_alphanumeric()).find(is_pronoun) {
            let message = format!("`{word}` is a pronoun of a person; name the thing");
            findings.push(Finding::new(Rule::Words, path, index + 1, message));
        }
    }
    findings
}

/// A line with the words of its names apart, as in `Known Value` for `KnownValue`.
fn apart(line: &str) -> String {
    let mut words = String::new();
    for letter in line.chars() {
        if letter.is_uppercase() && words.ends_with(char::is_lowercase) {
            words.push(' ');
        }
        words.push(letter);
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pronoun_is_reported_as_a_word_and_in_a_name() {
        let found = |text: &str| {
            let findings = findings(Path::new("a.rs"), text);
            findings.iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        for word in PRONOUNS.split(' ') {
            let wanted = [format!("a.rs:2: `{word}` is a pronoun of a person; name the thing")];
            let (first, rest) = word.split_at(1);
            let capital = first.to_uppercase() + rest;
            for line in ["// The one # knows.", "fn f(#: u8) {}", "let is_#_here = \"|#|\";"] {
                assert_eq!(found(&format!("\n{}", line.replace('#', word))), wanted);
                assert_eq!(found(&format!("\n{}", line.replace('#', &capital))), wanted);
            }
            assert_eq!(found(&format!("\nstruct Heap{capital};")), wanted);
        }
        assert_eq!(found("The whole history of the sphere: when, here, hers, theme."), [""; 0]);
        assert_eq!(found("fn whole_sphere() {}\nstruct Heap;\nstruct WholeHerd;"), [""; 0]);
    }
}
