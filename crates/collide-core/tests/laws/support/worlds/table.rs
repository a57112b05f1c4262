//! Reads a reference game of billiards and plays it.

use std::collections::BTreeMap;

use collide_core::body::Body;
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::world::{BodyId, World};
use glam::DVec2;
use serde_json::Value;

/// An impact: when, and the names of the two in alphabetical order.
struct Told {
    time: f64,
    who: [String; 2],
}

/// The reference: a table, its balls (name, position, velocity), and what happens.
pub struct Table {
    pub size: DVec2,
    impacts: Vec<Told>,
    radius: f64,
    mass: f64,
    balls: Vec<(String, DVec2, DVec2)>,
}

impl Table {
    /// The table and the impacts of a file.
    pub fn read(json: &str) -> Self {
        let file: Value = serde_json::from_str(json).unwrap();
        let number = |name: &str| exact(json, &file["config"][name]);
        let balls = file["initial"].as_object().unwrap().iter().map(|(name, state)| {
            let at = |index: usize| exact(json, &state[index]);
            (name.clone(), DVec2::new(at(0), at(1)), DVec2::new(at(2), at(3)))
        });
        let impacts = file["events"].as_array().unwrap().iter().map(|event| {
            let name = |index: usize| event["agents"][index].as_str().unwrap().to_owned();
            let who = if event["type"] == "ball_ball" {
                [name(0), name(1)]
            } else {
                [name(0), format!("cushion {}", name(1))]
            };
            let time = event["t_40"].as_str().unwrap().parse().unwrap();
            assert_eq!(time, exact(json, &event["t"]));
            Told { time, who: sorted(who) }
        });
        Self {
            size: DVec2::new(number("width_x"), number("length_y")),
            impacts: impacts.collect(),
            radius: number("R"),
            mass: number("m"),
            balls: balls.collect(),
        }
    }

    /// How many impacts the reference has.
    pub fn count(&self) -> usize {
        self.impacts.len()
    }

    /// Asserts that the game with these walls is the reference: the same impacts in the same order, and
    /// the first `count` of them within `bound` seconds. Prints how well.
    pub fn agrees(
        &self,
        name: &str,
        walls: Vec<(Body<DVec2>, &'static str)>,
        dt: impl FnMut() -> f64,
        (count, bound): (usize, f64),
    ) {
        let played = self.play(walls, dt);
        assert_eq!(played.len(), self.impacts.len());
        for (number, (ours, truth)) in played.iter().zip(&self.impacts).enumerate() {
            assert_eq!(ours.who, truth.who, "{name}: impact {number}");
        }
        let error = largest_error(&played, &self.impacts, count);
        println!("{name}: largest time error of the first {count} impacts {error:.2e} s");
        assert!(error <= bound, "{name}: {error}");
    }

    /// Plays with these walls until as many impacts have happened as the reference has.
    fn play(
        &self,
        walls: Vec<(Body<DVec2>, &'static str)>,
        mut dt: impl FnMut() -> f64,
    ) -> Vec<Told> {
        let mut world = World::new();
        let mut names: BTreeMap<BodyId, String> = BTreeMap::new();
        for (name, position, velocity) in &self.balls {
            let ball = Body::dynamic(Shape::ball(self.radius), *position);
            let ball = Body { velocity: *velocity, mass: self.mass, ..ball };
            names.insert(world.add(ball).unwrap(), name.clone());
        }
        for (wall, name) in walls {
            names.insert(world.add(wall).unwrap(), format!("cushion {name}"));
        }
        let settings = Settings { legs: Legs::None, ..Settings::default() };
        let mut stepper = Stepper::with_settings(settings);
        let (mut told, mut clock) = (Vec::new(), 0.0);
        while told.len() < self.impacts.len() {
            let report = stepper.step(&mut world, dt());
            for impact in report.impacts() {
                let mut who = impact.bodies.map(|body| names[&body].clone());
                if who[1] == "cushion arena" {
                    who[1] = format!("cushion {}", cushion(impact.normal));
                }
                told.push(Told { time: clock + impact.time, who: sorted(who) });
            }
            assert!(report.limits.is_empty());
            clock += report.dt;
        }
        told.truncate(self.impacts.len());
        told
    }
}

/// A number of the file, of which no bit was lost in reading.
fn exact(json: &str, value: &Value) -> f64 {
    let number = value.as_f64().unwrap();
    assert!(json.contains(&format!("{number:?}")), "{number:?} is not in the file");
    number
}

/// The largest difference between the times of the first `count` impacts.
fn largest_error(ours: &[Told], truth: &[Told], count: usize) -> f64 {
    let errors = ours.iter().zip(truth).take(count).map(|(a, b)| (a.time - b.time).abs());
    errors.fold(0.0, f64::max)
}

/// The number of the cushion whose normal points into the table like this.
fn cushion(normal: DVec2) -> &'static str {
    match (normal.x, normal.y) {
        (1.0, _) => "3",
        (-1.0, _) => "12",
        (_, 1.0) => "18",
        _ => "9",
    }
}

fn sorted(mut who: [String; 2]) -> [String; 2] {
    who.sort();
    who
}
