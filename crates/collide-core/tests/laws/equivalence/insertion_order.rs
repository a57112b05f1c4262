//! The result depends on the keys of bodies, not on the order in which they were added.

use crate::support::random::Random;
use crate::support::spaces::in_both_spaces;
use crate::support::worlds::mixed_scene::mixed_scene;
use collide_core::measure::state_hash;
use collide_core::report::{Event, Report};
use collide_core::step::{Discrete, Method, Separation, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

/// The mixed scene of a seed, added in a different order for each `shuffle`.
fn world<V: Vector>(seed: u64, shuffle: u64) -> World<V> {
    let bodies = mixed_scene(&mut Random::new(seed), 80);
    let mut order: Vec<usize> = (0..bodies.len()).collect();
    let mut random = Random::new(shuffle);
    for last in (1..order.len()).rev() {
        order.swap(last, random.between(0.0, last as f64 + 1.0) as usize);
    }
    let mut world = World::new();
    for index in order {
        world.add_with_key(bodies[index].clone(), 1000 + index as u64).unwrap();
    }
    world.set_gravity(V::unit(1) * -3.0).unwrap();
    world
}

/// The events and limits of a report, with the keys of bodies.
fn by_key<V: Vector>(world: &World<V>, report: &Report<V>) -> Vec<String> {
    let key = |id: BodyId| world.key(id);
    let events = report.events.iter().map(|event| match event {
        Event::Impact(impact) => {
            let keys = impact.bodies.map(key);
            format!("{:?} {keys:?} {:?} {:?}", impact.time, impact.point, impact.impulse)
        }
        Event::Entered(it) => format!("{:?} in {:?} {:?}", it.time, key(it.region), key(it.ball)),
        Event::Exited(it) => format!("{:?} out {:?} {:?}", it.time, key(it.region), key(it.ball)),
        Event::Absorbed(it) => {
            format!("{:?} lost {:?} {:?}", it.time, key(it.region), key(it.ball))
        }
        Event::Broken { time, body, by } => {
            format!("{time:?} broke {:?} {:?}", key(*body), key(*by))
        }
        Event::Stopped { time, ball } => format!("{time:?} stop {:?}", key(*ball)),
        Event::FellAsleep { time, body } => format!("{time:?} asleep {:?}", key(*body)),
        Event::Woke { time, body } => format!("{time:?} woke {:?}", key(*body)),
        Event::DeepOverlap { time, body, by, depth } => {
            format!("{time:?} squeezed {:?} {:?} {depth:?}", key(*body), key(*by))
        }
        Event::ContactStarted { time, point } => {
            format!("{time:?} started {:?} {:?}", point.bodies.map(key), point.point)
        }
        Event::Rolls { time, ball } => format!("{time:?} rolls {:?}", key(*ball)),
        Event::ContactEnded { time, bodies } => format!("{time:?} ended {:?}", bodies.map(key)),
    });
    let limits =
        report.limits.iter().map(|limit| format!("{:?} {:?}", limit.time, key(limit.body)));
    events.chain(limits).collect()
}

/// Moves all balls and removes some bodies, so that balls exit many sensors at the same time.
fn disturb<V: Vector>(world: &mut World<V>) {
    for key in 1000..1080 {
        let id = world.id_with_key(key).unwrap();
        world
            .edit(id, |body| {
                body.position = body.position * -1.0;
            })
            .unwrap();
    }
    for key in (1080..1100).step_by(3) {
        let id = world.id_with_key(key).unwrap();
        world.remove(id);
    }
}

fn any_insertion_order_matches_bits<V: Vector>() {
    assert_any_order_matches::<V>(Method::Continuous);
}

fn any_insertion_order_matches_bits_of_the_discrete_method<V: Vector>() {
    for separation in [Separation::Projection, Separation::Rewind] {
        assert_any_order_matches::<V>(Method::Discrete(Discrete {
            separation,
            ..Discrete::default()
        }));
    }
}

/// Asserts the same events and states of three orders of insertion.
fn assert_any_order_matches<V: Vector>(method: Method) {
    for seed in 0..4 {
        let mut worlds = [0, 1, 2].map(|shuffle| world::<V>(seed, shuffle));
        for step in 0..90 {
            let outcomes = worlds.each_mut().map(|world| {
                let settings = Settings { method, contacts: true, ..Settings::default() };
                let mut stepper = Stepper::with_settings(settings);
                let report = stepper.step(world, 1.0 / 60.0).clone();
                let events = by_key(world, &report);
                if step == 20 {
                    disturb(world);
                }
                (events, state_hash(world))
            });
            assert_eq!(outcomes[0], outcomes[1], "seed {seed}, step {step}");
            assert_eq!(outcomes[0], outcomes[2], "seed {seed}, step {step}");
        }
    }
}

in_both_spaces!(
    any_insertion_order_matches_bits,
    any_insertion_order_matches_bits_of_the_discrete_method
);
