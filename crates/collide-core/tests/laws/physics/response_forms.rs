//! The four textbook forms of the elastic response agree.
//!
//! Conservation of momentum with restitution, the pair of formulas on a line, the common velocity and the
//! inverse masses, each evaluated with 106 bits, agree with the response to 4 units in the last place of the
//! largest speed. So do the functions of the module `textbook`, which are evaluated with 53 bits, on a line,
//! for mass ratios from 1e-6 to 1e6, infinite masses and any restitution. In the plane and in space the
//! projections of the function and of the response round too: in a million collisions they differed by up to
//! 4.9 units, and 6 are allowed.

use crate::support::oracle::double_double::DoubleDouble;
use collide_core::response::restitution::bounce;
use collide_core::response::textbook::{
    about_the_common_velocity, common_velocity, decompose, impulse, impulse_by_inverse_masses,
    one_dimensional,
};
use collide_core::vector::Vector;
use glam::{DVec2, DVec3};
use proptest::prelude::*;

/// The changes of the speeds along the normal by each of the four forms.
fn forms([u1, u2]: [DoubleDouble; 2], masses: [f64; 2]) -> [[DoubleDouble; 2]; 4] {
    let [m1, m2] = masses.map(DoubleDouble::from);
    let (one, two, total) = (DoubleDouble::from(1.0), DoubleDouble::from(2.0), m1 + m2);
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

fn dot<V: Vector>(one: V, two: V) -> DoubleDouble {
    let product = |axis: usize| {
        DoubleDouble::from(one.component(axis)) * DoubleDouble::from(two.component(axis))
    };
    (1..V::DIMENSION).fold(product(0), |sum, axis| sum + product(axis))
}

/// The unit in the last place of a number: its share `f64::EPSILON`.
///
/// The distance to the next number is between half of that and all of it; in such distances the response errs
/// by up to 5.1.
fn unit_in_the_last_place(number: f64) -> f64 {
    f64::EPSILON * number
}

/// Asserts that the response agrees with all four forms.
fn assert_forms_agree<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    direction: V,
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
            for axis in 0..V::DIMENSION {
                let exact = DoubleDouble::from(velocities[side].component(axis))
                    + DoubleDouble::from(normal.component(axis)) * changes[side];
                let error = (DoubleDouble::from(after[side].component(axis)) - exact).0.abs();
                let units = error / unit_in_the_last_place(largest);
                prop_assert!(units <= 4.0, "form {form}, side {side}: {units} units");
            }
        }
    }
    Ok(())
}

/// The velocities after a collision by each of the four functions, which are evaluated in f64.
///
/// The arguments and results of functions on a line are converted with 106 bits, so that only the function
/// itself rounds.
fn velocities_by_the_functions<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    normal: V,
    restitution: f64,
) -> [[V; 2]; 4] {
    let exact = velocities.map(|velocity| dot(velocity, normal) / dot(normal, normal));
    let speeds = exact.map(|speed| speed.0);
    let changed = |side: usize, change: DoubleDouble| {
        V::from_components(|axis| {
            let push = DoubleDouble::from(normal.component(axis)) * change;
            (DoubleDouble::from(velocities[side].component(axis)) + push).0
        })
    };
    let line = one_dimensional(speeds, masses, restitution);
    let parts = velocities.map(|velocity| decompose(velocity, normal));
    let common = about_the_common_velocity(parts.map(|part| part.normal), masses, restitution);
    let push = impulse(speeds, masses, restitution);
    let inverse = impulse_by_inverse_masses(velocities, masses, normal, restitution);
    let pushed = |impulse: f64, side: usize| {
        changed(side, DoubleDouble::from(impulse) * inverse_mass(masses[side]))
    };
    [
        [0, 1].map(|side| changed(side, DoubleDouble::from(line[side]) - exact[side])),
        [0, 1].map(|side| parts[side].tangential + common[side]),
        [pushed(push, 0), pushed(-push, 1)],
        [pushed(inverse, 0), pushed(-inverse, 1)],
    ]
}

/// `1 / m`, which is zero for an infinite mass.
fn inverse_mass(mass: f64) -> DoubleDouble {
    if mass.is_infinite() {
        DoubleDouble::from(0.0)
    } else {
        DoubleDouble::from(1.0) / DoubleDouble::from(mass)
    }
}

/// The bound of the rounding of an impulse, in units in the last place of the largest speed.
///
/// These are seven roundings by 2^-53 of a change that is at most twice that speed, of which a unit is at least
/// 2^-53.
const MAX_IMPULSE_ROUNDING: f64 = 14.0;

