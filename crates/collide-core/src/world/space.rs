//! Changes of the space of a world: of its gravity and its period.

use super::journal::Change;
use super::store::World;
use crate::body::{InvalidBody, finite_vector, valid};
use crate::period::Period;
use crate::vector::Vector;

/// The largest rounding of given places: with more, bodies would touch that are visibly apart.
const MAX_GIVEN_ROUNDING: f64 = 1e-3;

impl<V: Vector> World<V> {
    /// Sets the acceleration of every dynamic body, in length units a second squared, before its scale.
    ///
    /// # Errors
    /// If a component is NaN or infinite; then nothing has changed.
    pub fn set_gravity(&mut self, gravity: V) -> Result<(), InvalidBody> {
        finite_vector("gravity", gravity)?;
        if gravity != self.environment.gravity {
            self.journal.note(|| Change::SetGravity(gravity));
            self.environment.gravity = gravity;
            self.update_all_flights();
        }
        Ok(())
    }

    /// Makes the space repeat after these lengths, in length units; zero along an axis that does not.
    ///
    /// A body that leaves on one side comes in on the other: the positions of bodies that move are wrapped to between
    /// minus and plus half a period, and a body meets the nearest images of the others. Half-spaces and arenas have no
    /// images.
    ///
    /// ```text
    ///     |<--- period --->|
    ///   B'|  A           B |  A'     A is nearer to the image B' than to B itself, and meets it
    ///     |                |         as B meets A': both are one impact
    /// ```
    ///
    /// # Errors
    /// If a length is NaN, infinite or negative, or a body is wider than it or reaches further than it
    /// from its position; then nothing has changed.
    ///
    /// # Example
    /// ```
    /// use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
    /// use glam::DVec2;
    ///
    /// let mut world = World::new();
    /// world.set_period(DVec2::new(10.0, 0.0)).unwrap();
    /// let ball = Body { velocity: DVec2::X, ..Body::dynamic(Shape::ball(0.5), DVec2::X * 4.5) };
    /// let ball = world.add(ball).unwrap();
    /// Stepper::new().step(&mut world, 1.0);
    /// assert_eq!(world.body(ball).unwrap().position, DVec2::X * -4.5);
    /// ```
    pub fn set_period(&mut self, period: V) -> Result<(), InvalidBody> {
        for axis in 0..V::DIMENSION {
            let length = period.component(axis);
            valid("period", length, length.is_finite() && length >= 0.0)?;
        }
        let lengths = Period { lengths: period };
        self.slots.iter().flatten().try_for_each(|slot| {
            lengths.admits([slot.shared.local_bounds.min, slot.shared.local_bounds.max])
        })?;
        if lengths != self.environment.period {
            self.journal.note(|| Change::SetPeriod(period));
            self.environment.period = lengths;
            self.mark_all_moved();
        }
        Ok(())
    }

    /// Sets how the places of bodies were rounded before the game gave them, as a share of their distance from the origin:
    /// that of f64 by default, `f64::from(f32::EPSILON)` if they come from f32.
    ///
    /// The step computes in f64 all the same. But tiles side by side that were given in f32 lie by such roundings beside
    /// each other, and a lane as wide as a ball is by so much too narrow: within some of these roundings a wall that
    /// stands out of another one is no edge, and bodies touch.
    ///
    /// # Errors
    /// If it is less than that of f64 or more than 1/1000; then nothing has changed.
    ///
    /// # Example
    /// ```
    /// use collide_core::world::World;
    /// use glam::DVec2;
    ///
    /// let mut world = World::<DVec2>::new();
    /// assert_eq!(world.given_rounding(), f64::EPSILON);
    /// world.set_given_rounding(f64::from(f32::EPSILON)).unwrap();
    /// assert!(world.set_given_rounding(0.1).is_err());
    /// ```
    pub fn set_given_rounding(&mut self, rounding: f64) -> Result<(), InvalidBody> {
        valid("given rounding", rounding, (f64::EPSILON..=MAX_GIVEN_ROUNDING).contains(&rounding))?;
        if rounding != self.environment.given_rounding {
            self.journal.note(|| Change::SetGivenRounding(rounding));
            self.environment.given_rounding = rounding;
            self.mark_all_moved();
        }
        Ok(())
    }

    /// Marks all bodies as moved by the game, because relative positions, the pairs that meet, or what counts as a touch
    /// has changed.
    pub(crate) fn mark_all_moved(&mut self) {
        self.update_all_flights();
        self.slots.iter_mut().flatten().for_each(|slot| slot.edited = true);
    }

    /// Computes all flights anew from the present on, after what acts on all bodies has changed.
    fn update_all_flights(&mut self) {
        let (now, environment) = (self.now(), self.environment());
        self.note_change();
        self.wake_all();
        for place in 0..self.slots.len() {
            let Some(slot) = &self.slots[place] else { continue };
            let is_behind = slot.time < now;
            if is_behind {
                self.fly_to(slot.id.index, now);
            }
            let Some(slot) = &mut self.slots[place] else { continue };
            if is_behind {
                slot.set_bounced(None);
            }
            // A support is valid only for the acceleration that it was found with.
            slot.leave_contacts();
            slot.revision = slot.revision.wrapping_add(1);
            slot.enter_space(&environment);
        }
    }
}
