//! Which files make up a crate, and in what order are they read?

use std::io;
use std::path::{Path, PathBuf};

use proc_macro2::TokenStream;
use syn::Item;

use super::finding::Finding;
use super::test_code::is_test_item;

/// How a source file is read: from disk, or from memory in tests.
pub type Read<'a> = &'a dyn Fn(&Path) -> io::Result<String>;

/// A file of a crate.
pub struct SourceFile {
    /// Where it stands, relative to the root of the workspace.
    pub path: PathBuf,
    /// The names that lead to it from the root of its crate; none for the root.
    pub module: Vec<String>,
    /// The code, without comments but with doc comments, as attributes.
    pub tokens: TokenStream,
    /// The same, parsed.
    pub syntax: syn::File,
}

/// The files of a crate.
pub struct Crate {
    /// Every file that `mod` lines lead to, tests excepted: the root first, and each module where its
    /// `mod` line stands, followed by its own modules.
    pub files: Vec<SourceFile>,
    /// What could not be read, and what stands in an unusual place.
    pub findings: Vec<Finding>,
}

/// A `mod name;` line.
struct Declaration {
    module: Vec<String>,
    folder: PathBuf,
    line: usize,
    moved: bool,
}

impl Crate {
    /// Reads the crate whose root is the file `root`. What cannot be read or parsed becomes a finding.
    pub fn read(root: &Path, read: Read<'_>) -> Self {
        let mut source = Self { files: Vec::new(), findings: Vec::new() };
        let folder = root.parent().unwrap_or(Path::new(""));
        match read(root) {
            Ok(text) => source.add(root, folder, Vec::new(), &text, read),
            Err(error) => source.find(root, 1, format!("cannot be read: {error}")),
        }
        source
    }

    /// Adds a file and all that it declares; `folder` is where the files of its modules stand.
    fn add(&mut self, path: &Path, folder: &Path, module: Vec<String>, text: &str, read: Read<'_>) {
        let parsed = syn::parse_str::<TokenStream>(text)
            .and_then(|tokens| Ok((syn::parse2::<syn::File>(tokens.clone())?, tokens)));
        let (syntax, tokens) = match parsed {
            Ok(parsed) => parsed,
            Err(error) => {
                let line = error.span().start().line;
                return self.find(path, line, format!("cannot be parsed: {error}"));
            }
        };
        let mut declarations = Vec::new();
        declare(&syntax.items, &module, folder, &mut declarations);
        self.files.push(SourceFile { path: path.to_path_buf(), module, tokens, syntax });
        for declaration in declarations {
            self.follow(path, declaration, read);
        }
    }

    /// Adds the file that a `mod` line of `declarer` leads to.
    fn follow(&mut self, declarer: &Path, declaration: Declaration, read: Read<'_>) {
        let Declaration { module, folder, line, moved } = declaration;
        let name = module.last().map_or("", String::as_str);
        if moved {
            let message = format!("#[path] hides where `{name}` stands; name the file after it");
            return self.find(declarer, line, message);
        }
        let beside = folder.join(format!("{name}.rs"));
        let inside = folder.join(name).join("mod.rs");
        let below = folder.join(name);
        match read(&beside) {
            Ok(text) => self.add(&beside, &below, module, &text, read),
            Err(error) => match read(&inside) {
                Ok(text) => {
                    let wanted = format!("mod.rs is not used; write {}", beside.display());
                    self.find(&inside, 1, wanted);
                    self.add(&inside, &below, module, &text, read);
                }
                Err(_) => {
                    let message = format!("{} cannot be read: {error}", beside.display());
                    self.find(declarer, line, message);
                }
            },
        }
    }

    fn find(&mut self, file: &Path, line: usize, message: String) {
        self.findings.push(Finding::new(file, line, message));
    }
}

/// Collects the `mod name;` lines among `items`, those inside an inline `mod name {}` included.
fn declare(items: &[Item], module: &[String], folder: &Path, declarations: &mut Vec<Declaration>) {
    for item in items.iter().filter(|item| !is_test_item(item)) {
        let Item::Mod(item) = item else { continue };
        let name = item.ident.to_string();
        let mut module = module.to_vec();
        module.push(name.clone());
        if let Some((_, items)) = &item.content {
            declare(items, &module, &folder.join(name), declarations);
        } else {
            let moved = item.attrs.iter().any(|attribute| attribute.path().is_ident("path"));
            let line = item.ident.span().start().line;
            declarations.push(Declaration { module, folder: folder.to_path_buf(), line, moved });
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
        source.files.iter().map(|file| file.module.join("::")).collect()
    }

    #[test]
    fn files_come_where_their_mod_lines_stand() {
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
    fn an_inline_module_is_a_folder_but_no_file() {
        let source = in_memory(&[
            ("examples/game/main.rs", "mod ui { mod bar; }"),
            ("examples/game/ui/bar.rs", ""),
        ]);
        assert_eq!(names(&source), ["", "ui::bar"]);
    }

    #[test]
    fn files_of_tests_are_not_read() {
        let source = in_memory(&[("lib.rs", "#[cfg(test)] mod tests;"), ("tests.rs", "syntax?!")]);
        assert_eq!(names(&source), [""]);
        assert_eq!(source.findings, []);
    }

    #[test]
    fn a_mod_rs_is_told_and_read_all_the_same() {
        let source =
            in_memory(&[("lib.rs", "mod a;"), ("a/mod.rs", "mod b;"), ("a/b.rs", "fn f() {}")]);
        assert_eq!(names(&source), ["", "a", "a::b"]);
        assert_eq!(source.findings[0].to_string(), "a/mod.rs:1: mod.rs is not used; write a.rs");
    }

    #[test]
    fn a_moved_a_missing_and_a_broken_file_are_told() {
        let source = in_memory(&[
            ("lib.rs", "#[path = \"z.rs\"]\nmod a;\nmod b;\nmod c;"),
            ("c.rs", "fn f()\n{ let }"),
        ]);
        let told: Vec<String> = source.findings.iter().map(ToString::to_string).collect();
        assert!(told[0].starts_with("lib.rs:2: #[path] hides where `a` stands"), "{told:?}");
        assert!(told[1].starts_with("lib.rs:3: b.rs cannot be read"), "{told:?}");
        assert!(told[2].starts_with("c.rs:2: cannot be parsed"), "{told:?}");
    }
}
