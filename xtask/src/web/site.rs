//! The files of the pages: the index, the page of each demo and of its source, and what they share.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};

use super::demos::Demo;

/// The templates. Words in double braces are replaced.
const INDEX: &str = include_str!("../../pages/index.html");
const CARD: &str = include_str!("../../pages/card.html");
const PAGE: &str = include_str!("../../pages/page.html");
const SOURCE: &str = include_str!("../../pages/source.html");

/// The files that all pages share.
const SHARED: [(&str, &str); 4] = [
    ("style.css", include_str!("../../pages/style.css")),
    ("page.js", include_str!("../../pages/page.js")),
    ("sound.js", include_str!("../../pages/sound.js")),
    ("icon.svg", include_str!("../../pages/icon.svg")),
];

/// Writes the index, the pictures on it, and what all pages share.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write_index(workspace: &Path, site: &Path, demos: &[Demo]) -> Result<(), String> {
    let card = |demo: &Demo| filled(CARD, demo, &[]);
    let cards: String = demos.iter().map(card).collect();
    save(&site.join("index.html"), &INDEX.replace("{{cards}}", &cards))?;
    for (name, text) in SHARED {
        save(&site.join(name), text)?;
    }
    for demo in demos {
        let from = workspace.join("assets").join(&demo.picture);
        let copied = fs::copy(&from, site.join(&demo.picture));
        copied.map_err(|error| format!("{}: {error}", from.display()))?;
    }
    Ok(())
}

/// Writes the page of a demo and that of its source beside its wasm.
///
/// # Errors
/// If a file cannot be read or written.
pub fn write_page(workspace: &Path, site: &Path, demo: &Demo) -> Result<(), String> {
    let folder = site.join(&demo.example);
    let wasm = fs::metadata(folder.join("demo_bg.wasm")).map_err(|error| error.to_string())?;
    save(&folder.join("index.html"), &filled(PAGE, demo, &[("bytes", &wasm.len().to_string())]))?;
    let listing = listing(&workspace.join("examples"), demo)?;
    save(&folder.join("source.html"), &filled(SOURCE, demo, &[("listing", &listing)]))
}

/// The source of a demo as HTML: the file of `main`, then the others of its folder.
fn listing(package: &Path, demo: &Demo) -> Result<String, String> {
    let main = package.join(&demo.source);
    let mut files = vec![main.clone()];
    if let Some(folder) = main.parent().filter(|folder| *folder != package) {
        collect(folder, &mut files)?;
        files[1..].sort();
    }
    let mut listing = String::new();
    for file in files.iter().take(1).chain(files[1..].iter().filter(|file| **file != main)) {
        let text =
            fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
        let name = file.strip_prefix(package).unwrap_or(file);
        // Writing to a string cannot fail.
        let _ = writeln!(listing, "<h2>{}</h2>\n<pre>{}</pre>", name.display(), escaped(&text));
    }
    Ok(listing)
}

/// Adds the Rust files in a folder and its folders.
fn collect(folder: &Path, files: &mut Vec<PathBuf>) -> Result<(), String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    for path in entries.filter_map(|entry| entry.ok().map(|entry| entry.path())) {
        if path.is_dir() {
            collect(&path, files)?;
        } else if path.extension().is_some_and(|kind| kind == "rs") {
            files.push(path);
        }
    }
    Ok(())
}

/// A template with the words of a demo and others in it.
fn filled(template: &str, demo: &Demo, others: &[(&str, &str)]) -> String {
    let words = [
        ("example", escaped(&demo.example)),
        ("title", escaped(&demo.title)),
        ("about", escaped(&demo.about)),
        ("picture", escaped(&demo.picture)),
    ];
    let words =
        words.iter().map(|(name, text)| (*name, text.as_str())).chain(others.iter().copied());
    words.fold(template.to_owned(), |page, (name, text)| {
        page.replace(&format!("{{{{{name}}}}}"), text)
    })
}

/// Text as HTML.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

fn save(path: &Path, text: &str) -> Result<(), String> {
    let folder = path.parent().map_or(Ok(()), fs::create_dir_all);
    let saved = folder.and_then(|()| fs::write(path, text));
    saved.map_err(|error| format!("{}: {error}", path.display()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_in_braces_are_replaced_and_escaped() {
        let demo = Demo {
            example: "pong".to_owned(),
            title: "Pong & <more>".to_owned(),
            about: String::new(),
            picture: String::new(),
            source: String::new(),
        };
        let page = filled("{{example}}: {{title}} {{bytes}}", &demo, &[("bytes", "7")]);
        assert_eq!(page, "pong: Pong &amp; &lt;more&gt; 7");
    }

    #[test]
    fn templates_have_no_other_words() {
        let demo = Demo {
            example: "a".to_owned(),
            title: "b".to_owned(),
            about: "c".to_owned(),
            picture: "d".to_owned(),
            source: "e".to_owned(),
        };
        let others = [("bytes", "1"), ("listing", ""), ("cards", "")];
        for template in [INDEX, CARD, PAGE, SOURCE] {
            assert!(!filled(template, &demo, &others).contains("{{"));
        }
    }
}
