//! What the formulas of each event say about energy and momentum, summed beside the game.
//!
//! A drift is what the ledger cannot explain: the start less what was booked less the end, over the
//! start. Nothing is booked from differences of the measured energy, or the ledger would explain all.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::simulation::{Engine, Simulation};
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum, momentum_scale};
use collide_core::report::{Event, Impact, Leg, Report};
use collide_core::world::World as Bodies;

/// The running sums.
#[derive(Resource, Clone, Debug, Default)]
pub struct Ledger {
    start: Option<Opening>,
    energy_lost: f64,
    impulse: DVec2,
    /// The deepest overlap at the end of any tick, in metres.
    pub deepest_overlap: f64,
    /// How many limits of the step were hit.
    pub limits_hit: usize,
    /// How many impacts there were.
    pub impacts: u64,
}

#[derive(Clone, Copy, Debug)]
struct Opening {
    energy: f64,
    momentum: DVec2,
    momentum_scale: f64,
}

impl Ledger {
    /// Begins the ledger with the state of a world.
    #[must_use]
    pub fn open(world: &Bodies<DVec2>) -> Self {
        let start = Opening {
            energy: kinetic_energy(world),
            momentum: momentum(world),
            momentum_scale: momentum_scale(world),
        };
        Self { start: Some(start), ..Self::default() }
    }

    /// The energy that the ledger cannot explain, over that at the start.
    #[must_use]
    pub fn energy_drift(&self, world: &Bodies<DVec2>) -> f64 {
        let Some(start) = self.start else { return 0.0 };
        relative(start.energy - self.energy_lost - kinetic_energy(world), start.energy)
    }

    /// The momentum that the ledger cannot explain, over the sum of the magnitudes at the start.
    #[must_use]
    pub fn momentum_drift(&self, world: &Bodies<DVec2>) -> f64 {
        let Some(start) = self.start else { return 0.0 };
        relative((start.momentum + self.impulse - momentum(world)).length(), start.momentum_scale)
    }

    /// Books a tick.
    pub fn book(&mut self, world: &Bodies<DVec2>, report: &Report<DVec2>) {
        for leg in &report.legs {
            self.book_cloth(world, leg);
        }
        for event in &report.events {
            match event {
                Event::Impact(impact) => self.book_impact(world, impact),
                Event::Absorbed(crossing) => {
                    if let Some(ball) = world.body(crossing.ball) {
                        self.energy_lost += 0.5 * ball.mass * ball.velocity.length_squared();
                        self.impulse -= ball.velocity * ball.mass;
                    }
                }
                _ => {}
            }
        }
        self.limits_hit += report.limits.len();
        self.deepest_overlap = self.deepest_overlap.max(deepest_overlap(world));
    }

    /// `m1 m2 / (m1 + m2) (1 - e^2) vn^2 / 2`, and the impulse `(1 + e) vn m` of a wall.
    fn book_impact(&mut self, world: &Bodies<DVec2>, impact: &Impact<DVec2>) {
        use collide_core::body::Kind;
        self.impacts += 1;
        let [Some(ball), Some(other)] = impact.bodies.map(|body| world.body(body)) else { return };
        let restitution = f64::min(ball.restitution, other.restitution);
        let speed = impact.approach_speed;
        let reduced = if other.kind == Kind::Dynamic {
            ball.mass * other.mass / (ball.mass + other.mass)
        } else {
            self.impulse += impact.normal * ((1.0 + restitution) * speed * ball.mass);
            ball.mass
        };
        self.energy_lost += 0.5 * reduced * (1.0 - restitution * restitution) * speed * speed;
    }

    /// The force of the cloth, `m c`, times the path; and times the duration, against the velocity.
    fn book_cloth(&mut self, world: &Bodies<DVec2>, leg: &Leg<DVec2>) {
        let Some(ball) = world.body(leg.body) else { return };
        let force = ball.mass * ball.rolling_resistance;
        self.energy_lost += force * leg.length();
        self.impulse -= leg.velocity.normalize_or_zero() * (force * (leg.end - leg.start));
    }
}

fn relative(difference: f64, whole: f64) -> f64 {
    if whole > 0.0 { difference.abs() / whole } else { difference.abs() }
}

/// Books each tick, after its report.
pub fn keep_ledger(
    simulation: Res<Simulation<DVec2>>,
    engine: Res<Engine<DVec2>>,
    mut ledger: ResMut<Ledger>,
) {
    ledger.book(simulation.world(), engine.report());
}
