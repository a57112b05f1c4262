//! Excuses: comments that allow one item or line to break a rule.
//!
//! ```text
//! // layers: allow(fields, "a user writes it")
//! pub struct Body { .. }
//!
//! let name = player.name; // layers: allow(words, "a player is a person")
//!
//! A line of a page. <!-- layers: allow(words, "a reader is a person") -->
//! ```
//!
//! An excuse names the rule and gives the reason. At the end of a line of code it covers this line. On a
//! line of its own it covers the comments and attributes that follow directly, and the line of code after
//! them. On a page it covers its own line and the next. A folder cannot be excused.
//!
//! An excuse without a reason or with nothing to excuse is a finding.

use std::ops::RangeInclusive;
use std::path::Path;

use super::finding::Finding;
use super::rule::Rule;
use super::source::comments::comments;
use super::source::file::SourceFile;

/// The front of every excuse, after the mark of the comment.
const FRONT: &str = "layers: allow(";

/// The excuses of a file or page.
#[derive(Debug, Default)]
pub struct Excuses {
    excuses: Vec<Excuse>,
    /// The lines that look like an excuse and are none.
    malformed: Vec<usize>,
}

/// A comment that allows the lines it covers to break a rule.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Excuse {
    rule: Rule,
    line: usize,
    covers: RangeInclusive<usize>,
}

impl Excuses {
    /// The excuses in the comments of a source file. Doc comments hold none.
    pub fn of_source(file: &SourceFile) -> Self {
        let mut excuses = Self::default();
        let lines: Vec<&str> = file.text.lines().map(str::trim_start).collect();
        for comment in comments(file) {
            let Some(text) = comment.text.strip_prefix("//").map(str::trim_start) else { continue };
            let is_alone = lines[comment.line - 1].starts_with("//");
            let last = if is_alone { last_covered(&lines, comment.line) } else { comment.line };
            excuses.add(text, comment.line, last);
        }
        excuses
    }

    /// The excuses on a Markdown page. Code holds none.
    pub fn of_page(text: &str) -> Self {
        let mut excuses = Self::default();
        let mut is_code = false;
        for (index, line) in text.lines().enumerate() {
            is_code ^= line.trim_start().starts_with("```");
            let prose: String = line.split('`').step_by(2).collect();
            for comment in prose.split("<!--").skip(1).filter(|_| !is_code) {
                excuses.add(comment.trim_start(), index + 1, index + 2);
            }
        }
        excuses
    }

    /// The findings that are not excused, among `findings` of one file, and the excuses that are of no use.
    ///
    /// An excuse for a rule that is not among `rules` is not judged.
    pub fn apply(&self, path: &Path, findings: Vec<Finding>, rules: &[Rule]) -> Vec<Finding> {
        let mut is_used = vec![false; self.excuses.len()];
        let mut left = Vec::new();
        for finding in findings {
            let covering = self.excuses.iter().position(|excuse| excuse.covers(&finding));
            match covering {
                Some(index) => is_used[index] = true,
                None => left.push(finding),
            }
        }
        let finding =
            |line, message: &str| Finding::new(Rule::Excuses, path, line, message.to_owned());
        let unused = self.excuses.iter().zip(is_used).filter(|(_, is_used)| !is_used);
        left.extend(
            unused
                .filter(|(excuse, _)| rules.contains(&excuse.rule))
                .map(|(excuse, _)| finding(excuse.line, "the excuse excuses nothing; delete it")),
        );
        let malformed = "an excuse is written `layers: allow(rule, \"reason\")`";
        left.extend(self.malformed.iter().map(|line| finding(*line, malformed)));
        left
    }

    /// Adds the excuse that is the text of a comment, if it is one.
    fn add(&mut self, text: &str, line: usize, last: usize) {
        let Some(arguments) = text.strip_prefix(FRONT) else { return };
        let excuse = arguments.split_once(", \"").and_then(|(name, rest)| {
            let (reason, _) = rest.split_once("\")")?;
            let rule = Rule::named(name)?;
            (!reason.trim().is_empty()).then_some(Excuse { rule, line, covers: line..=last })
        });
        match excuse {
            Some(excuse) => self.excuses.push(excuse),
            None => self.malformed.push(line),
        }
    }
}

