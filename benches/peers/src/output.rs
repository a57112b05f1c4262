//! How is it told?

use serde::Serialize;

use crate::measure::{Course, Row};

/// A row as it is written for other programs.
#[derive(Serialize)]
struct Line<'a> {
    scene: &'a str,
    bodies: usize,
    peer: &'a str,
    threads: usize,
    median_ms: f64,
    p95_ms: f64,
    p99_ms: f64,
    impacts_per_second: Option<f64>,
    energy_left: f64,
    deepest_overlap: f64,
    outside: usize,
    bytes_per_body: f64,
}

fn line(row: &Row) -> Line<'_> {
    Line {
        scene: row.scene,
        bodies: row.bodies,
        peer: row.contestant.name,
        threads: row.contestant.threads,
        median_ms: 1e3 * row.median(|round| round.median).as_secs_f64(),
        p95_ms: 1e3 * row.median(|round| round.p95).as_secs_f64(),
        p99_ms: 1e3 * row.median(|round| round.p99).as_secs_f64(),
        impacts_per_second: row.median(|round| round.impacts_per_second),
        energy_left: row.median(|round| round.energy_left),
        deepest_overlap: row.median(|round| round.deepest_overlap),
        outside: row.median(|round| round.outside),
        bytes_per_body: row.median(|round| round.bytes) as f64 / row.bodies as f64,
    }
}

/// One object a line.
pub fn json(rows: &[Row]) {
    for row in rows {
        println!("{}", serde_json::to_string(&line(row)).expect("numbers can be written"));
    }
}

/// A table in Markdown.
pub fn table(rows: &[Row], course: &Course<'_>) {
    let rounds = rows.first().map_or(0, |row| row.rounds.len());
    println!(
        "{}, {} movers, {} steps after {}, medians of {rounds} rounds",
        course.scene.name,
        course.scene.movers().count(),
        course.steps,
        course.skip,
    );
    println!(
        "| engine | threads | step, ms | p95, ms | p99, ms | impacts a second | energy left | overlap | outside | bytes a body |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|");
    for row in rows {
        let line = line(row);
        let impacts =
            line.impacts_per_second.map_or("-".to_owned(), |impacts| format!("{impacts:.3e}"));
        println!(
            "| {} | {} | {:.3} | {:.3} | {:.3} | {impacts} | {:.6} | {:.2e} | {} | {:.0} |",
            line.peer,
            line.threads,
            line.median_ms,
            line.p95_ms,
            line.p99_ms,
            line.energy_left,
            line.deepest_overlap,
            line.outside,
            line.bytes_per_body,
        );
    }
}
