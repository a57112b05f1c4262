//! Excuses: comments that allow one item or line to break a rule.
//!
//! ```text
//! // layers: allow(sizes, "a user writes its fields")
//! pub struct Body { .. }
//!
//! let name = player.name; // layers: allow(words, "a player is a person")
//!
//! <!-- layers: allow(words, "a reader is a person") -->
//! A line of a page.
//! ```
//!
//! An excuse names the rule and gives the reason. At the end of a line of code it covers this line. On a line of its own
//! it covers the comments and attributes that follow directly, and the line after them. A folder cannot be excused.
//!
//! An excuse without a reason or with nothing to excuse is a finding.

use std::path::Path;

use clap::ValueEnum;

use super::finding::{Finding, Rule};
use super::tree::is_source;

/// The front of every excuse, after the mark of the comment.
const FRONT: &str = "layers: allow(";

/// Removes the findings that a comment of their file excuses, and adds those about its excuses. All findings are of
/// `rules`; an excuse for another rule is not judged.
pub fn apply(path: &Path, text: &str, rules: &[Rule], findings: &mut Vec<Finding>) {
    let mark = if is_source(path) { "// " } else { "<!-- " };
    let lines: Vec<&str> = text.lines().map(str::trim_start).collect();
    for (index, line) in lines.iter().enumerate() {
        let Some((code, excuse)) = line.split_once(&format!("{mark}{FRONT}")) else { continue };
        let is_quoted = line.starts_with("//!") || line.starts_with("///") || !is_source(path);
        if is_quoted && !code.is_empty() {
            continue;
        }
        let is_front = |line: &&&str| line.starts_with("//") || line.starts_with("#[");
        let front = lines[index + 1..].iter().take_while(is_front).count();
        let last = if code.is_empty() { index + 1 + front } else { index };
        let covers = |it: &Finding| it.file == path && (index + 1..=last + 1).contains(&it.line);
        let message = match rule(excuse) {
            None => "an excuse is written `layers: allow(rule, \"reason\")`",
            Some(rule) if !rules.contains(&rule) => continue,
            Some(rule) => {
                let count = findings.len();
                findings.retain(|it| it.rule != rule || !covers(it));
                if findings.len() < count {
                    continue;
                }
                "the excuse excuses nothing; delete it"
            }
        };
        findings.push(Finding::new(Rule::Excuses, path, index + 1, message));
    }
}

/// The rule of an excuse, which is given behind its front; nothing if it is malformed.
fn rule(excuse: &str) -> Option<Rule> {
    let (name, reason) = excuse.split_once("\")")?.0.split_once(", \"")?;
    Rule::from_str(name, false).ok().filter(|_| !reason.trim().is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The line and rule of each finding that is left, if every line breaks the rule of words. `@` stands for the front
    /// of an excuse, and `$` for one of that rule.
    fn left(path: &str, text: &str) -> Vec<(usize, Rule)> {
        let path = Path::new(path);
        let text = text.replace('$', "@words, \"why\")").replace('@', FRONT);
        let finding = |line| Finding::new(Rule::Words, path, line, "");
        let mut findings: Vec<_> = (1..=text.lines().count()).map(finding).collect();
        apply(path, &text, &[Rule::Words, Rule::Sizes], &mut findings);
        findings.iter().map(|finding| (finding.line, finding.rule)).collect()
    }

    #[test]
    fn excuse_covers_its_line_or_the_item_below() {
        let words = |lines: &[usize]| lines.iter().map(|it| (*it, Rule::Words)).collect::<Vec<_>>();
        assert_eq!(left("a.rs", "f();\ng(); // $\nh();"), words(&[1, 3]));
        let item = "f();\n// $\n/// Docs.\n#[inline]\nfn g() {}\nfn h() {}";
        assert_eq!(left("a.rs", item), words(&[1, 6]));
        assert_eq!(left("a.rs", "/// // $\n//! // $"), words(&[1, 2]));
        assert_eq!(left("a.md", "A\n<!-- $ -->\nB\nC\n`<!-- $ -->`\n"), words(&[1, 4, 5]));
    }

    #[test]
    fn excuse_that_is_malformed_or_not_needed_is_reported() {
        for excuse in ["@words)", "@words, \"\")", "@other, \"why\")", "@sizes, \"why\")"] {
            let wanted = [(1, Rule::Words), (1, Rule::Excuses)];
            assert_eq!(left("a.rs", &format!("// {excuse}")), wanted, "{excuse}");
        }
        assert_eq!(left("a.rs", "// @numbers, \"why\")"), [(1, Rule::Words)]);
    }
}