impl Excuse {
    fn covers(&self, finding: &Finding) -> bool {
        self.rule == finding.rule
            && *self.covers.start() <= finding.line
            && finding.first_line <= *self.covers.end()
    }
}

/// The last line that an excuse on a line of its own covers: the first line of code after it.
fn last_covered(lines: &[&str], line: usize) -> usize {
    let is_code = |text: &&str| !text.starts_with("//") && !text.starts_with("#");
    line + 1 + lines[line..].iter().position(is_code).unwrap_or(lines.len() - line)
}

#[cfg(test)]
mod tests {
    use super::*;

    const PATH: &str = "a.rs";

    /// The line and rule of each finding that is left, if every line of a source breaks `Rule::Words`.
    fn left(text: &str) -> Vec<(usize, Rule)> {
        let path = Path::new(PATH);
        let file = SourceFile::parse(path, text.to_owned()).unwrap();
        let findings = (1..=text.lines().count())
            .map(|line| Finding::new(Rule::Words, path, line, String::new()))
            .collect();
        let excuses = Excuses::of_source(&file);
        let left = excuses.apply(path, findings, &Rule::all());
        left.iter().map(|finding| (finding.line, finding.rule)).collect()
    }

    #[test]
    fn excuse_behind_code_covers_its_line() {
        let text = "fn f() {}\nfn g() {} // layers: allow(words, \"why\")\nfn h() {}";
        assert_eq!(left(text), [(1, Rule::Words), (3, Rule::Words)]);
    }

    #[test]
    fn excuse_alone_covers_the_item_below() {
        let text = "fn f() {}\n// layers: allow(words, \"why\")\n/// Docs.\n#[inline]\nfn g() {}\nfn h() {}";
        assert_eq!(left(text), [(1, Rule::Words), (6, Rule::Words)]);
    }

    #[test]
    fn excuse_of_another_rule_covers_nothing() {
        let text = "// layers: allow(fields, \"why\")\nfn f() {}";
        assert_eq!(left(text), [(1, Rule::Words), (2, Rule::Words), (1, Rule::Excuses)]);
    }

    #[test]
    fn excuse_without_reason_or_rule_is_reported() {
        for text in
            ["layers: allow(words)", "layers: allow(words, \"\")", "layers: allow(other, \"why\")"]
        {
            assert_eq!(left(&format!("// {text}")), [(1, Rule::Words), (1, Rule::Excuses)]);
        }
    }

    #[test]
    fn excuse_in_a_doc_comment_or_literal_is_none() {
        let text =
            "/// layers: allow(words, \"why\")\nconst A: &str = \"// layers: allow(words)\";";
        assert_eq!(left(text), [(1, Rule::Words), (2, Rule::Words)]);
    }

    #[test]
    fn excuse_covers_an_item_that_begins_before_its_finding() {
        let text = "// layers: allow(fields, \"why\")\n#[derive(\n    Clone,\n)]\nstruct S;";
        let file = SourceFile::parse(Path::new(PATH), text.to_owned()).unwrap();
        let finding = Finding::new(Rule::Fields, Path::new(PATH), 5, String::new()).of_item(2);
        let excuses = Excuses::of_source(&file);
        assert_eq!(excuses.apply(Path::new(PATH), vec![finding], &Rule::all()), []);
    }

    #[test]
    fn unused_excuse_of_a_rule_that_is_not_checked_is_allowed() {
        let text = "// layers: allow(fields, \"why\")\nfn f() {}";
        let file = SourceFile::parse(Path::new(PATH), text.to_owned()).unwrap();
        let left = Excuses::of_source(&file).apply(Path::new(PATH), Vec::new(), &[Rule::Words]);
        assert_eq!(left, []);
    }

    #[test]
    fn excuse_on_a_page_covers_its_line_and_the_next() {
        let text = "A\n<!-- layers: allow(words, \"why\") -->\nB\nC\n\
            `<!-- layers: allow(words, \"why\") -->`\n```\n<!-- layers: allow(words) -->\n```\n";
        let path = Path::new("A.md");
        let finding = |line| Finding::new(Rule::Words, path, line, String::new());
        let findings = (1..=5).map(finding).collect();
        let left = Excuses::of_page(text).apply(path, findings, &Rule::all());
        assert_eq!(left, [1, 4, 5].map(finding));
    }
}
