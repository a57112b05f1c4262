//! Cases of sleep that broke the core, each with its story.

use collide_core::body::{Body, Role};
use collide_core::measure::deepest_overlap;
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

const DT: f64 = 1.0 / 64.0;

/// A ball alone on a floor, and what may be done to that floor.
fn lone() -> (World<DVec2>, BodyId, BodyId) {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let floor = world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let ball = Body { restitution: 0.5, ..Body::dynamic(Shape::ball(0.5), dvec2(0.0, 0.5)) };
    let ball = world.add(ball).unwrap();
    (world, floor, ball)
}

/// A ball that lay on a wall alone, in no pile, was not known to lie on it: it slept on in the air when the
/// floor was taken away.
#[test]
fn a_lone_sleeper_did_not_see_its_floor_go() {
    type Change = fn(&mut World<DVec2>, BodyId);
    let changes: [(&str, Change); 2] = [
        ("removed", |world, floor| drop(world.remove(floor))),
        ("moved", |world, floor| {
            world.edit(floor, |floor| floor.position.y = -1.0).unwrap();
        }),
    ];
    for (what, change) in changes {
        let (mut world, floor, ball) = lone();
        let mut stepper = Stepper::new();
        for _ in 0..64 {
            stepper.step(&mut world, DT);
        }
        assert!(world.is_asleep(ball), "{what}");
        change(&mut world, floor);
        let report = stepper.step(&mut world, DT);
        assert_eq!(report.events, [Event::Woke { time: 0.0, body: ball }], "{what}");
        assert!(world.body(ball).unwrap().velocity.y < 0.0, "{what}");
    }
}

/// For the same reason a ball fell asleep on a platform that sank more slowly than what counts as quiet,
/// and was left behind in the air.
#[test]
fn a_lone_sleeper_was_left_behind_by_a_slow_platform() {
    let (mut world, floor, ball) = lone();
    world.remove(floor);
    let shape = Shape::cuboid(dvec2(2.0, 1.0));
    let platform = Body::kinematic(shape, dvec2(0.0, -1.0), dvec2(0.0, -0.001));
    let platform = world.add(platform).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..640 {
        stepper.step(&mut world, DT);
    }
    assert!(!world.is_asleep(ball));
    let height = |body: BodyId| world.body(body).unwrap().position.y;
    let gap = height(ball) - height(platform) - 1.5;
    assert!((0.0..1e-4).contains(&gap), "{gap}");
}

/// A wall that was put where somebody slept woke nobody, though a new one there did.
#[test]
fn a_wall_was_put_into_a_sleeper() {
    let (mut world, _, ball) = lone();
    let shape = Shape::cuboid(dvec2(0.5, 0.5));
    let block = world.add(Body::fixed(shape, dvec2(5.0, 0.5))).unwrap();
    let mut stepper = Stepper::new();
    for _ in 0..64 {
        stepper.step(&mut world, DT);
    }
    world.edit(block, |block| block.position.x = 3.0).unwrap();
    assert!(world.is_asleep(ball));
    world.edit(block, |block| block.position.x = 0.75).unwrap();
    assert!(!world.is_asleep(ball));
}

/// What lay on a gate was in no pile: three balls on a one-way platform sank into each other, by 0.2 of
/// a diameter in four seconds, and fell asleep and woke in turns.
#[test]
fn a_pile_on_a_gate_sank_into_itself() {
    let mut world = World::new();
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let gate = Shape::segment(dvec2(-3.0, 0.0), dvec2(3.0, 0.0));
    let role = Role::OneWay { open: DVec2::Y };
    world.add(Body { role, ..Body::fixed(gate, DVec2::ZERO) }).unwrap();
    for number in 0..3 {
        let place = dvec2(0.0, 0.5 + f64::from(number));
        world.add(Body { restitution: 0.5, ..Body::dynamic(Shape::ball(0.5), place) }).unwrap();
    }
    let mut stepper = Stepper::new();
    for _ in 0..256 {
        stepper.step(&mut world, DT);
        assert!(deepest_overlap(&world) < 0.01, "{}", deepest_overlap(&world));
    }
    assert!(world.ids().skip(1).all(|id| world.is_asleep(id)));
}
