//! Regressions of worlds, hooks and methods that the game changes between the steps or within one.

use crate::support::worlds::balls::ball;
use collide_core::body::{Body, Layers, Passage, Role};
use collide_core::report::Event;
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Discrete, Hook, Method, Outcome, Pair, Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};
use glam::{DVec2, DVec3, dvec2};

/// A ball that flies at a wall and touches it after one second.
fn ball_before_a_wall() -> (World<DVec2>, BodyId) {
    let mut world = World::new();
    let id = world.add(ball([0.0, 0.0], [4.0, 0.0])).unwrap();
    world.add(Body::fixed(Shape::half_space(-DVec2::X), DVec2::X * 4.5)).unwrap();
    (world, id)
}

/// Begins a step of two seconds and predicts its events.
fn begun(world: &mut World<DVec2>) -> Stepper<DVec2> {
    let mut stepper = Stepper::new();
    stepper.integrate(world, 2.0);
    stepper.detect(world);
    stepper
}

/// A ball still held the path of the last step, and an edit moved it back to where that step had begun; an
/// edit keeps the position.
#[test]
fn edit_after_a_step_keeps_the_position() {
    let mut world = World::new();
    let id = world.add(ball([0.0, 0.0], [1.0, 0.0])).unwrap();
    Stepper::new().step(&mut world, 1.0);
    world.edit(id, |body| body.velocity = DVec2::Y).unwrap();
    assert_eq!(world.body(id).unwrap().position, DVec2::X);
    world.set_gravity(DVec2::NEG_Y).unwrap();
    assert_eq!(world.body(id).unwrap().position, DVec2::X);
}

/// A frame with a NaN axis passed validation if a valid axis came after it; it is refused.
#[test]
fn frame_with_a_nan_axis_is_refused() {
    let frame = Frame::from_axes([DVec2::NAN, DVec2::Y, DVec2::ZERO]);
    let body = Body::fixed(Shape::turned_cuboid(DVec2::ONE, frame), DVec2::ZERO);
    assert!(World::new().add(body).is_err());
}

/// A velocity that the game changed after the detection left the predicted impact in place, so a ball at
/// twice the speed flew through the wall and bounced behind it; the impact is predicted anew.
#[test]
fn velocity_edited_after_detection_is_predicted_anew() {
    let (mut world, ball) = ball_before_a_wall();
    let mut stepper = begun(&mut world);
    world.edit(ball, |body| body.velocity = DVec2::X * 8.0).unwrap();
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    let times: Vec<f64> = stepper.report().impacts().map(|impact| impact.time).collect();
    assert_eq!(times, [0.5]);
    assert_eq!(world.body(ball).unwrap().position, DVec2::X * -8.0);
}

/// A wall that was added after the detection was flown through, and gravity that was set after it had no
/// effect on the predictions; both count.
#[test]
fn wall_or_gravity_added_after_detection_is_predicted() {
    let (mut world, ball) = ball_before_a_wall();
    let mut stepper = begun(&mut world);
    world.add(Body::fixed(Shape::half_space(-DVec2::X), DVec2::X * 2.5)).unwrap();
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    assert_eq!(stepper.report().impacts().next().map(|impact| impact.time), Some(0.5));
    assert_eq!(world.body(ball).unwrap().position, DVec2::X * -4.0);

    let (mut world, _) = ball_before_a_wall();
    let mut stepper = begun(&mut world);
    world.set_gravity(DVec2::X * 8.0).unwrap();
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    let time = stepper.report().impacts().next().unwrap().time;
    assert!((4.0 * time * (1.0 + time) - 4.0).abs() < 1e-15, "{time}");
}

