//! Builds the pages of the demos for browsers, and checks them in one.

mod demos;
mod tools;
mod sizes;
mod site;
mod check;

use std::path::{Path, PathBuf};

use clap::Args;

use crate::target;

use tools::Tools;

/// What to build, and whether to check it.
#[derive(Args)]
pub struct Options {
    /// Only these demos; the index has all that are built
    demos: Vec<String>,
    /// The folder of the pages, by default `target/pages`
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Drive the pages in a headless Chromium instead of building them; the screenshots are written beside the pages
    #[arg(long)]
    check: bool,
}

/// Builds the pages, or with `--check` drives those that have been built.
///
/// # Errors
/// If a demo is not known, a tool is missing or fails, a file cannot be written, or a page does not what it should.
pub fn run(workspace: &Path, options: &Options) -> Result<(), String> {
    let demos = demos::listed(workspace, &options.demos)?;
    let site = options.to.clone().unwrap_or_else(|| target::folder(workspace).join("pages"));
    if options.check {
        return check::drive(workspace, &site, &demos);
    }
    let tools = Tools::find(workspace)?;
    tools.compile(&demos)?;
    for demo in &demos {
        tools.bind(demo, &site.join(&demo.example))?;
        site::write_page(workspace, &site, demo)?;
    }
    site::write_index(workspace, &site, &demos)?;
    println!("{}", sizes::table(&site, &demos)?);
    println!("The pages are in {}; any server of files serves them:", site.display());
    println!("    python3 -m http.server --directory {}", site.display());
    Ok(())
}
