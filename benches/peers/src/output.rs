//! Prints the results as a table or as JSON.

use std::time::{SystemTime, UNIX_EPOCH};

use scenes::Space;
use serde::Serialize;

use crate::measure::{Row, Run};

/// A row for other programs.
#[derive(Serialize)]
struct Line<'a> {
    date: &'a str,
    scene: &'a str,
    dimensions: usize,
    bodies: usize,
    peer: &'a str,
    version: &'a str,
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

fn line<'a, W: Space>(row: &'a Row<W>, date: &'a str) -> Line<'a> {
    Line {
        date,
        scene: row.scene,
        dimensions: W::DIMENSION,
        bodies: row.bodies,
        peer: row.engine.name,
        version: &row.engine.version,
        threads: row.engine.threads,
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

/// Prints one object a line.
pub fn json<W: Space>(rows: &[Row<W>]) {
    let date = today();
    for row in rows {
        println!("{}", serde_json::to_string(&line(row, &date)).expect("numbers can be written"));
    }
}

/// Prints a table in Markdown.
pub fn table<W: Space>(rows: &[Row<W>], run: &Run<'_, W>) {
    let rounds = rows.first().map_or(0, |row| row.rounds.len());
    let date = today();
    println!(
        "{} in {}D, {} movers, {} steps after {}, medians of {rounds} rounds, {date}\n",
        run.scene.name,
        W::DIMENSION,
        run.scene.dynamic_bodies().count(),
        run.steps,
        run.skip,
    );
    println!(
        "| engine | version | threads | step, ms | p95, ms | p99, ms | impacts a second | energy left | overlap | outside | bytes a body |"
    );
    println!("|---|---|---|---|---|---|---|---|---|---|---|");
    for row in rows {
        let line = line(row, &date);
        let impacts =
            line.impacts_per_second.map_or("-".to_owned(), |impacts| format!("{impacts:.3e}"));
        println!(
            "| {} | {} | {} | {:.3} | {:.3} | {:.3} | {impacts} | {:.6} | {:.2e} | {} | {:.0} |",
            line.peer,
            line.version,
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

/// The date of today in UTC, as year-month-day.
fn today() -> String {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let [year, month, day] = date_of((since.as_secs() / 86_400) as i64);
    format!("{year}-{month:02}-{day:02}")
}

/// Year, month and day of a number of days after 1970-01-01.
///
/// Source: Hinnant, chrono-Compatible Low-Level Date Algorithms (2021), `civil_from_days`.
fn date_of(days: i64) -> [i64; 3] {
    // Years begin in March, so that the leap day is the last day of a year.
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * month + 2) / 5 + 1;
    let month = if month < 10 { month + 3 } else { month - 9 };
    [400 * era + year_of_era + i64::from(month <= 2), month, day]
}

#[cfg(test)]
mod tests {
    use super::date_of;

    #[test]
    fn date_of_known_days_is_right() {
        assert_eq!(date_of(0), [1970, 1, 1]);
        assert_eq!(date_of(11_016), [2000, 2, 29]);
        assert_eq!(date_of(20_782), [2026, 11, 25]);
    }
}
