//! The four textbook forms of the response are one law.
//!
//! Conservation of momentum with restitution, the pair of formulas on a line, the common velocity
//! and the inverse masses, each worked out with 106 bits, agree with the response to 4 units in the
//! last place of the largest speed. So do the functions of the module `textbook`, which are worked out
//! with 53 bits, on a line, at mass ratios from 1e-6 to 1e6 and of infinite masses, at any restitution.
//! In the plane and in space the projections round too, in the function and in the response: of a
//! million collisions the most was 4.9 units between the two, and 6 are allowed.

use crate::support::oracle::double_double::Precise;
use collide_core::response::restitution::bounce;
use collide_core::response::textbook::{
    about_the_common_velocity, common_velocity, decompose, impulse, impulse_by_inverse_masses,
    one_dimensional,
};
use collide_core::vector::Wide;
use glam::{DVec2, DVec3};
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

/// The velocities after a collision by each of the four functions, which are worked out in f64.
///
/// What is put into a function on a line, and what is made of its result, is worked out with 106
/// bits, so that nothing but the function itself rounds.
fn by_the_functions<W: Wide>(
    velocities: [W; 2],
    masses: [f64; 2],
    normal: W,
    restitution: f64,
) -> [[W; 2]; 4] {
    let exact = velocities.map(|velocity| dot(velocity, normal) / dot(normal, normal));
    let speeds = exact.map(|speed| speed.0);
    let changed = |side: usize, change: Precise| {
        W::from_components(|axis| {
            let push = Precise::from(normal.component(axis)) * change;
            (Precise::from(velocities[side].component(axis)) + push).0
        })
    };
    let line = one_dimensional(speeds, masses, restitution);
    let parts = velocities.map(|velocity| decompose(velocity, normal));
    let common = about_the_common_velocity(parts.map(|part| part.normal), masses, restitution);
    let push = impulse(speeds, masses, restitution);
    let inverse = impulse_by_inverse_masses(velocities, masses, normal, restitution);
    let pushed = |impulse: f64, side: usize| {
        changed(side, Precise::from(impulse) * inverse_mass(masses[side]))
    };
    [
        [0, 1].map(|side| changed(side, Precise::from(line[side]) - exact[side])),
        [0, 1].map(|side| parts[side].tangential + common[side]),
        [pushed(push, 0), pushed(-push, 1)],
        [pushed(inverse, 0), pushed(-inverse, 1)],
    ]
}

/// `1 / m`, which is zero of an infinite mass.
fn inverse_mass(mass: f64) -> Precise {
    if mass.is_infinite() { Precise::from(0.0) } else { Precise::from(1.0) / Precise::from(mass) }
}

/// What the rounding of an impulse may come to, in units in the last place of the largest speed: seven
/// roundings by 2^-53 of a change that is at most twice that speed, of which a unit is 2^-53 at least.
const IMPULSE: f64 = 14.0;

