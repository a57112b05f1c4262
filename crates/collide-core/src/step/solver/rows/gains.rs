//! The energy that contacts have given to bodies, and what of it came from nowhere.
//!
//! Springs between bodies that were put into each other hold energy that nothing has given to them: a wall that was put onto a
//! pile threw balls out at two hundred of their sizes a second.

use super::contact_row::RowBody;
use crate::step::solver::constants::Tuning;
use crate::step::solver::input::PileBody;
use crate::vector::Vector;

impl<V: Vector> RowBody<V> {
    /// The mechanical energy that contacts have given to this body, which is still as it was before.
    pub(in crate::step::solver) fn gain(&self, body: &PileBody<V>) -> f64 {
        if body.inverse_mass == 0.0 {
            return 0.0;
        }
        let kinetic = 0.5 * (self.velocity.length_squared() - body.velocity.length_squared());
        (kinetic - body.pull.dot(self.displacement)) / body.inverse_mass
    }

    /// The velocity of this body after so much of its energy has been taken, and what could be taken: it is not slowed below
    /// the speed at which bodies part.
    pub(in crate::step::solver) fn slowed(&self, body: &PileBody<V>, wanted: f64) -> (V, f64) {
        let speed = self.velocity.length();
        let square = speed * speed - 2.0 * wanted * body.inverse_mass;
        let parting = Tuning::PARTING_SIZES_PER_SECOND * body.size;
        let slowed = f64::max(square, 0.0).sqrt().max(parting).min(speed);
        if slowed < speed {
            let taken = 0.5 * (speed * speed - slowed * slowed) / body.inverse_mass;
            (self.velocity * (slowed / speed), taken)
        } else {
            (self.velocity, 0.0)
        }
    }
}

/// The share of what bodies have gained that came from nowhere: more than `most`, which their spins gave, and what walls may
/// have given. The bodies are still as they were before.
pub(in crate::step::solver) fn unearned_share<V: Vector>(
    bodies: &[PileBody<V>],
    solved: &[RowBody<V>],
    most: f64,
) -> f64 {
    let (mut gained, mut gained_by_some) = (0.0, 0.0);
    for (body, solved) in bodies.iter().zip(solved) {
        let gain = solved.gain(body);
        gained += gain;
        gained_by_some += f64::max(gain, 0.0);
    }
    let excess = gained - most - energy_of_walls(bodies, 0.0);
    if excess > 0.0 { excess / gained_by_some } else { 0.0 }
}

/// The kinetic energy that all bodies would have at the speed of the fastest wall or surface, or at this speed if it is higher.
pub(in crate::step::solver) fn energy_of_walls<V: Vector>(
    bodies: &[PileBody<V>],
    least_speed: f64,
) -> f64 {
    let walls = bodies.iter().filter(|body| body.inverse_mass == 0.0);
    let speeds = walls.map(|wall| wall.velocity.length() + wall.surface_velocity.length());
    let fastest = speeds.fold(least_speed, f64::max);
    let movable = bodies.iter().filter(|body| body.inverse_mass > 0.0);
    movable.map(|body| 0.5 * fastest * fastest / body.inverse_mass).sum()
}
