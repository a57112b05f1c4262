//! The list of all scenes, by name.

use crate::gas::{Gas, bricks, bullets, polydisperse};
use crate::pile::{elastic_on_damping_floor, mixed, pile, shot};
use crate::scene::Scene;
use crate::{carry, collapse, extreme, squeeze, stack, table};

/// A named scene with a variable number of bodies and seed.
#[derive(Clone, Copy, Debug)]
pub struct Entry {
    /// The name of the scene.
    pub name: &'static str,
    /// A short description.
    pub about: &'static str,
    /// The default number of dynamic bodies.
    pub count: usize,
    make: fn(usize, u64) -> Scene,
}

impl Entry {
    /// The scene with about `count` dynamic bodies, at least one; some scenes have a fixed number. The
    /// same seed gives the same scene on every machine.
    #[must_use]
    pub fn scene(&self, count: usize, seed: u64) -> Scene {
        (self.make)(count.max(1), seed)
    }
}

/// All scenes.
#[must_use]
pub fn all() -> &'static [Entry] {
    &ENTRIES
}

/// The scene of this name with `count` bodies, or its default number; `None` if there is no such scene.
/// An underscore counts as a hyphen.
///
/// # Example
/// ```
/// let gas = scenes::by_name("gas", Some(100), 1).unwrap();
/// assert_eq!(gas.dynamic_bodies().count(), 100);
/// assert!(scenes::by_name("porridge", None, 1).is_none());
/// ```
#[must_use]
pub fn by_name(name: &str, count: Option<usize>, seed: u64) -> Option<Scene> {
    let name = name.replace('_', "-");
    let entry = all().iter().find(|entry| entry.name == name)?;
    Some(entry.scene(count.unwrap_or(entry.count), seed))
}

const fn entry(
    name: &'static str,
    count: usize,
    make: fn(usize, u64) -> Scene,
    about: &'static str,
) -> Entry {
    Entry { name, about, count, make }
}

const fn discs(count: usize, packing: f64, temperature: f64, seed: u64) -> Gas {
    Gas { count, packing, temperature, seed }
}

