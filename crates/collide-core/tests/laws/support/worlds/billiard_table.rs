//! Reads a reference game of billiards, plays it and compares the impacts.

use std::collections::BTreeMap;

use collide_core::body::Body;
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::world::{BodyId, World};
use glam::DVec2;
use serde_json::Value;

/// The time of an impact, and the names of the two bodies in alphabetical order.
struct NamedImpact {
    time: f64,
    names: [String; 2],
}

/// A reference game: the table, its balls (name, position, velocity) and the impacts.
pub struct Table {
    pub size: DVec2,
    impacts: Vec<NamedImpact>,
    radius: f64,
    mass: f64,
    balls: Vec<(String, DVec2, DVec2)>,
}

impl Table {
    /// Reads the table and the impacts from the text of a file.
    pub fn read(json: &str) -> Self {
        let file: Value = serde_json::from_str(json).unwrap();
        let number = |name: &str| exact(json, &file["config"][name]);
        let balls = file["initial"].as_object().unwrap().iter().map(|(name, state)| {
            let at = |index: usize| exact(json, &state[index]);
            (name.clone(), DVec2::new(at(0), at(1)), DVec2::new(at(2), at(3)))
        });
        let impacts = file["events"].as_array().unwrap().iter().map(|event| {
            let name = |index: usize| event["agents"][index].as_str().unwrap().to_owned();
            let names = if event["type"] == "ball_ball" {
                [name(0), name(1)]
            } else {
                [name(0), format!("cushion {}", name(1))]
            };
            let time = event["t_40"].as_str().unwrap().parse().unwrap();
            assert_eq!(time, exact(json, &event["t"]));
            NamedImpact { time, names: sorted(names) }
        });
        Self {
            size: DVec2::new(number("width_x"), number("length_y")),
            impacts: impacts.collect(),
            radius: number("R"),
            mass: number("m"),
            balls: balls.collect(),
        }
    }

    /// The number of impacts of the reference.
    pub fn count(&self) -> usize {
        self.impacts.len()
    }

    /// Asserts that the game with these walls has the impacts of the reference in the same order, the first
    /// `count` of them within `bound` seconds, and prints the largest error.
    pub fn assert_matches(
        &self,
        name: &str,
        walls: Vec<(Body<DVec2>, &'static str)>,
        dt: impl FnMut() -> f64,
        (count, bound): (usize, f64),
    ) {
        let played = self.play(walls, dt);
        assert_eq!(played.len(), self.impacts.len());
        for (number, (ours, expected)) in played.iter().zip(&self.impacts).enumerate() {
            assert_eq!(ours.names, expected.names, "{name}: impact {number}");
        }
        let error = largest_error(&played, &self.impacts, count);
        println!("{name}: largest time error of the first {count} impacts {error:.2e} s");
        assert!(error <= bound, "{name}: {error}");
    }

    /// Plays with these walls until there are as many impacts as in the reference.
    fn play(
        &self,
        walls: Vec<(Body<DVec2>, &'static str)>,
        mut dt: impl FnMut() -> f64,
    ) -> Vec<NamedImpact> {
        let mut world = World::new();
        let mut body_names: BTreeMap<BodyId, String> = BTreeMap::new();
        for (name, position, velocity) in &self.balls {
            let ball = Body::dynamic(Shape::ball(self.radius), *position);
            let ball = Body { velocity: *velocity, mass: self.mass, ..ball };
            body_names.insert(world.add(ball).unwrap(), name.clone());
        }
        for (wall, name) in walls {
            body_names.insert(world.add(wall).unwrap(), format!("cushion {name}"));
        }
        let settings = Settings { legs: Legs::None, ..Settings::default() };
        let mut stepper = Stepper::with_settings(settings);
        let (mut impacts, mut clock) = (Vec::new(), 0.0);
        while impacts.len() < self.impacts.len() {
            let report = stepper.step(&mut world, dt());
            for impact in report.impacts() {
                let mut names = impact.bodies.map(|body| body_names[&body].clone());
                if names[1] == "cushion arena" {
                    names[1] = format!("cushion {}", cushion(impact.normal));
                }
                impacts.push(NamedImpact { time: clock + impact.time, names: sorted(names) });
            }
            assert!(report.limits.is_empty());
            clock += report.dt;
        }
        impacts.truncate(self.impacts.len());
        impacts
    }
}

/// A number of the file, which must be read without rounding.
fn exact(json: &str, value: &Value) -> f64 {
    let number = value.as_f64().unwrap();
    assert!(json.contains(&format!("{number:?}")), "{number:?} is not in the file");
    number
}

/// The largest difference between the times of the first `count` impacts.
fn largest_error(ours: &[NamedImpact], expected: &[NamedImpact], count: usize) -> f64 {
    let errors = ours.iter().zip(expected).take(count).map(|(a, b)| (a.time - b.time).abs());
    errors.fold(0.0, f64::max)
}

/// The number of the cushion with this inward normal.
fn cushion(normal: DVec2) -> &'static str {
    match (normal.x, normal.y) {
        (1.0, _) => "3",
        (-1.0, _) => "12",
        (_, 1.0) => "18",
        _ => "9",
    }
}

fn sorted(mut names: [String; 2]) -> [String; 2] {
    names.sort();
    names
}
