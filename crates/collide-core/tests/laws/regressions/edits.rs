//! Cases in which the core once disagreed with itself, most of them when a game took part in the middle
//! of a step. Each tells its story.

use crate::support::worlds::stories::ball;
use collide_core::body::{Body, Passage, Role};
use collide_core::report::Event;
use collide_core::shape::Shape;
use collide_core::step::{Discrete, Hook, Method, Outcome, Pair, Settings, Stepper};
use collide_core::world::{BodyId, World};
use glam::{DVec2, dvec2};

/// A ball that flies at a wall which it touches after one second.
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

/// What was predicted before the game changed a velocity was held to be true after it: the ball, now
/// twice as fast, flew through the wall and bounced when it would have arrived before, on the far side.
#[test]
fn a_body_edited_after_detection_kept_its_old_appointments() {
    let (mut world, ball) = ball_before_a_wall();
    let mut stepper = begun(&mut world);
    world.edit(ball, |body| body.velocity = DVec2::X * 8.0).unwrap();
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    let times: Vec<f64> = stepper.report().impacts().map(|impact| impact.time).collect();
    assert_eq!(times, [0.5]);
    assert_eq!(world.body(ball).unwrap().position, DVec2::X * -8.0);
}

/// Nobody knew of a wall that came after the detection, and the ball flew through it. Gravity that came
/// after it was not seen either.
#[test]
fn what_came_after_detection_was_flown_through() {
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

/// A sensor that was removed after the detection made the step panic when it was to be entered, and what
/// was added in its place would have been taken for it.
#[test]
fn a_body_removed_after_detection_made_the_step_panic() {
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

/// A stepper that had not looked at a world, or at another one, knew of no event in it and ended the
/// step with everyone behind the walls; with a larger world before, it panicked.
#[test]
fn a_stepper_that_had_not_looked_at_a_world_let_it_tunnel() {
    let mut whole = ball_before_a_wall().0;
    let told = Stepper::new().step(&mut whole, 2.0).events.clone();
    let (mut many, _) = ball_before_a_wall();
    for row in 1..9 {
        many.add(ball([0.0, 2.0 * f64::from(row)], [4.0, 0.0])).unwrap();
    }
    let mut elsewhere = begun(&mut many);
    for stepper in [&mut Stepper::new(), &mut elsewhere] {
        let (mut world, _) = ball_before_a_wall();
        Stepper::new().integrate(&mut world, 2.0);
        assert_eq!(stepper.respond(&mut world, u64::MAX), Outcome::Finished);
        assert_eq!((&stepper.report().events, stepper.report().dt), (&told, 2.0));
        assert_eq!(world, whole);
    }
}

/// The discrete method predicts nothing, so a step that was begun with it and ended with the other had
/// no events.
#[test]
fn a_method_changed_after_detection_let_everyone_tunnel() {
    let (mut world, ball) = ball_before_a_wall();
    let method = Method::Discrete(Discrete::default());
    let mut stepper = Stepper::with_settings(Settings { method, ..Settings::default() });
    stepper.integrate(&mut world, 2.0);
    stepper.detect(&mut world);
    stepper.settings.method = Method::Continuous;
    assert_eq!(stepper.respond(&mut world, 9), Outcome::Finished);
    assert_eq!(world.body(ball).unwrap().position, DVec2::ZERO);
}

/// A hook that came in the middle of a step, and let two meet that had passed through each other before,
/// was asked of the past: time went back to where they had touched.
#[test]
fn a_hook_changed_within_a_step_turned_time_back() {
    let mut world = World::new();
    world.add(ball([0.0, 0.0], [1.0, 0.0])).unwrap();
    world.add(ball([2.0, 0.0], [-1.0, 0.0])).unwrap();
    // Two that meet after these have passed each other, and two that meet still later.
    for (y, x) in [(9.0, 4.0), (20.0, 6.0)] {
        world.add(Body { tag: 1, ..ball([0.0, y], [1.0, 0.0]) }).unwrap();
        world.add(ball([x, y], [-1.0, 0.0])).unwrap();
    }
    let mut stepper = Stepper::new();
    let apart = |pair: &Pair<'_, DVec2>| (pair.bodies[0].tag == 1).then_some(pair.surface);
    stepper.hook = Some(Hook::new(apart));
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

/// A gate that broke while somebody was in it held him for ever: he was said to be inside of what was no
/// longer there, and his leaving was never told.
#[test]
fn a_gate_that_broke_kept_whom_it_held() {
    let mut world = World::new();
    let gate = Body::fixed(Shape::cuboid(dvec2(1.0, 1.0)), DVec2::ZERO);
    let role = Role::OneWay { open: DVec2::X };
    let gate = world.add(Body { role, breaks_after: 1, ..gate }).unwrap();
    let inside = world.add(ball([0.0, 0.0], [0.0, 0.0])).unwrap();
    let against = world.add(ball([4.5, 0.0], [-2.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    let events = stepper.step(&mut world, 1.6).events.clone();
    assert!(
        matches!(
            events[..],
            [Event::Entered(_), Event::Impact(_), Event::Broken { body, by, .. }, Event::Exited(out)]
                if (body, by, out.ball) == (gate, against, inside) && out.time == 1.5
        ),
        "{events:?}"
    );
    assert!(!world.is_inside(gate, inside));
}

/// When the game made a pocket of a sensor, a ball that was inside stayed inside, was not taken, and the
/// world could be written but not read.
#[test]
fn a_sensor_made_a_pocket_did_not_take_whom_it_held() {
    let mut world = World::new();
    let sensor = Body::fixed(Shape::cuboid(dvec2(1.0, 1.0)), DVec2::ZERO);
    let region = world.add(Body { role: Role::Sensor(Passage::Edge), ..sensor }).unwrap();
    let ball = world.add(ball([0.0, 0.0], [0.0, 0.0])).unwrap();
    let mut stepper = Stepper::new();
    stepper.step(&mut world, 0.1);
    world.edit(region, |body| body.role = Role::Absorber(Passage::Edge)).unwrap();
    let events = stepper.step(&mut world, 0.1).events.clone();
    assert!(matches!(events[..], [Event::Exited(_), Event::Absorbed(_)]), "{events:?}");
    assert_eq!(world.absorbed_by(ball), Some(region));
    let text = serde_json::to_string(&world).unwrap();
    assert_eq!(serde_json::from_str::<World<DVec2>>(&text).unwrap(), world);
}

/// A ball was inside of an image of a sensor, and another period took the image away: it stayed inside
/// as long as nobody looked, and whether somebody looked depended on how candidates were found.
#[test]
fn a_period_that_changed_left_a_ball_in_an_image_that_was_gone() {
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

/// What a floor had held of gravity went on holding after gravity was gone, so the ball rose from the
/// floor; so it was with a ball that was released where there was no floor.
#[test]
fn a_support_held_against_gravity_that_was_gone() {
    let mut world = World::new();
    world.set_gravity(DVec2::Y * -8.0).unwrap();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    let resting = Body { restitution: 0.0, ..ball([0.0, 0.5], [0.0, 0.0]) };
    let resting = world.add(resting).unwrap();
    // The first of two stops gives the game an occasion.
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

/// A lift whose target the game changed within a step went on to where it was to go before, and was put
/// to its new target at the end, through whatever was in its way.
#[test]
fn a_target_that_changed_within_a_step_was_jumped_to() {
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

/// A ball that gravity took beyond the range of numbers had countless images in a periodic space, and
/// the step counted them.
#[test]
fn a_path_beyond_all_numbers_had_countless_images() {
    let mut world = World::new();
    world.set_period(dvec2(1.0, 1.0)).unwrap();
    for (x, speed) in [(-0.3, 1e200), (0.0, 1e154), (0.3, -1e308)] {
        let far =
            Body { velocity: dvec2(0.0, speed), ..Body::dynamic(Shape::ball(0.2), DVec2::X * x) };
        world.add(Body { acceleration: dvec2(speed, 1e308), ..far }).unwrap();
    }
    Stepper::new().step(&mut world, 2.0);
    assert!(!world.is_interrupted());
}
