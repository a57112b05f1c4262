//! The sizes of the pages, as they are stored and as a server sends them.

use std::io::Write;
use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::demos::Demo;

/// A table with the bytes of the wasm and of the JavaScript of each demo, and of both by `gzip -9`.
///
/// # Errors
/// If a file cannot be read.
pub fn table(site: &Path, demos: &[Demo]) -> Result<String, String> {
    let mut rows =
        vec![format!("{:20}{:>14}{:>14}{:>14}", "page", "wasm", "script", "both, gzip -9")];
    for demo in demos {
        let folder = site.join(&demo.example);
        let [wasm, script] = [read(&folder.join("demo_bg.wasm"))?, read(&folder.join("demo.js"))?];
        let sent = zipped(&wasm)? + zipped(&script)?;
        rows.push(format!("{:20}{:14}{:14}{sent:14}", demo.example, wasm.len(), script.len()));
    }
    Ok(rows.join("\n"))
}

fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The number of bytes after the best compression of gzip.
fn zipped(bytes: &[u8]) -> Result<usize, String> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(bytes).map_err(|error| error.to_string())?;
    encoder.finish().map(|bytes| bytes.len()).map_err(|error| error.to_string())
}
