//! The four textbook forms of the response are one law.
//!
//! Conservation of momentum with restitution, the pair of formulas on a line, the common velocity
//! and the inverse masses, each worked out with 106 bits, agree with the response to 4 units in the
//! last place of the largest speed.

#[path = "support/precise.rs"]
mod precise;

use collide_core::response::restitution::bounce;
use collide_core::vector::Wide;
use glam::{DVec2, DVec3};
use precise::Precise;
use proptest::prelude::*;

/// The changes of the speeds along the normal, by each of the four forms.
fn forms([u1, u2]: [Precise; 2], masses: [f64; 2]) -> [[Precise; 2]; 4] {
    let [m1, m2] = masses.map(Precise::from);
    let (one, two, total) = (Precise::from(1.0), Precise::from(2.0), m1 + m2);
    let impulse = two * (u2 - u1) * m1 * m2 / total;
    let common = two * (m1 * u1 + m2 * u2) / total;
    let inverse = two * (u2 - u1) / (one / m1 + one / m2);
    [
        [impulse / m1, -impulse / m2],
        [
            (m1 - m2) / total * u1 + two * m2 / total * u2 - u1,
            (m2 - m1) / total * u2 + two * m1 / total * u1 - u2,
        ],
        [common - u1 - u1, common - u2 - u2],
        [inverse / m1, -inverse / m2],
    ]
}

fn dot<W: Wide>(one: W, two: W) -> Precise {
    let product =
        |axis: usize| Precise::from(one.component(axis)) * Precise::from(two.component(axis));
    (1..W::DIMENSION).fold(product(0), |sum, axis| sum + product(axis))
}

/// The unit in the last place of a number, as its share `f64::EPSILON`. The distance to the next
/// number is between half of that and all of it; counted in those, the response errs by up to 5.1.
fn unit_in_the_last_place(number: f64) -> f64 {
    f64::EPSILON * number
}

/// Asserts that the response agrees with all four forms.
fn agrees<W: Wide>(
    velocities: [W; 2],
    masses: [f64; 2],
    direction: W,
) -> Result<(), TestCaseError> {
    let normal = direction / direction.length();
    let square = dot(normal, normal);
    let speeds = velocities.map(|velocity| dot(velocity, normal) / square);
    let Some(response) = bounce(velocities, masses, normal, 1.0) else {
        prop_assert!(speeds[1].0 - speeds[0].0 <= 4e-15);
        return Ok(());
    };
    let after = [response.first, response.second];
    let largest = velocities.iter().chain(&after).fold(0.0, |most, v| f64::max(most, v.length()));
    for (form, changes) in forms(speeds, masses).into_iter().enumerate() {
        for side in [0, 1] {
            for axis in 0..W::DIMENSION {
                let exact = Precise::from(velocities[side].component(axis))
                    + Precise::from(normal.component(axis)) * changes[side];
                let error = (Precise::from(after[side].component(axis)) - exact).0.abs();
                let units = error / unit_in_the_last_place(largest);
                prop_assert!(units <= 4.0, "form {form}, side {side}: {units} units");
            }
        }
    }
    Ok(())
}

fn masses() -> impl Strategy<Value = [f64; 2]> {
    (-3.0..3.0f64, -3.0..3.0f64).prop_map(|(one, two)| [10f64.powf(one), 10f64.powf(two)])
}

fn plane() -> impl Strategy<Value = DVec2> {
    (-9.0..9.0f64, -9.0..9.0f64).prop_map(DVec2::from)
}

fn space() -> impl Strategy<Value = DVec3> {
    (-9.0..9.0f64, -9.0..9.0f64, -9.0..9.0f64).prop_map(DVec3::from)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4096, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn on_a_line(one in -9.0..9.0f64, two in -9.0..9.0f64, masses in masses()) {
        agrees([DVec2::new(one, 0.0), DVec2::new(two, 0.0)], masses, DVec2::X)?;
    }

    #[test]
    fn in_the_plane(one in plane(), two in plane(), masses in masses(), direction in plane()) {
        prop_assume!(direction.length() > 1e-3);
        agrees([one, two], masses, direction)?;
    }

    #[test]
    fn in_space(one in space(), two in space(), masses in masses(), direction in space()) {
        prop_assume!(direction.length() > 1e-3);
        agrees([one, two], masses, direction)?;
    }

    /// Infinite mass is the limit `j = 2 m1 (u2 - u1)`, and the wall keeps its velocity.
    #[test]
    fn against_a_wall(one in space(), two in space(), mass in 1e-3..1e3f64, direction in space()) {
        prop_assume!(direction.length() > 1e-3);
        let normal = direction / direction.length();
        let normal = if two.dot(normal) > one.dot(normal) { normal } else { -normal };
        let approach = two.dot(normal) - one.dot(normal);
        prop_assume!(approach > 0.0);
        let response = bounce([one, two], [mass, f64::INFINITY], normal, 1.0).unwrap();
        let change = (dot(two, normal) - dot(one, normal)) / dot(normal, normal) * Precise::from(2.0);
        let speeds = [one, two, response.first].map(|velocity| velocity.length());
        let bound = 4.0 * unit_in_the_last_place(speeds.into_iter().fold(0.0, f64::max));
        for axis in 0..3 {
            let exact = Precise::from(one[axis]) + Precise::from(normal[axis]) * change;
            let error = (Precise::from(response.first[axis]) - exact).0.abs();
            prop_assert!(error <= bound, "{error}");
            prop_assert!((response.second[axis] - two[axis]).abs() <= bound);
        }
        let impulse = Precise::from(mass) * change;
        prop_assert!((Precise::from(response.impulse) - impulse).0.abs() <= mass * 2.0 * bound);
    }

    /// Swapped, mirrored and boosted, it is the same law; backwards in time too.
    #[test]
    fn symmetries(one in plane(), two in plane(), masses in masses(), boost in plane(), direction in plane()) {
        prop_assume!(direction.length() > 1e-3);
        let normal = direction / direction.length();
        let Some(response) = bounce([one, two], masses, normal, 1.0) else { return Ok(()) };
        let swapped = bounce([two, one], [masses[1], masses[0]], -normal, 1.0).unwrap();
        prop_assert_eq!([response.first, response.second], [swapped.second, swapped.first]);
        let mirror = |v: DVec2| DVec2::new(-v.x, v.y);
        let mirrored = bounce([mirror(one), mirror(two)], masses, mirror(normal), 1.0).unwrap();
        prop_assert_eq!([response.first, response.second], [mirror(mirrored.first), mirror(mirrored.second)]);
        let bound = 8.0 * f64::EPSILON * (one.length() + two.length() + boost.length());
        if let Some(moved) = bounce([one + boost, two + boost], masses, normal, 1.0) {
            prop_assert!((moved.first - response.first - boost).length() <= bound);
        }
        if let Some(back) = bounce([-response.first, -response.second], masses, normal, 1.0) {
            prop_assert!((back.first + one).length() <= 2.0 * bound);
            prop_assert!((back.second + two).length() <= 2.0 * bound);
        }
    }
}
