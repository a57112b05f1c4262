//! The collisions of the contest, written plainly, beside those of the plugin in a tick.

use std::time::Duration;

use bevy::math::{DVec2, dvec2};
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::headless::{self, set_clock};

use crate::game::{clock, pod_body};
use crate::pod::{Pod, RADIUS};

/// A pod: its place, its velocity and its mass.
type Given = (DVec2, DVec2, f64);

/// When two pods touch, if they do within `left` seconds.
fn touches(one: &Given, other: &Given, left: f64) -> Option<f64> {
    let (way, speed) = (other.0 - one.0, other.1 - one.1);
    // |way + speed t| = 2 r
    let [a, b] = [speed.length_squared(), way.dot(speed)];
    let c = way.length_squared() - 4.0 * RADIUS * RADIUS;
    let root = b * b - a * c;
    if b >= 0.0 || root < 0.0 {
        return None;
    }
    let time = (-b - root.sqrt()) / a;
    (0.0..=left).contains(&time).then_some(time)
}

/// The collision of the contest, as players have published it.
fn bounce(one: &mut Given, other: &mut Given) {
    let mass = (one.2 + other.2) / (one.2 * other.2);
    let normal = other.0 - one.0;
    let product = normal.dot(one.1 - other.1);
    let mut force = normal * product / (normal.length_squared() * mass);
    one.1 -= force / one.2;
    other.1 += force / other.2;
    let impulse = force.length();
    if impulse < 120.0 {
        force *= 120.0 / impulse;
    }
    one.1 -= force / one.2;
    other.1 += force / other.2;
}

/// The pods after a turn of the contest.
fn by_contest(given: &[Given]) -> Vec<[DVec2; 2]> {
    let mut pods = given.to_vec();
    let mut left = 1.0;
    loop {
        let pairs = (0..pods.len()).flat_map(|one| (0..one).map(move |other| (other, one)));
        let next = pairs
            .filter_map(|pair| Some((touches(&pods[pair.0], &pods[pair.1], left)?, pair)))
            .min_by(|one, other| one.0.total_cmp(&other.0));
        let time = next.map_or(left, |next| next.0);
        pods.iter_mut().for_each(|pod| pod.0 += pod.1 * time);
        left -= time;
        let Some((_, (one, other))) = next else { break };
        let (before, after) = pods.split_at_mut(other);
        bounce(&mut before[one], &mut after[0]);
    }
    pods.iter().map(|pod| [round(pod.0), (pod.1 * 0.85).trunc()]).collect()
}

fn round(place: DVec2) -> DVec2 {
    dvec2((place.x + 0.5).floor(), (place.y + 0.5).floor())
}

/// The pods after a tick of the plugin, and the end of a turn.
fn by_plugin(given: &[Given]) -> Vec<[DVec2; 2]> {
    let mut app = headless::app::<DVec2>();
    set_clock(&mut app, clock());
    app.insert_resource(Time::<Virtual>::from_max_delta(Duration::from_secs(1)));
    app.update();
    let mut pods: Vec<Pod> = given.iter().map(|it| Pod::new(it.0)).collect();
    let mut bodies = Vec::new();
    for ((number, pod), given) in pods.iter().enumerate().zip(given) {
        let body = app.world_mut().spawn(pod_body(number, pod));
        bodies.push(body.id());
        app.world_mut()
            .entity_mut(bodies[number])
            .insert((Velocity(given.1), Mass(given.2 as f32)));
    }
    app.update();
    for (pod, body) in pods.iter_mut().zip(bodies) {
        let place = app.world().get::<Position<DVec2>>(body).map(|it| it.0);
        let velocity = app.world().get::<Velocity<DVec2>>(body).map(|it| it.0);
        pod.end(place.unwrap_or(DVec2::NAN), velocity.unwrap_or(DVec2::NAN));
    }
    pods.iter().map(|pod| [pod.place, pod.velocity]).collect()
}

/// Places, velocities and masses as whole numbers.
fn given<const N: usize>(pods: [[i32; 5]; N]) -> Vec<Given> {
    let pod = |[x, y, u, v, mass]: [f64; 5]| (dvec2(x, y), dvec2(u, v), mass);
    pods.map(|it| pod(it.map(f64::from))).to_vec()
}

/// Places and velocities as whole numbers.
fn ends<const N: usize>(pods: [[i32; 4]; N]) -> Vec<[DVec2; 2]> {
    let pod = |[x, y, u, v]: [f64; 4]| [dvec2(x, y), dvec2(u, v)];
    pods.map(|it| pod(it.map(f64::from))).to_vec()
}

#[test]
fn cases_by_hand_agree_with_both() {
    let cases = [
        // They touch after 1/4 s at x = 100 and 900, and swap their velocities.
        (
            given([[0, 0, 400, 0, 1], [1000, 0, -400, 0, 1]]),
            ends([[-200, 0, -340, 0], [1200, 0, 340, 0]]),
        ),
        // They touch after 1/4 s; the first half of the impact is 40, and the second 120.
        (
            given([[0, 0, 40, 0, 1], [820, 0, -40, 0, 1]]),
            ends([[-80, 0, -102, 0], [900, 0, 102, 0]]),
        ),
        // A shield: m_coeff is 1.1, both halves are 510. They touch after 110/561 s.
        (
            given([[0, 0, 0, 0, 10], [910, 0, -561, 0, 1]]),
            ends([[-82, 0, -86, 0], [1169, 0, 390, 0]]),
        ),
        // Two shields swap their velocities, as the halves of 4010 are above the minimum. They touch after 1/4 s.
        (
            given([[0, 0, 0, 401, 10], [0, 1002, 0, -407, 10]]),
            ends([[0, -205, 0, -345], [0, 1201, 0, 340]]),
        ),
        // They pass each other at a distance of 801.
        (
            given([[0, 0, 600, 7, 1], [1500, 801, -600, 7, 1]]),
            ends([[600, 7, 510, 5], [900, 808, -510, 5]]),
        ),
    ];
    for (pods, expected) in cases {
        assert_eq!(by_contest(&pods), expected, "by the contest: {pods:?}");
        assert_eq!(by_plugin(&pods), expected, "by the plugin: {pods:?}");
    }
}

#[test]
fn turns_of_plugin_are_those_of_contest_to_the_digit() {
    let cases = [
        // Glancing.
        given([[0, 0, 700, 31, 1], [1300, 611, -523, -17, 1]]),
        given([[8000, 4500, 613, 402, 1], [8900, 4710, 118, 395, 10]]),
        // Both shields, across.
        given([[5000, 5000, 487, 123, 10], [5900, 5333, -612, 45, 10]]),
        // A slow touch below the minimum, across.
        given([[3000, 2000, 55, 21, 1], [3777, 2222, 12, -7, 1]]),
        // Three pods in one turn: the second is driven into the third.
        given([[0, 0, 900, 17, 1], [1000, 120, 13, -5, 1], [1950, 77, -31, 9, 1]]),
        // Four, two of them with shields.
        given([
            [1000, 1000, 801, 233, 1],
            [2111, 1313, -95, 41, 10],
            [3055, 1502, -422, -61, 1],
            [2200, 2250, 37, -611, 10],
        ]),
    ];
    for pods in cases {
        let expected = by_contest(&pods);
        let drift = pods.iter().map(|pod| [round(pod.0 + pod.1), (pod.1 * 0.85).trunc()]);
        assert!(
            drift.zip(&expected).any(|(free, bounced)| free != *bounced),
            "no impact: {pods:?}"
        );
        assert_eq!(by_plugin(&pods), expected, "{pods:?}");
    }
}
