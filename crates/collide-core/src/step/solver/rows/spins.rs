//! How the bodies of a pile turn: friction couples what slides to the spins, and rolling friction brakes them.
//!
//! Friction at a contact with the normal `n` acts on what slides there, and moves it with the tangential mass:
//!
//! ```text
//! s = v1 - v2 - (R1 w1 + R2 w2) x n        1 / mt = 1/m1 + 1/m2 + R1^2/I1 + R2^2/I2
//! ```
//!
//! An impulse of friction `t` changes `w1` by `-R1 (n x t) / I1`, and `w2` likewise. Rolling friction is an angular impulse
//! that takes the relative spin away, as far as the arm of rolling friction times the normal impulse allows.
//!
//! Source: Catto, Box2D 3.1 (2025), for rolling friction as a constraint.

use super::contact_row::ContactRow;
use crate::response::spin::twist;
use crate::step::solver::friction::FrictionRow;
use crate::step::solver::input::PileSpin;
use crate::vector::Vector;

/// The spins of the bodies and what the contacts do to them; nothing if no body turns.
#[derive(Clone, Debug, Default)]
pub(in crate::step::solver) struct Spins<V: Vector> {
    bodies: Vec<PileSpin<V>>,
    /// The angular velocity of each body when the last sub-step began.
    before: Vec<V::Cross>,
    /// In the order of the rows of the contacts.
    rows: Vec<SpinRow<V>>,
}

/// A contact, as far as it turns its bodies.
#[derive(Clone, Copy, Debug)]
struct SpinRow<V: Vector> {
    /// The mass that an impulse of friction between the two bodies moves.
    tangential_mass: f64,
    /// The moment of inertia that an angular impulse between the two bodies turns.
    angular_mass: f64,
    /// The largest angular impulse of rolling friction for a normal impulse of 1.
    rolling_arm: f64,
    /// The angular impulse of rolling friction on the first body in this sub-step.
    rolling_impulse: V::Cross,
}