/// Asserts that the response agrees with the functions that give velocities to `allowed` units in the last
/// place of the largest speed, with those that give an impulse to what its rounding may add to that, and with
/// 106 bits at any restitution to 4.
fn functions_agree<W: Wide>(
    velocities: [W; 2],
    masses: [f64; 2],
    direction: W,
    restitution: f64,
    allowed: f64,
) -> Result<(), TestCaseError> {
    let normal = direction / direction.length();
    let Some(response) = bounce(velocities, masses, normal, restitution) else { return Ok(()) };
    let after = [response.first, response.second];
    let largest = velocities.iter().chain(&after).fold(0.0, |most, v| f64::max(most, v.length()));
    let unit = unit_in_the_last_place(largest);
    for (name, values) in
        by_the_functions(velocities, masses, normal, restitution).into_iter().enumerate()
    {
        let allowed = if name < 2 { allowed } else { allowed + IMPULSE };
        for side in [0, 1] {
            let units = (values[side] - after[side]).max_magnitude() / unit;
            prop_assert!(units <= allowed, "function {name}, side {side}: {units} units");
        }
    }
    let square = dot(normal, normal);
    let [u1, u2] = velocities.map(|velocity| dot(velocity, normal) / square);
    let one = Precise::from(1.0);
    let inverse = masses.map(inverse_mass);
    let exact = (one + Precise::from(restitution)) * (u2 - u1) / (inverse[0] + inverse[1]);
    for (side, push) in [exact, -exact].into_iter().enumerate() {
        for axis in 0..W::DIMENSION {
            let value = Precise::from(velocities[side].component(axis))
                + Precise::from(normal.component(axis)) * push * inverse[side];
            let error = (Precise::from(after[side].component(axis)) - value).0.abs();
            prop_assert!(error <= 4.0 * unit, "side {side}: {} units", error / unit);
        }
    }
    // The unit of an impulse is that of an elastic bounce at the largest speed.
    let unit = 2.0 * unit / (inverse[0] + inverse[1]).0;
    for (name, value) in [
        ("response", response.impulse),
        ("impulse", impulse([u1.0, u2.0], masses, restitution)),
        ("inverse", impulse_by_inverse_masses(velocities, masses, normal, restitution)),
    ] {
        let units = (Precise::from(value) - exact).0.abs() / unit;
        prop_assert!(units <= IMPULSE, "{name}: {units} units");
    }
    Ok(())
}

/// The masses as they are, or one of the two infinite.
fn walls(masses: [f64; 2]) -> [[f64; 2]; 3] {
    let [one, two] = masses;
    [masses, [one, f64::INFINITY], [f64::INFINITY, two]]
}

fn masses() -> impl Strategy<Value = [f64; 2]> {
    (-3.0..3.0f64, -3.0..3.0f64).prop_map(|(one, two)| [10f64.powf(one), 10f64.powf(two)])
}

/// Restitution from 0 to 1, and its two ends.
fn restitution() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), Just(1.0), 0.0..1.0f64]
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

    #[test]
    fn the_functions_agree_on_a_line(
        one in -9.0..9.0f64, two in -9.0..9.0f64, masses in masses(), restitution in restitution(),
    ) {
        let velocities = [DVec2::new(one, 0.0), DVec2::new(two, 0.0)];
        for masses in walls(masses) {
            functions_agree(velocities, masses, DVec2::X, restitution, 4.0)?;
        }
    }

    #[test]
    fn the_functions_agree_in_the_plane(
        one in plane(), two in plane(), masses in masses(), direction in plane(),
        restitution in restitution(),
    ) {
        prop_assume!(direction.length() > 1e-3);
        for masses in walls(masses) {
            functions_agree([one, two], masses, direction, restitution, 6.0)?;
        }
    }

    #[test]
    fn the_functions_agree_in_space(
        one in space(), two in space(), masses in masses(), direction in space(),
        restitution in restitution(),
    ) {
        prop_assume!(direction.length() > 1e-3);
        for masses in walls(masses) {
            functions_agree([one, two], masses, direction, restitution, 6.0)?;
        }
    }

    /// Both bodies move with the common velocity after a plastic collision along one line.
    #[test]
    fn the_common_velocity_is_left_without_restitution(
        one in space(), two in space(), masses in masses(),
    ) {
        let bound = 4.0 * unit_in_the_last_place(f64::max(one.length(), two.length()));
        for masses in walls(masses) {
            let common = common_velocity([one, two], masses);
            // The line on which they meet is that of their relative velocity.
            let normal = (two - one) / (two - one).length();
            prop_assert_eq!(about_the_common_velocity([one, two], masses, 0.0), [common; 2]);
            let together = bounce([one, two], masses, normal, 0.0).unwrap();
            prop_assert!((together.first - common).max_magnitude() <= bound);
            prop_assert!((together.second - common).max_magnitude() <= bound);
        }
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