/// Asserts that the response agrees with the functions.
///
/// Functions that return velocities agree to `allowed` units in the last place of the largest speed, those that
/// return an impulse to its rounding more, and the evaluation with 106 bits to 4 units, at any restitution.
fn assert_functions_agree<V: Vector>(
    velocities: [V; 2],
    masses: [f64; 2],
    direction: V,
    restitution: f64,
    allowed: f64,
) -> Result<(), TestCaseError> {
    let normal = direction / direction.length();
    let Some(response) = bounce(velocities, masses, normal, restitution) else { return Ok(()) };
    let after = [response.first, response.second];
    let largest = velocities.iter().chain(&after).fold(0.0, |most, v| f64::max(most, v.length()));
    let unit = unit_in_the_last_place(largest);
    for (name, values) in
        velocities_by_the_functions(velocities, masses, normal, restitution).into_iter().enumerate()
    {
        let allowed = if name < 2 { allowed } else { allowed + MAX_IMPULSE_ROUNDING };
        for side in [0, 1] {
            let units = (values[side] - after[side]).max_magnitude() / unit;
            prop_assert!(units <= allowed, "function {name}, side {side}: {units} units");
        }
    }
    let square = dot(normal, normal);
    let [u1, u2] = velocities.map(|velocity| dot(velocity, normal) / square);
    let one = DoubleDouble::from(1.0);
    let inverse = masses.map(inverse_mass);
    let exact = (one + DoubleDouble::from(restitution)) * (u2 - u1) / (inverse[0] + inverse[1]);
    for (side, push) in [exact, -exact].into_iter().enumerate() {
        for axis in 0..V::DIMENSION {
            let value = DoubleDouble::from(velocities[side].component(axis))
                + DoubleDouble::from(normal.component(axis)) * push * inverse[side];
            let error = (DoubleDouble::from(after[side].component(axis)) - value).0.abs();
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
        let units = (DoubleDouble::from(value) - exact).0.abs() / unit;
        prop_assert!(units <= MAX_IMPULSE_ROUNDING, "{name}: {units} units");
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
    fn forms_agree_on_a_line(one in -9.0..9.0f64, two in -9.0..9.0f64, masses in masses()) {
        assert_forms_agree([DVec2::new(one, 0.0), DVec2::new(two, 0.0)], masses, DVec2::X)?;
    }

    #[test]
    fn forms_agree_in_the_plane(one in plane(), two in plane(), masses in masses(), direction in plane()) {
        prop_assume!(direction.length() > 1e-3);
        assert_forms_agree([one, two], masses, direction)?;
    }

    #[test]
    fn forms_agree_in_space(one in space(), two in space(), masses in masses(), direction in space()) {
        prop_assume!(direction.length() > 1e-3);
        assert_forms_agree([one, two], masses, direction)?;
    }

    #[test]
    fn functions_agree_on_a_line(
        one in -9.0..9.0f64, two in -9.0..9.0f64, masses in masses(), restitution in restitution(),
    ) {
        let velocities = [DVec2::new(one, 0.0), DVec2::new(two, 0.0)];
        for masses in walls(masses) {
            assert_functions_agree(velocities, masses, DVec2::X, restitution, 4.0)?;
        }
    }

    #[test]
    fn functions_agree_in_the_plane(
        one in plane(), two in plane(), masses in masses(), direction in plane(),
        restitution in restitution(),
    ) {
        prop_assume!(direction.length() > 1e-3);
        for masses in walls(masses) {
            assert_functions_agree([one, two], masses, direction, restitution, 6.0)?;
        }
    }

    #[test]
    fn functions_agree_in_space(
        one in space(), two in space(), masses in masses(), direction in space(),
        restitution in restitution(),
    ) {
        prop_assume!(direction.length() > 1e-3);
        for masses in walls(masses) {
            assert_functions_agree([one, two], masses, direction, restitution, 6.0)?;
        }
    }

    /// Both bodies move with the common velocity after a plastic collision along one line.
    #[test]
    fn plastic_collision_leaves_the_common_velocity(
        one in space(), two in space(), masses in masses(),
    ) {
        let bound = 4.0 * unit_in_the_last_place(f64::max(one.length(), two.length()));
        for masses in walls(masses) {
            let common = common_velocity([one, two], masses);
            // The collision is along the line of the relative velocity.
            let normal = (two - one) / (two - one).length();
            prop_assert_eq!(about_the_common_velocity([one, two], masses, 0.0), [common; 2]);
            let together = bounce([one, two], masses, normal, 0.0).unwrap();
            prop_assert!((together.first - common).max_magnitude() <= bound);
            prop_assert!((together.second - common).max_magnitude() <= bound);
        }
    }

    /// Against an infinite mass the impulse is `2 m1 (u2 - u1)`, and the wall keeps its velocity.
    #[test]
    fn infinite_mass_is_the_limit(one in space(), two in space(), mass in 1e-3..1e3f64, direction in space()) {
        prop_assume!(direction.length() > 1e-3);
        let normal = direction / direction.length();
        let normal = if two.dot(normal) > one.dot(normal) { normal } else { -normal };
        let approach = two.dot(normal) - one.dot(normal);
        prop_assume!(approach > 0.0);
        let response = bounce([one, two], [mass, f64::INFINITY], normal, 1.0).unwrap();
        let change = (dot(two, normal) - dot(one, normal)) / dot(normal, normal) * DoubleDouble::from(2.0);
        let speeds = [one, two, response.first].map(|velocity| velocity.length());
        let bound = 4.0 * unit_in_the_last_place(speeds.into_iter().fold(0.0, f64::max));
        for axis in 0..3 {
            let exact = DoubleDouble::from(one[axis]) + DoubleDouble::from(normal[axis]) * change;
            let error = (DoubleDouble::from(response.first[axis]) - exact).0.abs();
            prop_assert!(error <= bound, "{error}");
            prop_assert!((response.second[axis] - two[axis]).abs() <= bound);
        }
        let impulse = DoubleDouble::from(mass) * change;
        prop_assert!((DoubleDouble::from(response.impulse) - impulse).0.abs() <= mass * 2.0 * bound);
    }

    /// The response is invariant under exchange of the bodies, reflection, boosts and reversal of time.
    #[test]
    fn response_keeps_its_symmetries(one in plane(), two in plane(), masses in masses(), boost in plane(), direction in plane()) {
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
