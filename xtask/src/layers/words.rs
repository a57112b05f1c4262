//! The rule of words: comments, docs, pages, messages and names do not call a thing by the pronoun of a person.

mod definitions;
mod literals;

use std::path::Path;

use super::finding::Finding;
use super::rule::Rule;
use super::source::comments::comments;
use super::source::file::SourceFile;
use definitions::definitions;
use literals::literal_lines;

/// The pronouns of persons, in lower case.
const PRONOUNS: [&str; 14] = [
    "who",
    "whom",
    "whose",
    "everyone",
    "everybody",
    "nobody",
    "somebody",
    "someone",
    "anyone",
    "he",
    "him",
    "his",
    "she",
    "her",
];

/// The file of the list of pronouns. Its string literals may hold them.
const LIST_FILE: &str = "xtask/src/layers/words.rs";

/// The lines of comments and string literals and the definitions of names in a source file that hold a pronoun.
pub fn of_source(file: &SourceFile) -> Vec<Finding> {
    let mut findings: Vec<Finding> = comments(file)
        .iter()
        .filter_map(|comment| of_line(&file.path, comment.line, comment.text))
        .collect();
    if file.path != Path::new(LIST_FILE) {
        let lines = literal_lines(file);
        findings.extend(lines.iter().filter_map(|(line, text)| of_line(&file.path, *line, text)));
    }
    for name in definitions(file) {
        if !pronouns(&split_name(&name.text)).is_empty() {
            let message =
                format!("the name `{}` holds a pronoun of a person; rename it", name.text);
            findings.push(Finding::new(Rule::Words, &file.path, name.line, message));
        }
    }
    findings
}

/// The lines of a Markdown page that hold a pronoun.
pub fn of_page(path: &Path, text: &str) -> Vec<Finding> {
    text.lines().enumerate().filter_map(|(index, line)| of_line(path, index + 1, line)).collect()
}

fn of_line(path: &Path, line: usize, text: &str) -> Option<Finding> {
    let found = pronouns(text);
    let list = found.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ");
    let message = format!("{list}: a pronoun of a person; name the thing");
    (!found.is_empty()).then(|| Finding::new(Rule::Words, path, line, message))
}

/// The pronouns among the words of a text, in their order. An underscore separates words.
fn pronouns(text: &str) -> Vec<&str> {
    text.split(|character: char| !character.is_alphanumeric())
        .filter(|word| PRONOUNS.iter().any(|pronoun| word.eq_ignore_ascii_case(pronoun)))
        .collect()
}

/// A name with its words apart, as in `Known Value` for `KnownValue`.
fn split_name(name: &str) -> String {
    let mut words = String::new();
    let mut was_lower = false;
    for character in name.chars() {
        if character.is_uppercase() && was_lower {
            words.push(' ');
        }
        words.push(character);
        was_lower = character.is_lowercase();
    }
    words
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let file = SourceFile::parse(Path::new("a.rs"), text.to_owned()).unwrap();
        of_source(&file).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn pronoun_in_a_comment_is_reported() {
        assert_eq!(
            found("//! Finds who and whose.\n\nfn f() {} // Nobody's.\n/* a\n WHO */"),
            [
                "a.rs:1: `who`, `whose`: a pronoun of a person; name the thing",
                "a.rs:3: `Nobody`: a pronoun of a person; name the thing",
                "a.rs:5: `WHO`: a pronoun of a person; name the thing",
            ]
        );
    }

    #[test]
    fn part_of_a_word_is_allowed() {
        assert_eq!(found("//! The whole history of the sphere: when, here, hers, theme."), [""; 0]);
        assert_eq!(found("fn whole_sphere() {}\nstruct Heap;\nstruct WholeHerd;"), [""; 0]);
    }

    #[test]
    fn pronoun_in_a_message_is_reported() {
        assert_eq!(
            found("fn f() {\n    assert!(a, \"{} is his\");\n}"),
            ["a.rs:2: `his`: a pronoun of a person; name the thing"]
        );
    }

    #[test]
    fn use_of_a_name_is_allowed() {
        assert_eq!(found("fn f() { nobody::g(who); }"), [""; 0]);
    }

    #[test]
    fn pronoun_in_the_name_of_a_definition_is_reported() {
        let message = |name: &str| {
            format!("a.rs:1: the name `{name}` holds a pronoun of a person; rename it")
        };
        for (text, name) in [
            ("fn nobody_leaves() {}", "nobody_leaves"),
            ("struct Nobody;", "Nobody"),
            ("fn f(who: u8) {}", "who"),
            ("proptest! { fn he_falls(a in 0..1) {} }", "he_falls"),
        ] {
            assert_eq!(found(text), [message(name)], "{text}");
        }
    }

    #[test]
    fn pronoun_on_a_page_is_reported() {
        let findings = of_page(Path::new("A.md"), "Bodies\n| that | who |\n");
        let found: Vec<String> = findings.iter().map(ToString::to_string).collect();
        assert_eq!(found, ["A.md:2: `who`: a pronoun of a person; name the thing"]);
    }
}