impl<V: Vector> Spins<V> {
    /// Takes over the spins of the bodies, for these contacts.
    pub(super) fn prepare(&mut self, spins: &[PileSpin<V>], rows: &[ContactRow<V>]) {
        let Self { bodies, before, rows: spin_rows } = self;
        bodies.clear();
        bodies.extend(spins);
        before.clear();
        before.extend(spins.iter().map(|spin| spin.angular_velocity));
        spin_rows.clear();
        if !spins.is_empty() {
            spin_rows.extend(rows.iter().map(|row| {
                let [first, second] = row.bodies.map(|body| &spins[body as usize]);
                SpinRow::of(row, [first, second])
            }));
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.bodies.is_empty()
    }

    /// Changes the spins of the two bodies of a contact by an impulse of friction on the first.
    pub(super) fn apply(&mut self, row: &ContactRow<V>, impulse: V) {
        let twist = twist(row.normal, impulse);
        for body in row.bodies {
            let spin = &mut self.bodies[body as usize];
            let change = twist * (spin.radius * spin.inverse_inertia);
            spin.angular_velocity = spin.angular_velocity + change;
        }
    }

    /// Begins a later sub-step: the spins change by as much as in the one before.
    pub(super) fn extrapolate(&mut self) {
        for (spin, before) in self.bodies.iter_mut().zip(&mut self.before) {
            let now = spin.angular_velocity;
            spin.angular_velocity = now + (now - *before);
            *before = now;
        }
    }

    /// Goes back to the start of the sub-step, without the impulses of the one before.
    pub(super) fn restart_cold(&mut self) {
        for (spin, before) in self.bodies.iter_mut().zip(&self.before) {
            spin.angular_velocity = *before;
        }
        self.rows.iter_mut().for_each(|row| row.rolling_impulse = V::Cross::default());
    }

    /// Brakes what slides at a contact with the row `number`, of which `relative` is the velocity of the first body against the
    /// second. Returns the impulse of friction on the first by which it has changed.
    pub(super) fn brake(
        &mut self,
        number: usize,
        (row, friction_row): (&ContactRow<V>, &mut FrictionRow<V>),
        relative: V,
    ) -> V {
        let [first, second] = row.bodies.map(|body| &self.bodies[body as usize]);
        let rolling =
            first.angular_velocity * first.radius + second.angular_velocity * second.radius;
        let slip = relative - row.normal.swept(rolling);
        let mass = self.rows[number].tangential_mass;
        let change = friction_row.brake(slip, row.normal, mass, row.impulse);
        self.apply(row, change);
        change
    }

    /// Brakes the relative spin of the two bodies of a contact with the row `number`.
    pub(super) fn brake_rolling(&mut self, number: usize, row: &ContactRow<V>) {
        let spin_row = &mut self.rows[number];
        if spin_row.rolling_arm <= 0.0 {
            return;
        }
        let [first, second] = row.bodies.map(|body| body as usize);
        let rates = [first, second].map(|body| self.bodies[body].angular_velocity);
        let wanted = spin_row.rolling_impulse - (rates[0] - rates[1]) * spin_row.angular_mass;
        let (size, most) = (V::magnitude(wanted), spin_row.rolling_arm * row.impulse);
        let limited = if size > most { wanted * (most / size) } else { wanted };
        let change = limited - spin_row.rolling_impulse;
        spin_row.rolling_impulse = limited;
        for (body, change) in [(first, change), (second, change * -1.0)] {
            let spin = &mut self.bodies[body];
            spin.angular_velocity = spin.angular_velocity + change * spin.inverse_inertia;
        }
    }

    /// The energy of rotation that was lost in this sub-step so far.
    pub(in crate::step::solver) fn energy_lost(&self) -> f64 {
        let lost = |(spin, before): (&PileSpin<V>, &V::Cross)| energy_lost(*before, spin);
        self.bodies.iter().zip(&self.before).map(lost).sum()
    }

    /// Writes the angular velocities into the spins of the bodies, and returns the energy of rotation that was lost.
    pub(in crate::step::solver) fn write(&self, spins: &mut [PileSpin<V>]) -> f64 {
        let mut lost = 0.0;
        for (spin, solved) in spins.iter_mut().zip(&self.bodies) {
            if spin.inverse_inertia > 0.0 {
                lost += energy_lost(spin.angular_velocity, solved);
                spin.angular_velocity = solved.angular_velocity;
            }
        }
        lost
    }
}

/// The energy of rotation that a body has lost since it had the angular velocity `before`.
fn energy_lost<V: Vector>(before: V::Cross, spin: &PileSpin<V>) -> f64 {
    if spin.inverse_inertia == 0.0 {
        return 0.0;
    }
    let [before, after] = [before, spin.angular_velocity].map(V::magnitude);
    0.5 * (before * before - after * after) / spin.inverse_inertia
}

impl<V: Vector> SpinRow<V> {
    /// The row of a contact of bodies with these spins.
    fn of(row: &ContactRow<V>, [first, second]: [&PileSpin<V>; 2]) -> Self {
        let inverse = |spin: &PileSpin<V>| spin.radius * spin.radius * spin.inverse_inertia;
        let inverse_mass = row.inverse_masses[0] + row.inverse_masses[1];
        let inverse_inertia = first.inverse_inertia + second.inverse_inertia;
        let friction = f64::max(first.rolling_friction, second.rolling_friction);
        let turns = inverse_inertia > 0.0;
        Self {
            tangential_mass: 1.0 / (inverse_mass + inverse(first) + inverse(second)),
            angular_mass: if turns { 1.0 / inverse_inertia } else { 0.0 },
            rolling_arm: if turns { friction * f64::max(first.radius, second.radius) } else { 0.0 },
            rolling_impulse: V::Cross::default(),
        }
    }
}