/// A sensor that was removed after the detection made the step panic at the predicted entry, and a body
/// added in its slot was taken for it; the event is dropped.
#[test]
fn sensor_removed_after_detection_reports_nothing() {
    for replaced in [false, true] {
        let mut world = World::new();
        let id = world.add(ball([0.0, 0.0], [4.0, 0.0])).unwrap();
        let sensor = Body {
            role: Role::Sensor(Passage::Edge),
            ..Body::fixed(Shape::ball(0.5), DVec2::X * 5.0)
        };
        let sensor = world.add(sensor).unwrap();
        let mut stepper = begun(&mut world);
        world.remove(sensor);
        if replaced {
            let far = world.add(ball([0.0, 50.0], [0.0, 0.0])).unwrap();
            assert_eq!(far.index(), sensor.index());
        }
        assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
        assert!(stepper.report().events.is_empty());
        assert_eq!(world.body(id).unwrap().position, DVec2::X * 8.0);
    }
}

/// A stepper that had detected nothing, or another world, knew no event of this one and let its bodies
/// tunnel, or panicked if the other world was larger; it detects first.
#[test]
fn stepper_without_detection_predicts_the_world_first() {
    let mut expected_world = ball_before_a_wall().0;
    let expected = Stepper::new().step(&mut expected_world, 2.0).events.clone();
    let (mut many, _) = ball_before_a_wall();
    for row in 1..9 {
        many.add(ball([0.0, 2.0 * f64::from(row)], [4.0, 0.0])).unwrap();
    }
    let mut elsewhere = begun(&mut many);
    for stepper in [&mut Stepper::new(), &mut elsewhere] {
        let (mut world, _) = ball_before_a_wall();
        Stepper::new().integrate(&mut world, 2.0);
        assert_eq!(stepper.respond(&mut world, u64::MAX), Outcome::Finished);
        assert_eq!((&stepper.report().events, stepper.report().dt), (&expected, 2.0));
        assert_eq!(world, expected_world);
    }
}

/// A step that began with the discrete method, which predicts nothing, and ended with the continuous one
/// had no events; it detects first.
#[test]
fn method_changed_after_detection_predicts_the_world_first() {
    let (mut world, ball) = ball_before_a_wall();
    let method = Method::Discrete(Discrete::default());
    let mut stepper = Stepper::with_settings(Settings { method, ..Settings::default() });
    stepper.integrate(&mut world, 2.0);
    stepper.detect(&mut world);
    stepper.settings.method = Method::Continuous;
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    assert_eq!(world.body(ball).unwrap().position, DVec2::ZERO);
}

/// When the game removed a hook within a step, two balls that had already passed through each other were to
/// meet at their past touch, and time went back to it; only later touches count.
#[test]
fn hook_changed_within_a_step_applies_from_then_on() {
    let mut world = World::new();
    world.add(ball([0.0, 0.0], [1.0, 0.0])).unwrap();
    world.add(ball([2.0, 0.0], [-1.0, 0.0])).unwrap();
    // A pair that meets after the first two have passed each other, and a pair that meets still later.
    for (y, x) in [(9.0, 4.0), (20.0, 6.0)] {
        world.add(Body { tag: 1, ..ball([0.0, y], [1.0, 0.0]) }).unwrap();
        world.add(ball([x, y], [-1.0, 0.0])).unwrap();
    }
    let mut stepper = Stepper::new();
    let only_tagged = |pair: &Pair<'_, DVec2>| (pair.bodies[0].tag == 1).then_some(pair.surface);
    stepper.hook = Some(Hook::new(only_tagged));
    stepper.integrate(&mut world, 3.0);
    stepper.detect(&mut world);
    assert_eq!(stepper.respond(&mut world, 1), Outcome::Interrupted);
    stepper.hook = None;
    let mut times = Vec::new();
    let mut outcome = Outcome::Interrupted;
    while outcome == Outcome::Interrupted {
        times.extend(stepper.report().impacts().map(|impact| impact.time));
        outcome = stepper.resume(&mut world, 1);
    }
    times.extend(stepper.report().impacts().map(|impact| impact.time));
    assert_eq!(times, [1.5, 2.5]);
}

