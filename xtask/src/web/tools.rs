//! The compiler for browsers and `wasm-bindgen`: whether they are there, and what they do to a demo.

use std::path::{Path, PathBuf};
use std::process::Command;

use super::demos::Demo;
use crate::target;

/// The target of the compiler.
const TARGET: &str = "wasm32-unknown-unknown";

/// The tools, which have been found.
pub struct Tools {
    workspace: PathBuf,
    /// The folder in which cargo builds for browsers.
    target: PathBuf,
}

impl Tools {
    /// Looks for the tools.
    ///
    /// # Errors
    /// The command that installs what is missing.
    pub fn find(workspace: &Path) -> Result<Self, String> {
        let library = output("rustc", &["--print", "target-libdir", "--target", TARGET])?;
        if !Path::new(library.trim()).exists() {
            return Err(format!("the compiler lacks its target: rustup target add {TARGET}"));
        }
        let wanted = locked_version(workspace)?;
        let found = output("wasm-bindgen", &["--version"]).unwrap_or_default();
        if found.split_whitespace().nth(1) != Some(&wanted) {
            return Err(format!(
                "wasm-bindgen must have the version of Cargo.lock: cargo install wasm-bindgen-cli --version {wanted}"
            ));
        }
        Ok(Self { workspace: workspace.to_owned(), target: target::folder(workspace) })
    }

    /// Compiles the demos.
    ///
    /// # Errors
    /// If one does not compile.
    pub fn compile(&self, demos: &[Demo]) -> Result<(), String> {
        let mut cargo = Command::new("cargo");
        cargo.current_dir(&self.workspace).args(["build", "-p", "demos", "--profile", "web"]);
        cargo.args(["--target", TARGET]).arg("--target-dir").arg(&self.target);
        for demo in demos {
            cargo.args(["--example", &demo.example]);
        }
        succeed(&mut cargo)
    }

    /// Writes the wasm of a demo and the JavaScript that starts it into a folder.
    ///
    /// # Errors
    /// If wasm-bindgen fails.
    pub fn bind(&self, demo: &Demo, folder: &Path) -> Result<(), String> {
        let wasm = format!("{TARGET}/web/examples/{}.wasm", demo.example);
        let mut bindgen = Command::new("wasm-bindgen");
        bindgen.args(["--target", "web", "--no-typescript", "--remove-name-section"]);
        bindgen.args(["--remove-producers-section", "--out-name", "demo", "--out-dir"]);
        succeed(bindgen.arg(folder).arg(self.target.join(wasm)))
    }
}

/// The version of wasm-bindgen in `Cargo.lock`, which the program must have too.
fn locked_version(workspace: &Path) -> Result<String, String> {
    let path = workspace.join("Cargo.lock");
    let lock = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let version = version_in(&lock, "wasm-bindgen");
    version.ok_or_else(|| "Cargo.lock has no wasm-bindgen".to_owned())
}

/// The version of a package in the text of a lock file.
fn version_in(lock: &str, package: &str) -> Option<String> {
    let (_, entry) = lock.split_once(&format!("name = \"{package}\"\nversion = \""))?;
    entry.split_once('"').map(|(version, _)| version.to_owned())
}

/// What a program prints.
fn output(program: &str, arguments: &[&str]) -> Result<String, String> {
    let output = Command::new(program).args(arguments).output();
    let output = output.map_err(|error| format!("{program} does not run: {error}"))?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// Runs a command.
///
/// # Errors
/// If it does not run or fails.
pub fn succeed(command: &mut Command) -> Result<(), String> {
    let name = command.get_program().to_string_lossy().into_owned();
    let status = command.status().map_err(|error| format!("{name} does not run: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("{name} failed: {status}")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn version_of_package_is_found_in_lock() {
        let lock = "[[package]]\nname = \"wasm\"\nversion = \"1.2.3\"\nsource = \"x\"\n";
        assert_eq!(version_in(lock, "wasm"), Some("1.2.3".to_owned()));
        assert_eq!(version_in(lock, "was"), None);
    }
}
