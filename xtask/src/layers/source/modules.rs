//! The files of a crate, in the order in which they are read.

use std::io;
use std::path::{Path, PathBuf};

use syn::Item;

use super::file::SourceFile;
use super::test_code::is_test_item;
use crate::layers::finding::Finding;
use crate::layers::rule::Rule;

/// How a source file is read: from disk, or from memory in tests.
pub type Read<'a> = &'a dyn Fn(&Path) -> io::Result<String>;

/// A file of a crate.
pub struct Module {
    /// The names that lead to it from the root of its crate; none for the root.
    pub names: Vec<String>,
    /// The file.
    pub file: SourceFile,
}

impl Module {
    /// The path inside the crate, as in `step/queue.rs`.
    pub fn short_name(&self) -> String {
        if self.names.is_empty() {
            self.file.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
        } else {
            self.names.join("/") + ".rs"
        }
    }
}

/// The files of a crate.
pub struct Crate {
    /// Every file that `mod` lines lead to, tests excepted: the root first, and each module where its
    /// `mod` line stands, followed by its own modules.
    pub modules: Vec<Module>,
    /// What could not be read, and what stands in an unusual place.
    pub findings: Vec<Finding>,
}

/// A `mod name;` line.
struct Declaration {
    names: Vec<String>,
    folder: PathBuf,
    line: usize,
    moved: bool,
}

impl Crate {
    /// Reads the crate with the root file `root`. A file that cannot be read or parsed becomes a finding.
    pub fn read(root: &Path, read: Read<'_>) -> Self {
        let mut source = Self { modules: Vec::new(), findings: Vec::new() };
        let folder = root.parent().unwrap_or(Path::new(""));
        match read(root) {
            Ok(text) => source.add(root, folder, Vec::new(), text, read),
            Err(error) => source.find(root, 1, format!("cannot be read: {error}")),
        }
        source
    }

    /// Adds a file and all that it declares; `folder` is where the files of its modules stand.
    fn add(
        &mut self,
        path: &Path,
        folder: &Path,
        names: Vec<String>,
        text: String,
        read: Read<'_>,
    ) {
        let file = match SourceFile::parse(path, text) {
            Ok(file) => file,
            Err(finding) => return self.findings.push(finding),
        };
        let mut declarations = Vec::new();
        declare(&file.syntax.items, &names, folder, &mut declarations);
        self.modules.push(Module { names, file });
        for declaration in declarations {
            self.follow(path, declaration, read);
        }
    }

    /// Adds the file that a `mod` line of `declarer` leads to.
    fn follow(&mut self, declarer: &Path, declaration: Declaration, read: Read<'_>) {
        let Declaration { names, folder, line, moved } = declaration;
        let name = names.last().map_or("", String::as_str);
        if moved {
            let message = format!("#[path] hides where `{name}` stands; name the file after it");
            return self.find(declarer, line, message);
        }
        let beside = folder.join(format!("{name}.rs"));
        let inside = folder.join(name).join("mod.rs");
        let below = folder.join(name);
        match read(&beside) {
            Ok(text) => self.add(&beside, &below, names, text, read),
            Err(error) => match read(&inside) {
                Ok(text) => {
                    let wanted = format!("mod.rs is not used; write {}", beside.display());
                    self.find(&inside, 1, wanted);
                    self.add(&inside, &below, names, text, read);
                }
                Err(_) => {
                    let message = format!("{} cannot be read: {error}", beside.display());
                    self.find(declarer, line, message);
                }
            },
        }
    }

    fn find(&mut self, file: &Path, line: usize, message: String) {
        self.findings.push(Finding::new(Rule::Imports, file, line, message));
    }
}

/// Collects the `mod name;` lines among `items`, those inside an inline `mod name {}` included.
fn declare(items: &[Item], parents: &[String], folder: &Path, declarations: &mut Vec<Declaration>) {
    for item in items.iter().filter(|item| !is_test_item(item)) {
        let Item::Mod(item) = item else { continue };
        let name = item.ident.to_string();
        let mut names = parents.to_vec();
        names.push(name.clone());
        if let Some((_, items)) = &item.content {
            declare(items, &names, &folder.join(name), declarations);
        } else {
            let moved = item.attrs.iter().any(|attribute| attribute.path().is_ident("path"));
            let line = item.ident.span().start().line;
            declarations.push(Declaration { names, folder: folder.to_path_buf(), line, moved });
        }
    }
}

/// A crate of a few files given as path and text, the root first.
#[cfg(test)]
pub fn in_memory(files: &[(&str, &str)]) -> Crate {
    Crate::read(Path::new(files[0].0), &|path| {
        files
            .iter()
            .find(|(name, _)| Path::new(name) == path)
            .map(|(_, text)| (*text).to_owned())
            .ok_or_else(|| io::ErrorKind::NotFound.into())
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(source: &Crate) -> Vec<String> {
        source.modules.iter().map(|module| module.names.join("::")).collect()
    }

    #[test]
    fn modules_are_in_the_order_of_their_mod_lines() {
        let source = in_memory(&[
            ("src/lib.rs", "mod step; mod body;"),
            ("src/body.rs", ""),
            ("src/step.rs", "mod queue; mod predict;"),
            ("src/step/predict.rs", ""),
            ("src/step/queue.rs", ""),
        ]);
        assert_eq!(names(&source), ["", "step", "step::queue", "step::predict", "body"]);
        assert_eq!(source.findings, []);
    }

    #[test]
    fn inline_module_is_a_folder_but_no_file() {
        let source = in_memory(&[
            ("examples/game/main.rs", "mod ui { mod bar; }"),
            ("examples/game/ui/bar.rs", ""),
        ]);
        assert_eq!(names(&source), ["", "ui::bar"]);
    }

    #[test]
    fn test_modules_are_not_read() {
        let source = in_memory(&[("lib.rs", "#[cfg(test)] mod tests;"), ("tests.rs", "syntax?!")]);
        assert_eq!(names(&source), [""]);
        assert_eq!(source.findings, []);
    }

    #[test]
    fn mod_rs_is_reported_and_read() {
        let source =
            in_memory(&[("lib.rs", "mod a;"), ("a/mod.rs", "mod b;"), ("a/b.rs", "fn f() {}")]);
        assert_eq!(names(&source), ["", "a", "a::b"]);
        assert_eq!(source.findings[0].to_string(), "a/mod.rs:1: mod.rs is not used; write a.rs");
    }

    #[test]
    fn moved_missing_and_broken_files_are_reported() {
        let source = in_memory(&[
            ("lib.rs", "#[path = \"z.rs\"]\nmod a;\nmod b;\nmod c;"),
            ("c.rs", "fn f()\n{ let }"),
        ]);
        let messages: Vec<String> = source.findings.iter().map(ToString::to_string).collect();
        assert!(
            messages[0].starts_with("lib.rs:2: #[path] hides where `a` stands"),
            "{messages:?}"
        );
        assert!(messages[1].starts_with("lib.rs:3: b.rs cannot be read"), "{messages:?}");
        assert!(messages[2].starts_with("c.rs:2: cannot be parsed"), "{messages:?}");
    }
}