static ENTRIES: [Entry; 31] = [
    entry("gas", 1000, |n, s| discs(n, 0.3, 20.0, s).walled("gas"), "discs at packing 0.3"),
    entry(
        "gas-periodic",
        1000,
        |n, s| discs(n, 0.3, 20.0, s).periodic("gas-periodic"),
        "the gas in a space that repeats",
    ),
    entry("dense", 1000, |n, s| discs(n, 0.6, 20.0, s).walled("dense"), "discs at packing 0.6"),
    // A mean square of 60^2 is a diameter in a sixtieth of a second.
    entry(
        "fast",
        1000,
        |n, s| discs(n, 0.1, 1800.0, s).walled("fast"),
        "discs at packing 0.1 that fly a diameter a tick",
    ),
    entry("mixed-gas", 1000, polydisperse, "a gas of radii from 1 to 20"),
    entry("bullets", 100, bullets, "a hundred diameters a tick between thin walls"),
    entry("bricks", 1000, bricks, "balls below a wall of static bricks"),
    entry("rack", 16, |_, s| table::rack(s), "a break that never ends"),
    entry("cradle", 5, |n, _| table::cradle(n), "Newton's cradle between two walls"),
    entry("pile", 2000, pile, "discs fall into a box"),
    entry("shot", 2000, |n, _| shot(n), "a bullet into a pile at rest"),
    entry("mixed", 1000, |n, _| mixed(n), "radii 1 to 50, masses 1 to 10,000, the heavy on top"),
    entry("e1-on-e08", 100, elastic_on_damping_floor, "balls at e = 1 on a floor at e = 0.8"),
    entry("tower", 30, |n, _| stack::tower(n), "balls in a slot as wide as they are"),
    entry("pyramid", 210, |n, _| stack::pyramid(n), "touching balls between two posts"),
    entry("funnel", 400, stack::funnel, "a funnel that drains"),
    entry("heap", 400, stack::heap, "balls with friction, poured"),
    entry("collapse-three", 3, |_, _| collapse::three(), "three balls on a line at e = 0.05"),
    entry("collapse", 10_000, collapse::cooling, "a gas at e = 0.3"),
    entry("collapse-dull", 1000, collapse::sticky, "a gas at e = 0"),
    entry("crusher", 200, squeeze::crusher, "walls that close on more than fits between them"),
    entry("overfull", 400, squeeze::overfull, "balls at packing 1.2"),
    entry("stacked", 1000, |n, _| squeeze::stacked(n), "all balls at one point"),
    entry("wedge", 1, |_, _| squeeze::wedge(), "a ball at e = 1 between closing walls"),
    entry("sweep", 300, carry::sweep, "walls that sweep through a pile"),
    entry("lift", 24, |n, _| carry::lift(n), "a lift with balls on it"),
    entry("platform", 10, |n, _| carry::platform(n), "a platform that carries by friction"),
    entry("speeds", 20, extreme::speeds, "a speed of 1e12 in a small room"),
    entry("speeds-wide", 20, extreme::speeds_wide, "a speed of 1e12 in a wide room"),
    entry("ratio", 30, extreme::ratio, "grains on a ball a million times as wide"),
    entry(
        "rounding-above-floor",
        3,
        |_, _| extreme::rounding(),
        "balls a rounding above the floor",
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Change, Kind, Shape};

    /// Scenes in which bodies overlap from the start on purpose.
    const OVERLAPPING: [&str; 2] = ["overfull", "stacked"];

    fn assert_valid(scene: &Scene) {
        let name = scene.name;
        assert!(scene.gravity.is_finite() && scene.seconds > 0.0, "{name}");
        for body in scene.all_bodies() {
            let numbers = [body.mass, body.restitution, body.friction];
            assert!(body.position.is_finite() && body.velocity.is_finite(), "{name}: {body:?}");
            assert!(numbers.iter().all(|number| number.is_finite() && *number >= 0.0), "{name}");
            assert!(body.mass > 0.0 && body.restitution <= 1.0, "{name}: {body:?}");
        }
        for mover in scene.dynamic_bodies() {
            let room = [mover.position - scene.room[0], scene.room[1] - mover.position];
            // A position beside the wall is rounded.
            let outside = room.map(|room| (room - mover.reach()).min_element());
            let rounding = 1e-15 * (scene.room[1] - scene.room[0]).max_element();
            assert!(outside.iter().all(|room| *room >= -rounding), "{name}: {mover:?}");
        }
        let times: Vec<f64> = scene.changes.iter().map(Change::time).collect();
        assert!(times.is_sorted() && times.iter().all(|time| (0.0..=scene.seconds).contains(time)));
        for change in &scene.changes {
            if let Change::SetVelocity { body, velocity, .. } = change {
                assert_eq!(scene.bodies[*body].kind, Kind::Kinematic, "{name}");
                assert!(velocity.is_finite(), "{name}");
            }
        }
    }

    /// The deepest overlap of two discs, over all pairs.
    fn deepest_overlap(scene: &Scene) -> f64 {
        let radius = |shape: &Shape| match shape {
            Shape::Ball { radius } => *radius,
            _ => 0.0,
        };
        let balls: Vec<_> = scene
            .bodies
            .iter()
            .filter(|body| body.kind == Kind::Dynamic)
            .map(|body| (body.position, radius(&body.shape)))
            .collect();
        let pairs = (0..balls.len()).flat_map(|one| (0..one).map(move |two| (one, two)));
        pairs.fold(0.0, |deepest, (one, two)| {
            let ((here, radius), (there, other)) = (balls[one], balls[two]);
            f64::max(deepest, radius + other - here.distance(there))
        })
    }

    #[test]
    fn every_scene_is_valid() {
        for entry in all() {
            for count in [1, 2, 7, entry.count.min(1000), 1500] {
                let scene = entry.scene(count, 3);
                assert_eq!(scene.name, entry.name);
                assert!(scene.dynamic_bodies().count() > 0, "{}", entry.name);
                assert_valid(&scene);
                let deepest = deepest_overlap(&scene);
                let rounding = 4e-16 * (scene.room[1] - scene.room[0]).max_element();
                let may_overlap = OVERLAPPING.contains(&entry.name) && count > 1;
                assert!(may_overlap || deepest <= rounding, "{}: {deepest}", entry.name);
            }
        }
    }

    #[test]
    fn scene_names_are_unique() {
        let names: std::collections::BTreeSet<_> = all().iter().map(|entry| entry.name).collect();
        assert_eq!(names.len(), all().len());
    }

    #[test]
    fn scene_depends_on_count_and_seed_only() {
        for entry in all() {
            let count = entry.count.min(200);
            assert_eq!(entry.scene(count, 5), entry.scene(count, 5), "{}", entry.name);
        }
        let [one, two] = [1, 2].map(|seed| by_name("gas", Some(10), seed));
        assert_ne!(one, two);
    }

    /// The FNV-1a hash over all positions and velocities; it changes only on purpose.
    #[test]
    fn scenes_match_golden_hash() {
        let mut hash = 0xcbf2_9ce4_8422_2325u64;
        for entry in all() {
            for body in entry.scene(entry.count.min(500), 1).all_bodies() {
                for number in
                    [body.position, body.velocity].iter().flat_map(|vector| vector.to_array())
                {
                    for byte in number.to_bits().to_le_bytes() {
                        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
                    }
                }
            }
        }
        assert_eq!(hash, 0xa88a_1d58_5e66_cafb, "{hash:#x}");
    }
}
