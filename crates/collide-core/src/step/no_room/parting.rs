//! How bodies part that have no room: in which direction, and without friction.

use crate::step::solver::constants::Tuning;
use crate::step::solver::input::{PileBody, PileContact};
use crate::vector::Vector;
use crate::world::World;

/// Two bodies are at one height if their normal rises by no more than this.
const LEVEL: f64 = 1e-6;

/// The ratio up to which two masses are alike.
const ALIKE_MASSES: f64 = 3.0;

/// Takes the friction from the contacts of bodies that have no room: over which a moving wall passes, or which were put or
/// driven into each other. It would keep them where they are.
pub(crate) fn free_bodies_without_room<V: Vector>(
    bodies: &[PileBody<V>],
    contacts: &mut [PileContact<V>],
) {
    let has_no_room = |contact: &PileContact<V>| contact.gives_way || contact.is_forced;
    if !contacts.iter().any(has_no_room) {
        return;
    }
    let is_mover = |body: &u32| bodies[*body as usize].inverse_mass > 0.0;
    let mut is_freed = vec![false; bodies.len()];
    for contact in contacts.iter().filter(|contact| has_no_room(contact)) {
        contact
            .bodies
            .iter()
            .filter(|body| is_mover(body))
            .for_each(|body| is_freed[*body as usize] = true);
    }
    for contact in contacts {
        if contact.bodies.into_iter().any(|body| is_freed[body as usize]) {
            (contact.friction, contact.friction_force) = (0.0, V::ZERO);
        }
    }
}

/// The unit vector along which two bodies that overlap deeply are moved apart. Bodies that fill a row from wall to wall have
/// no way along it, so it is turned a little out of the horizontal: the upper body gives way upwards, and of two at one height
/// the one that was added later.
pub(crate) fn parting_direction<V: Vector>(world: &World<V>, pair: [u32; 2], normal: V) -> V {
    let Some([first, second]) = world.pair(pair) else {
        return normal;
    };
    let pull = first.external_acceleration(world.environment().gravity);
    let strength = pull.length();
    let [one, two] = [first.mass(), second.mass()];
    // A heavy body would shoot a light one away.
    let are_alike = f64::max(one, two) <= ALIKE_MASSES * f64::min(one, two);
    if !second.is_mover() || !are_alike || strength == 0.0 {
        return normal;
    }
    let up = pull * (-1.0 / strength);
    let height = normal.dot(up);
    let is_upper = if height.abs() > LEVEL { height > 0.0 } else { first.key > second.key };
    let turned = normal + up * if is_upper { Tuning::DEEP_TURN } else { -Tuning::DEEP_TURN };
    turned / turned.length()
}

/// The bits behind the point of irrational numbers, of which the multiples are spread evenly: the golden ratio, and the roots
/// of 3 and of 7. Each axis has one.
pub(crate) const SPREAD_BITS: [u64; 3] =
    [0x9e37_79b9_7f4a_7c15, 0xbb67_ae85_84ca_a73b, 0xa54f_f53a_5f1d_36f1];

/// The bits of a word that do not fit into a number.
const UNUSED_BITS: u32 = u64::BITS - f64::MANTISSA_DIGITS;

/// Half of the integers that fit into a number.
const HALF_RANGE: f64 = (1u64 << (f64::MANTISSA_DIGITS - 1)) as f64;

/// The direction in which the first of two bodies at one place is moved. It follows from the keys of both, so
/// that each of many bodies at one place gets a direction of its own.
pub(crate) fn direction_by_keys<V: Vector>(first: u64, second: u64) -> V {
    let point = |key: u64| {
        V::from_components(|axis| {
            // Multiples of an irrational number, another one for each axis, are spread evenly.
            (key.wrapping_mul(SPREAD_BITS[axis]) >> UNUSED_BITS) as f64 / HALF_RANGE - 1.0
        })
    };
    let difference = point(first) - point(second);
    let length = difference.length();
    if length > 0.0 { difference / length } else { V::unit(0) }
}

#[cfg(test)]
mod tests {
    use glam::{DVec2, DVec3, dvec2};

    use super::*;
    use crate::body::Body;
    use crate::shape::Shape;

    #[test]
    fn two_bodies_at_one_place_part_in_opposite_directions() {
        for key in 1..50 {
            let direction = direction_by_keys::<DVec3>(key, 7 * key + 3);
            assert!((direction.length() - 1.0).abs() < 1e-12);
            assert_eq!(direction_by_keys::<DVec3>(7 * key + 3, key), -direction);
        }
        assert_eq!(direction_by_keys::<DVec2>(7, 7), DVec2::X);
    }

    #[test]
    fn upper_body_gives_way_upwards_and_a_heavy_one_as_it_lies() {
        let mut world = World::new();
        world.set_gravity(DVec2::NEG_Y).unwrap();
        let ball = |x: f64, y: f64| Body::dynamic(Shape::ball(0.5), dvec2(x, y));
        let heavy = Body { mass: 100.0, ..ball(3.0, 0.0) };
        for body in [ball(0.0, 0.0), ball(0.8, 0.0), heavy] {
            world.add(body).unwrap();
        }
        // Of two at one height the one that was added later.
        assert!(parting_direction(&world, [1, 0], DVec2::X).y > 0.0);
        assert!(parting_direction(&world, [0, 1], DVec2::NEG_X).y < 0.0);
        assert_eq!(parting_direction(&world, [2, 0], DVec2::X), DVec2::X);
    }

    #[test]
    fn body_without_room_has_no_friction() {
        let body = |inverse_mass: f64| PileBody {
            velocity: DVec2::ZERO,
            surface_velocity: DVec2::ZERO,
            pull: DVec2::ZERO,
            reference_pull: 0.0,
            velocity_displacement: DVec2::ZERO,
            displacement: DVec2::ZERO,
            size: 1.0,
            inverse_mass,
            turn_rate: 0.0,
        };
        let bodies = [body(0.0), body(1.0), body(1.0), body(1.0)];
        let contact = |pair| PileContact { friction: 0.5, ..PileContact::new(pair, DVec2::Y) };
        let squeezed = PileContact { gives_way: true, ..contact([1, 0]) };
        let mut contacts = [squeezed, contact([2, 1]), contact([3, 0])];
        free_bodies_without_room(&bodies, &mut contacts);
        assert_eq!(contacts.map(|contact| contact.friction), [0.0, 0.0, 0.5]);
    }
}
