//! The bot that reacts: it steers at the next checkpoint, and makes up for its drift.

use std::f64::consts::FRAC_PI_2;

use crate::course::Course;
use crate::pod::{MAX_THRUST, MAX_TURN, Order, Pod, Power, wrap};

/// So many velocities before the checkpoint it aims.
const DRIFT: f64 = 3.0;

/// The least distance of a boost.
const BOOST_DISTANCE: f64 = 5_000.0;

/// The largest angle to its aim with which it boosts.
const BOOST_ANGLE: f64 = 0.1;

/// The order of a pod.
pub fn order(course: &Course, pod: &Pod) -> Order {
    let way = course.next_place(pod.passed) - pod.place;
    let heading = (way - DRIFT * pod.velocity).to_angle();
    let off = pod.heading.map_or(0.0, |now| wrap(heading - now).abs());
    let is_straight = course.next(pod.passed) == course.after_longest()
        && way.length() > BOOST_DISTANCE
        && off < BOOST_ANGLE;
    // All thrust while it can turn to its aim in this turn, and none if it faces away.
    let share = 1.0 - (off - MAX_TURN) / (FRAC_PI_2 - MAX_TURN);
    let power = if is_straight && pod.has_boost {
        Power::Boost
    } else {
        Power::Thrust((MAX_THRUST * share.clamp(0.0, 1.0)).round())
    };
    Order { heading, power }
}
