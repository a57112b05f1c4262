//! Draws the lines of `peers --json` as bars: for each scene the step of each engine, and the energy that is left.
//!
//! ```sh
//! cargo run --release --manifest-path benches/peers/Cargo.toml --bin plot -- peers.svg < peers.jsonl
//! ```

use std::error::Error;
use std::io::BufRead;

use plotters::coord::Shift;
use plotters::prelude::*;
use plotters::style::text_anchor::{HPos, Pos, VPos};
use serde::Deserialize;

/// The fields of a line that are drawn.
#[derive(Deserialize)]
struct Line {
    date: String,
    scene: String,
    dimensions: usize,
    bodies: usize,
    peer: String,
    version: String,
    threads: usize,
    median_ms: f64,
    energy_left: f64,
    deepest_overlap: f64,
}

/// The width of the picture, the height of a row and the height above the rows of a scene, in pixels.
const WIDTH: u32 = 960;
const ROW: u32 = 24;
const HEAD: u32 = 44;
/// The height of a line below the scenes, in pixels.
const FOOT: u32 = 18;
/// The x coordinates at which bars begin and end at most, in pixels.
const BARS: [i32; 2] = [170, 650];

const PAPER: RGBColor = RGBColor(252, 252, 250);
const INK: RGBColor = RGBColor(40, 44, 52);
const FAINT: RGBColor = RGBColor(120, 126, 136);
const OURS: RGBColor = RGBColor(20, 110, 160);
const THEIRS: RGBColor = RGBColor(196, 170, 130);

type Area<'a> = DrawingArea<SVGBackend<'a>, Shift>;

fn main() -> Result<(), Box<dyn Error>> {
    let file = std::env::args().nth(1).ok_or("the name of the SVG file is needed")?;
    let mut scenes: Vec<Vec<Line>> = Vec::new();
    for text in std::io::stdin().lock().lines() {
        let line: Line = serde_json::from_str(&text?)?;
        let is_same = |scene: &&mut Vec<Line>| {
            scene.iter().any(|other| {
                (&other.scene, other.dimensions, other.bodies)
                    == (&line.scene, line.dimensions, line.bodies)
            })
        };
        match scenes.iter_mut().find(is_same) {
            Some(scene) => scene.push(line),
            None => scenes.push(vec![line]),
        }
    }
    let heights = scenes.iter().map(|scene| HEAD + ROW * scene.len() as u32);
    let versions = versions(&scenes);
    let height = heights.sum::<u32>() + HEAD + FOOT * versions.len() as u32;
    let root = SVGBackend::new(&file, (WIDTH, height)).into_drawing_area();
    root.fill(&PAPER)?;
    let mut top = 0;
    for scene in &scenes {
        draw(&root, scene, top)?;
        top += (HEAD + ROW * scene.len() as u32) as i32;
    }
    for (number, version) in (1i32..).zip(&versions) {
        let y = top + HEAD as i32 / 2 + number * FOOT as i32;
        write(&root, version, (BARS[0], y), (13, FAINT, HPos::Left))?;
    }
    root.present()?;
    Ok(())
}

/// The engines with their versions, each once, in the order of the lines.
fn versions(scenes: &[Vec<Line>]) -> Vec<String> {
    let mut versions = Vec::new();
    for line in scenes.iter().flatten() {
        let version = format!("{}: {}", line.peer, line.version);
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
    versions
}

/// Draws a scene below this height. The bars of a scene have the same linear scale from zero.
fn draw(root: &Area<'_>, scene: &[Line], top: i32) -> Result<(), Box<dyn Error>> {
    let slowest = scene.iter().map(|line| line.median_ms).fold(0.0, f64::max);
    let [left, right] = BARS;
    let head = top + HEAD as i32 - 8;
    let balls = if scene[0].dimensions == 3 { "spheres" } else { "discs" };
    let name = format!("{}, {} {balls}, {}", scene[0].scene, scene[0].bodies, scene[0].date);
    write(root, &name, (left, head), (15, INK, HPos::Left))?;
    write(root, "energy left", (right + 190, head), (13, FAINT, HPos::Right))?;
    write(root, "overlap", (right + 280, head), (13, FAINT, HPos::Right))?;
    for (number, line) in (0i32..).zip(scene) {
        let y = top + HEAD as i32 + number * ROW as i32;
        let is_ours = line.peer.starts_with("ours") || line.peer.starts_with("bevy_elastic");
        let colour = if is_ours { OURS } else { THEIRS };
        let base = y + ROW as i32 - 8;
        let end = left + ((right - left) as f64 * line.median_ms / slowest).round() as i32;
        let threads = if line.threads > 1 { format!(" ×{}", line.threads) } else { String::new() };
        let engine = format!("{}{threads}", line.peer);
        write(root, &engine, (left - 10, base), (13, INK, HPos::Right))?;
        let bar = [(left, y + 3), (end.max(left + 1), y + ROW as i32 - 4)];
        root.draw(&Rectangle::new(bar, colour.filled()))?;
        write(root, &formatted(line.median_ms), (end + 6, base), (13, INK, HPos::Left))?;
        let energy = format!("{:.1} %", 100.0 * line.energy_left);
        write(root, &energy, (right + 190, base), (13, INK, HPos::Right))?;
        let overlap = format!("{:.2}", line.deepest_overlap.max(0.0));
        write(root, &overlap, (right + 280, base), (13, INK, HPos::Right))?;
    }
    Ok(())
}

/// Formats milliseconds with two decimals below 10 and none above.
fn formatted(ms: f64) -> String {
    let digits = if ms < 10.0 { 2 } else { 0 };
    format!("{ms:.digits$} ms")
}

fn write(
    root: &Area<'_>,
    text: &str,
    at: (i32, i32),
    (size, colour, side): (i32, RGBColor, HPos),
) -> Result<(), Box<dyn Error>> {
    let style = TextStyle::from(("sans-serif", size).into_font());
    let style = style.color(&colour).pos(Pos::new(side, VPos::Bottom));
    root.draw(&Text::new(text.to_owned(), at, style))?;
    Ok(())
}