/// Gravity that changed within a step kept the record of a ball's last bounce, so the ball was predicted to
/// bounce in mid-air; its next impact is the other ball's at 4 s.
#[test]
fn gravity_changed_within_a_step_does_not_repeat_a_bounce() {
    let mut world = World::new();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    world.add(ball([0.0, 1.5], [0.0, -1.0])).unwrap();
    world.add(ball([9.0, 2.5], [0.0, -1.0])).unwrap();
    world.add(ball([18.0, 8.5], [0.0, -1.0])).unwrap();
    let mut stepper = Stepper::new();
    stepper.integrate(&mut world, 9.0);
    stepper.detect(&mut world);
    // The first ball bounces at 1 s and is 1 m high at 2 s, when the second bounces.
    assert_eq!(stepper.respond(&mut world, 2), Outcome::Interrupted);
    world.set_gravity(DVec2::new(0.0, -1.0)).unwrap();
    assert_eq!(stepper.resume(&mut world, 1), Outcome::Interrupted);
    let impact = *stepper.report().impacts().next().unwrap();
    // From then on the heights are 1 + t - t^2 / 2 for the first and t - t^2 / 2 for the second.
    assert_eq!((impact.time, impact.point.x), (4.0, 9.0));
}

/// A ball inside an image of a sensor stayed inside when a new period removed the image, until a candidate
/// search happened to test the pair; it exits in the next step.
#[test]
fn period_change_ends_overlaps_with_old_images() {
    let mut world = World::new();
    world.set_period(dvec2(10.0, 0.0)).unwrap();
    let sensor = Body::fixed(Shape::ball(0.5), DVec2::X * 4.75);
    let sensor = world.add(Body { role: Role::Sensor(Passage::Edge), ..sensor }).unwrap();
    let ball = world.add(ball([-4.75, 0.0], [0.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    stepper.step(&mut world, 0.1);
    assert!(world.is_inside(sensor, ball));
    world.set_period(dvec2(20.0, 0.0)).unwrap();
    let events = stepper.step(&mut world, 0.1).events.clone();
    assert!(matches!(events[..], [Event::Exited(_)]), "{events:?}");
    assert!(!world.is_inside(sensor, ball));
}

/// The reaction of a floor to gravity remained after gravity was set to zero within a step, and the ball
/// rose from the floor; it stays at rest.
#[test]
fn support_ends_with_gravity_changed_within_a_step() {
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -8.0).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let resting = Body { restitution: 0.0, ..ball([0.0, 0.5], [0.0, 0.0]) };
    let resting = world.add(resting).unwrap();
    // The first of two stops interrupts the step.
    for speed in [0.5, 1.0] {
        let rolling = ball([0.0, 9.0 * speed], [speed, 0.0]);
        world.add(Body { rolling_resistance: 1.0, gravity_scale: 0.0, ..rolling }).unwrap();
    }
    let mut stepper = begun(&mut world);
    while stepper.report().events.is_empty() {
        assert_eq!(stepper.respond(&mut world, 1), Outcome::Interrupted);
    }
    world.set_gravity(DVec2::ZERO).unwrap();
    while stepper.resume(&mut world, 9) == Outcome::Interrupted {}
    assert_eq!(world.body(resting).unwrap().position, dvec2(0.0, 0.5));
}

/// A lift with a target that changed within a step moved on towards the old target and was set to the new
/// one at the end, through the ball in between; it flies to the new target and hits the ball.
#[test]
fn target_changed_within_a_step_is_flown_to() {
    let mut world = World::new();
    let mut lift = Body::kinematic(Shape::ball(0.5), DVec2::ZERO, DVec2::ZERO);
    lift.target = Some(DVec2::ZERO);
    let lift = world.add(lift).unwrap();
    let ball = world.add(ball([5.0, 0.0], [0.0, 0.0])).unwrap();
    let mut stepper = begun(&mut world);
    world.edit(lift, |body| body.target = Some(DVec2::X * 8.0)).unwrap();
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    assert_eq!(stepper.report().impacts().map(|impact| impact.time).collect::<Vec<_>>(), [1.0]);
    assert_eq!(world.body(lift).unwrap().position, DVec2::X * 8.0);
    assert_eq!(world.body(ball).unwrap().position, DVec2::X * 13.0);
}

/// A game could not take a body in play out. Now it meets nothing from the present of an interrupted step on, and what lay
/// on it wakes.
#[test]
fn body_that_is_taken_out_meets_nothing_from_now_on() {
    let (mut world, ball) = ball_before_a_wall();
    let wall = world.ids().find(|id| *id != ball).unwrap();
    let mut stepper = begun(&mut world);
    assert_eq!(stepper.respond(&mut world, 0), Outcome::Interrupted);
    world.absorb(ball, wall).unwrap();
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    let body = world.body(ball).unwrap();
    assert_eq!((body.position, body.velocity), (DVec2::ZERO, dvec2(4.0, 0.0)));
    assert_eq!(world.absorbed_by(ball), Some(wall));
    world.restore(ball);
    Stepper::new().step(&mut world, 1.5);
    assert_eq!(world.body(ball).unwrap().position, dvec2(2.0, 0.0));
}

#[test]
fn sleeper_on_a_body_that_is_taken_out_falls() {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(0.0, -8.0)).unwrap();
    let floor = world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let place = |y: f64| Body { restitution: 0.0, ..ball([0.0, y], [0.0, 0.0]) };
    let [under, over] = [0.5, 1.5].map(|y| world.add(place(y)).unwrap());
    let mut stepper = Stepper::new();
    for _ in 0..120 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    assert!(world.is_asleep(over));
    world.absorb(under, floor).unwrap();
    for _ in 0..60 {
        stepper.step(&mut world, 1.0 / 60.0);
    }
    assert!((world.body(over).unwrap().position.y - 0.5).abs() < 1e-3);
    assert_eq!(world.body(under).unwrap().position.y, 0.5);
}

/// A layer that no other body asks for moved a pile by a hundredth of its size: a body that changed its layers was taken for put
/// there, and what pressed it was forgotten.
#[test]
fn layer_that_nothing_asks_for_changes_no_bit_of_a_pile() {
    fn assert_in<V: Vector>(friction: f64, rate: f64) {
        let pile = || {
            let mut world = World::<V>::new();
            world.set_gravity(V::unit(1) * -9.81).unwrap();
            let room = V::from_components(|axis| [2.0, 20.0, 0.5][axis]);
            let layers = Layers { memberships: 1, filters: 1 };
            let wall = Body::fixed(Shape::arena(room), V::unit(1) * 20.0);
            world.add(Body { layers, friction, ..wall }).unwrap();
            for number in 0..40 {
                let (column, row) = (f64::from(number % 4), f64::from(number / 4));
                let place =
                    V::unit(0) * (0.9 * column - 1.4 + 0.02 * row) + V::unit(1) * (0.5 + row);
                let ball = Body::dynamic(Shape::ball(0.4), place);
                world.add(Body { layers, friction, restitution: 0.3, ..ball }).unwrap();
            }
            world
        };
        let (mut one, mut two) = (pile(), pile());
        let mut steppers = [Stepper::new(), Stepper::new()];
        let bodies: Vec<_> = one.ids().collect();
        for step in 0..(4.0 * rate) as usize {
            let body = bodies[step % bodies.len()];
            two.edit(body, |body| body.layers.memberships ^= 2).unwrap();
            steppers[0].step(&mut one, 1.0 / rate);
            steppers[1].step(&mut two, 1.0 / rate);
            for body in &bodies {
                let state = |world: &World<V>| (world.position(*body), world.velocity(*body));
                // An edit wakes what sleeps, so only the world without edits may sleep.
                let may_sleep = one.is_asleep(*body);
                assert!(may_sleep || state(&one) == state(&two), "{friction} {rate} {step}");
            }
        }
    }
    for (friction, rate) in [(0.0, 60.0), (0.4, 60.0), (0.0, 240.0), (0.4, 144.0)] {
        assert_in::<DVec2>(friction, rate);
        assert_in::<DVec3>(friction, rate);
    }
}
