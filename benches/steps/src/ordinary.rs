//! The list `ordinary`: what one ordinary thing more costs beside the plain gas.
//!
//! Each round plays every case, and the plain gas right before it, so that both see the same machine.
//! The ratio of a case is the median over the rounds of (its step / the plain step of the pair).

use std::time::Instant;

use clap::Args;
use serde_json::json;

use crate::options::{Options, median};

mod record;
mod cases;

use cases::{Action, Case, Constructor, Gas};
use record::Record;

/// Options of the list.
#[derive(Clone, Debug, Args)]
pub struct Ordinary {
    /// How often every case is played.
    #[arg(long, default_value_t = 5)]
    rounds: usize,
    /// Only the cases with this in their names; may be given several times.
    #[arg(long)]
    only: Vec<String>,
    #[command(flatten)]
    options: Options,
}

/// The step of a case and that of the plain gas which was played right before it, in seconds.
#[derive(Clone, Copy, Debug)]
struct Pair {
    median: f64,
    mean: f64,
    plain_median: f64,
    plain_mean: f64,
}

/// A case and what was measured of it.
struct Row {
    name: &'static str,
    make: Constructor,
    pairs: Vec<Pair>,
    record: Record,
}

/// Plays all cases and prints the table.
///
/// # Errors
/// If a case did not do what it says, as if it has too few steps for that.
pub fn run(list: &Ordinary) -> Result<(), String> {
    let [(_, plain), cases @ ..] = cases::all();
    let is_wanted = |name: &str| {
        list.only.is_empty() || list.only.iter().any(|only| name.contains(only.as_str()))
    };
    let mut rows: Vec<Row> = cases
        .into_iter()
        .filter(|(name, _)| is_wanted(name))
        .map(|(name, make)| Row { name, make, pairs: Vec::new(), record: Record::default() })
        .collect();
    let mut plain_record = Record::default();
    for _ in 0..list.rounds {
        for row in &mut rows {
            let [plain_median, plain_mean];
            ([plain_median, plain_mean], plain_record) = play(plain, "plain gas", &list.options)?;
            let ([median, mean], record) = play(row.make, row.name, &list.options)?;
            row.pairs.push(Pair { median, mean, plain_median, plain_mean });
            row.record = record;
        }
    }
    print(list, &rows, &plain_record);
    Ok(())
}

/// Plays a case once, and returns the median and the mean of its steps in seconds.
fn play(make: Constructor, name: &str, options: &Options) -> Result<([f64; 2], Record), String> {
    let Case { mut gas, subject, act, claim, proof } = make(gas(options)?);
    let mut stepper = options.stepper()?;
    let mut record = Record::new(&gas.world);
    let mut times = Vec::with_capacity(options.steps);
    for step in 0..options.steps {
        let action = act(&gas, step);
        record.actions += usize::from(action.is_some());
        let begin = Instant::now();
        if let Some(action) = action {
            apply(&mut gas, action).map_err(|error| format!("{name}: {error}"))?;
        }
        stepper.step(&mut gas.world, options.dt);
        times.push(begin.elapsed().as_secs_f64());
        record.count(stepper.report(), subject);
    }
    record.end(&gas.world);
    if !proof(&record) || record.limits > 0 {
        return Err(format!("{name}: it was not seen that {claim}: {record:?}"));
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    Ok(([median(times), mean], record))
}

/// The scene `gas`, in play.
fn gas(options: &Options) -> Result<Gas, String> {
    let scene = scenes::by_name("gas", options.bodies.or(Some(10_000)), options.seed);
    let scene = scene.ok_or("there is no scene gas")?;
    let (world, ids) = scenes::core::world(&scene).map_err(|error| error.to_string())?;
    let bodies = ids.into_iter().zip(&scene.bodies);
    let discs = bodies.filter(|(_, body)| body.kind == scenes::Kind::Dynamic);
    Ok(Gas { world, discs: discs.map(|(id, _)| id).collect(), half: scene.room[1] })
}

fn apply(gas: &mut Gas, action: Action) -> Result<(), String> {
    let applied = match action {
        Action::SetVelocity(id, velocity) => gas.world.edit(id, |body| body.velocity = velocity),
        Action::Add(body) => gas.world.add(*body).map(|_| ()),
    };
    applied.map_err(|error| error.to_string())
}

impl Row {
    fn median(&self, of: impl Fn(&Pair) -> f64) -> f64 {
        median(self.pairs.iter().map(of).collect())
    }
}

/// Prints a table in Markdown, or one object a line, the plain gas first.
fn print(list: &Ordinary, rows: &[Row], plain: &Record) {
    let Ordinary { rounds, options, .. } = list;
    let discs = options.bodies.unwrap_or(10_000);
    let all = || rows.iter().flat_map(|row| &row.pairs);
    let plain_median = median(all().map(|pair| pair.plain_median).collect());
    let plain_mean = median(all().map(|pair| pair.plain_mean).collect());
    if !options.json {
        println!(
            "gas of {discs} discs, packing 0.3, {} threads, medians of {rounds} rounds of {} steps\n",
            options.threads, options.steps
        );
        println!("| case | step, ms | ratio | ratio of means | impacts a step |");
        println!("|---|---|---|---|---|");
    }
    let line = |name: &str, [step, mean, ratio, mean_ratio]: [f64; 4], record: &Record| {
        let impacts = record.impacts as f64 / record.steps as f64;
        if options.json {
            let line = json!({
                "scene": "gas",
                "case": name,
                "bodies": discs,
                "threads": options.threads,
                "median_ms": 1e3 * step,
                "mean_ms": 1e3 * mean,
                "ratio": ratio,
                "ratio_of_means": mean_ratio,
                "impacts_per_step": impacts,
            });
            println!("{line}");
        } else {
            println!(
                "| {name} | {:.3} | {ratio:.2} | {mean_ratio:.2} | {impacts:.0} |",
                1e3 * step
            );
        }
    };
    line("plain gas", [plain_median, plain_mean, 1.0, 1.0], plain);
    for row in rows {
        let times = [
            row.median(|pair| pair.median),
            row.median(|pair| pair.mean),
            row.median(|pair| pair.median / pair.plain_median),
            row.median(|pair| pair.mean / pair.plain_mean),
        ];
        line(row.name, times, &row.record);
    }
}
