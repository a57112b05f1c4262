//! The demos that have a page, as the manifest of their package lists them.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

/// A demo that has a page.
#[derive(Debug, PartialEq)]
pub struct Demo {
    /// The name of the example, and of the folder of its page.
    pub example: String,
    /// The title of the page.
    pub title: String,
    /// What can be seen or done, in a sentence.
    pub about: String,
    /// The picture on the index, a file in `assets`.
    pub picture: String,
    /// The file of `main`, relative to the package.
    pub source: String,
}

/// The demos with these names in the order of the manifest, or all if there are no names.
///
/// # Errors
/// If cargo does not run, the manifest lacks an entry, or no demo has one of the names.
pub fn listed(workspace: &Path, names: &[String]) -> Result<Vec<Demo>, String> {
    let output = Command::new("cargo")
        .current_dir(workspace)
        .args(["metadata", "--format-version=1", "--no-deps"])
        .output()
        .map_err(|error| format!("cargo does not run: {error}"))?;
    let all = read(&serde_json::from_slice(&output.stdout).map_err(|error| error.to_string())?)?;
    if let Some(name) = names.iter().find(|name| all.iter().all(|demo| demo.example != **name)) {
        return Err(format!("{name} is not in [[package.metadata.pages]] of examples/Cargo.toml"));
    }
    Ok(all.into_iter().filter(|demo| names.is_empty() || names.contains(&demo.example)).collect())
}

/// The demos in the output of `cargo metadata`.
fn read(metadata: &Value) -> Result<Vec<Demo>, String> {
    let packages = metadata["packages"].as_array().into_iter().flatten();
    let pages = packages.filter_map(|package| package["metadata"]["pages"].as_array()).flatten();
    let demo = |page: &Value| {
        let text = |name: &str| {
            let text = page[name].as_str().map(str::to_owned);
            text.ok_or_else(|| format!("a page of examples/Cargo.toml has no `{name}`: {page}"))
        };
        Ok(Demo {
            example: text("example")?,
            title: text("title")?,
            about: text("about")?,
            picture: text("picture")?,
            source: text("source")?,
        })
    };
    pages.map(demo).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn demos_are_read_from_metadata() {
        let page = json!({
            "example": "pong", "title": "Pong", "about": "A ball.", "picture": "pong.png", "source": "pong.rs"
        });
        let metadata =
            json!({ "packages": [{ "metadata": null }, { "metadata": { "pages": [page] } }] });
        let demos = read(&metadata).unwrap();
        assert_eq!((demos.len(), demos[0].title.as_str()), (1, "Pong"));
        let lacking = json!({ "packages": [{ "metadata": { "pages": [{ "example": "pong" }] } }] });
        assert!(read(&lacking).unwrap_err().contains("no `title`"));
    }
}
