//! Cases that once broke the core, each with its story.

use crate::support::worlds::stories::ball;
use collide_core::body::{Body, Passage, Role};
use collide_core::impact::{Motion, touch};
use collide_core::report::Event;
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Outcome, Stepper};
use collide_core::world::World;
use glam::{DVec2, DVec3};

fn motion(offset: [f64; 2], velocity: [f64; 2], acceleration: [f64; 2]) -> Motion<DVec2> {
    Motion { offset: offset.into(), velocity: velocity.into(), acceleration: acceleration.into() }
}

/// After a step the path kept by a body was still that of the step, so an edit put the body back to
/// where the step had begun.
#[test]
fn an_edit_after_a_step_put_the_ball_back() {
    let mut world = World::new();
    let id = world.add(ball([0.0, 0.0], [1.0, 0.0])).unwrap();
    Stepper::new().step(&mut world, 1.0);
    world.edit(id, |body| body.velocity = DVec2::Y).unwrap();
    assert_eq!(world.body(id).unwrap().position, DVec2::X);
    world.set_gravity(DVec2::NEG_Y).unwrap();
    assert_eq!(world.body(id).unwrap().position, DVec2::X);
}

/// A ball that flew away from a box was behind the plane of the face on the far side, which took
/// that for an overlap and hit it at once.
#[test]
fn a_face_hit_a_ball_that_was_behind_it() {
    let shape = Shape::cuboid(DVec2::new(2.0, 1.0));
    let away = motion([-10.0, 0.0], [-1.0, 0.0], [0.0, 0.0]);
    assert_eq!(touch(&shape, &away, 0.5, 100.0, None), None);
    // Thrown towards the box, but turning back before it.
    let short = motion([-10.0, 0.0], [2.0, 0.0], [-1.0, 0.0]);
    assert_eq!(touch(&shape, &short, 0.5, 100.0, None), None);
}

/// Pieces of a box that held the ball at the start were left out for the whole step. A ball that had
/// bounced off the top of a box could then fly in a bow into its side.
#[test]
fn a_bow_from_the_top_of_a_box_into_its_side() {
    let shape = Shape::cuboid(DVec2::new(1.0, 1.0));
    // The ball touches the top, a rounding too deep, and the wind blows it back from the right:
    // x = 4 t - t^2 is 1.5 again at 3.58 s, where y = 1.5 + t - 0.4 t^2 is -0.05.
    let bow = motion([0.0, 1.5 - 1e-16], [4.0, 1.0], [-2.0, -0.8]);
    let hit = touch(&shape, &bow, 0.5, 9.0, None).unwrap();
    assert!((hit.time - (2.0 + 2.5f64.sqrt())).abs() < 1e-14, "{hit:?}");
}

/// Of a wall only the face on the side of the start was looked at. A ball that was blown around the
/// end of the wall flew through the other face.
#[test]
fn a_bow_around_the_end_of_a_wall() {
    let wall = Shape::segment(DVec2::new(0.0, -5.0), DVec2::new(0.0, 5.0));
    let bow = motion([-2.0, 7.0], [4.0, -1.0], [-2.0, 0.0]);
    let hit = touch(&wall, &bow, 0.5, 9.0, None).unwrap();
    let reach = bow.offset_after(hit.time);
    assert!((reach.x - 0.5).abs() < 1e-14 && reach.y < 5.0, "{hit:?} at {reach:?}");
}

/// A line that a ball's centre crosses has no inside: the ball entered and left it for ever, and the
/// step never ended.
#[test]
fn a_finish_line_was_crossed_for_ever() {
    for height in [0.3, 1.0 / 3.0, 1e3 / 7.0] {
        let mut world = World::new();
        let line = Shape::segment(DVec2::new(0.0, height - 9.0), DVec2::new(0.0, height + 9.0));
        let line = Body { role: Role::Sensor(Passage::Centre), ..Body::fixed(line, DVec2::ZERO) };
        world.add(line).unwrap();
        for speed in [-3.3, 0.1, 1.0, 7.7] {
            world.add(ball([-0.7 * speed, height], [speed, 0.1])).unwrap();
        }
        let mut stepper = Stepper::new();
        // Two of the balls overlap, and bounce.
        let mut events = stepper.step(&mut world, 1.0).events.clone();
        events.retain(|event| !matches!(event, Event::Squeezed { .. }));
        assert_eq!(events.len(), 8, "{events:?}");
        assert!(stepper.step(&mut world, 1.0).events.is_empty());
    }
}

/// A piece of a sensor's surface that the ball was outside of, and flew away from, was taken for the
/// one through which it left, at the very instant at which it came in.
#[test]
fn a_sensor_was_left_as_it_was_entered() {
    let mut world = World::new();
    let spot = Body::fixed(Shape::cuboid(DVec2::splat(1.0)), DVec2::ZERO);
    world.add(Body { role: Role::Sensor(Passage::Edge), ..spot }).unwrap();
    let rolling = Body { rolling_resistance: 0.1, ..ball([-3.0, 0.7], [2.0, -0.6]) };
    world.add(rolling).unwrap();
    let mut stepper = Stepper::new();
    let events = stepper.step(&mut world, 30.0).events.clone();
    assert!(matches!(events[..], [Event::Entered(_), Event::Exited(_), Event::Stopped { .. }]));
    assert!(events[1].time() - events[0].time() > 1.0, "{events:?}");
}

/// A step that was interrupted just after a ball had come to the edge of a sensor took it for moved
/// out again by the game.
#[test]
fn an_interruption_threw_a_ball_out_of_a_sensor() {
    for seed in 0..50 {
        let mut world = World::new();
        let spot = Body::fixed(Shape::ball(1.0), DVec2::new(0.1, 0.2));
        world.add(Body { role: Role::Sensor(Passage::Edge), ..spot }).unwrap();
        world.add(ball([-3.0 - 0.013 * f64::from(seed), 0.1], [1.7, 0.03])).unwrap();
        let mut whole = world.clone();
        let told = Stepper::new().step(&mut whole, 9.0).events.clone();
        let mut stepper = Stepper::new();
        stepper.integrate(&mut world, 9.0);
        stepper.detect(&mut world);
        let mut outcome = stepper.respond(&mut world, 1);
        let mut parts = stepper.report().events.clone();
        while outcome == Outcome::Interrupted {
            outcome = stepper.resume(&mut world, 1);
            parts.extend_from_slice(&stepper.report().events);
        }
        assert_eq!(told, parts);
    }
}

/// Gravity that changed within a step left a ball the memory of its bounce, so that it was predicted
/// to bounce off the floor in mid-air.
#[test]
fn gravity_within_a_step_bounced_a_ball_in_mid_air() {
    let mut world = World::new();
    world.add(Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)).unwrap();
    world.add(ball([0.0, 1.5], [0.0, -1.0])).unwrap();
    world.add(ball([9.0, 2.5], [0.0, -1.0])).unwrap();
    world.add(ball([18.0, 8.5], [0.0, -1.0])).unwrap();
    let mut stepper = Stepper::new();
    stepper.integrate(&mut world, 9.0);
    stepper.detect(&mut world);
    // The first ball has bounced at 1 s, and at 2 s, where the second bounces, it is 1 m up.
    assert_eq!(stepper.respond(&mut world, 2), Outcome::Interrupted);
    world.set_gravity(DVec2::new(0.0, -1.0)).unwrap();
    assert_eq!(stepper.resume(&mut world, 1), Outcome::Interrupted);
    let impact = *stepper.report().impacts().next().unwrap();
    // The heights are 1 + t - t^2 / 2 and, of the one that has just bounced, t - t^2 / 2.
    assert_eq!((impact.time, impact.point.x), (4.0, 9.0));
}

/// Of the axes of a frame one that was NaN passed the check, if a sound one came after it.
#[test]
fn a_frame_of_nothing_was_accepted() {
    let frame = Frame::from_axes([DVec2::NAN, DVec2::Y, DVec2::ZERO]);
    let body = Body::fixed(Shape::turned_cuboid(DVec2::ONE, frame), DVec2::ZERO);
    assert!(World::new().add(body).is_err());
}

/// What two walls left of a ball's weight was never small against itself, so a ball in a corner
/// spent its budget on it.
#[test]
fn a_ball_in_a_corner_spent_its_budget() {
    for slope in [0.2, 0.5, 1.0, 1.7, 3.0] {
        let mut world = World::new();
        for side in [-1.0, 1.0] {
            let wall = Shape::half_space(DVec2::new(side * slope, 1.0));
            world.add(Body::fixed(wall, DVec2::ZERO)).unwrap();
        }
        world.set_gravity(DVec2::new(0.0, -9.81)).unwrap();
        let height = 0.5 * (1.0 + slope * slope).sqrt();
        let rolling = Body { restitution: 0.5, ..ball([0.03, height + 0.2], [0.0, 0.0]) };
        let id = world.add(rolling).unwrap();
        let mut stepper = Stepper::new();
        for step in 0..600 {
            let report = stepper.step(&mut world, 1.0 / 60.0);
            assert!(report.limits.is_empty(), "slope {slope}, step {step}: {:?}", report.limits);
        }
        let end = world.body(id).unwrap();
        // It does not lie still yet, but stirs less than it falls in one step.
        let stir = (end.position - DVec2::new(0.0, height)).length();
        assert!(stir < 9.81 / 3600.0, "slope {slope}: {stir}");
    }
}

/// A ball that rolled up to a slower one and pressed against it kept that pressure after both had
/// stopped, and was driven backwards by it until the step ended.
#[test]
fn a_ball_that_had_stopped_was_driven_backwards() {
    for (dt, steps) in [(30.0, 1), (1.0 / 60.0, 1800)] {
        let rolling = |x, speed, rolling_resistance| Body {
            rolling_resistance,
            restitution: 0.0,
            ..ball([x, 0.0], [speed, 0.0])
        };
        let mut world = World::new();
        let chaser = world.add(rolling(0.0, 2.0, 0.1)).unwrap();
        let chased = world.add(rolling(1.5, 1.0, 0.9)).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..steps {
            stepper.step(&mut world, dt);
        }
        let ends = [chaser, chased].map(|id| world.body(id).unwrap().position.x);
        assert!((ends[0] - 2.5).abs() < 1e-13 && (ends[1] - 3.5).abs() < 1e-13, "{ends:?}");
    }
}

/// A point that had bounced off a wall lay by rounding behind it or exactly on it, and was hit from
/// there at once.
#[test]
fn a_point_was_hit_by_the_back_of_the_wall_off_which_it_had_bounced() {
    let wall = Shape::segment(DVec2::new(-5.0, -2.0), DVec2::new(4.0, 3.0));
    let normal = DVec2::new(5.0, -9.0).normalize();
    for number in 1..200 {
        let from = normal * (f64::from(number) / 7.0) - DVec2::new(0.5, -0.5);
        let to_wall = Motion { offset: from, velocity: -normal, acceleration: DVec2::ZERO };
        let hit = touch(&wall, &to_wall, 0.0, 99.0, None).unwrap();
        let bounced = Motion { velocity: normal, ..to_wall.after(hit.time) };
        assert_eq!(touch(&wall, &bounced, 0.0, 99.0, Some(hit.feature)), None, "{number}");
        // Thrown up from it, the point comes back in 2 s to the side from which it came.
        let thrown = Motion { acceleration: -normal, ..bounced };
        let back = touch(&wall, &thrown, 0.0, 99.0, Some(hit.feature)).unwrap();
        assert!((back.time - 2.0).abs() < 1e-13 && back.feature == hit.feature, "{back:?}");
    }
}

/// The curved path of a ball was expanded into a quartic whose coefficients are as large as the
/// square of the way, so that their rounding hid a touch at the end of a long flight, or made one up.
#[test]
fn a_graze_after_a_long_curved_flight_was_lost_in_rounding() {
    let post = Shape::ball(1.0);
    for number in 0..100 {
        let way = 1e5 + f64::from(number);
        for miss in [1e-7, -1e-7] {
            // The lowest point of the path is above the post, after as many seconds as lengths.
            let path = Motion {
                offset: DVec2::new(-way, 1.0 + miss + 0.5e-7 * way * way),
                velocity: DVec2::new(1.0, -1e-7 * way),
                acceleration: DVec2::new(0.0, 1e-7),
            };
            let hit = touch(&post, &path, 0.0, 2.0 * way, None);
            assert_eq!(hit.is_some(), miss < 0.0, "{number}: {hit:?}, passes {miss} away");
        }
    }
}

/// After a bounce off a round shape the height over the start was taken from a difference, of which
/// right after the bounce only rounding was left, and that could look like a fall.
#[test]
fn a_bounce_off_a_round_shape_was_repeated_at_once() {
    let post = Shape::ball(0.25);
    for number in 0..100 {
        let slope = 0.01 + 1e-5 * f64::from(number);
        let away = motion([-3.41e-13 * f64::from(number), 1000.25], [1.0, slope], [1e-6, 0.0]);
        let corner = touch(&post, &motion([0.0, 2.0], [0.0, -1.0], [0.0; 2]), 0.5, 9.0, None);
        let bounced = corner.map(|touch| touch.feature);
        for end in [1e-14, 1e-12, 1e-10, 1.0] {
            assert_eq!(touch(&post, &away, 1000.0, end, bounced), None, "{number}, {end}");
        }
    }
}

/// Two that overlapped and approached on a curved path did not touch if the time left was too short
/// for the distance to fall by a bit.
#[test]
fn an_overlap_at_the_end_of_a_step_was_overlooked() {
    let post = Shape::ball(0.5);
    let falling = motion([0.0, 1.0], [0.0, -1.0], [0.0, -1.0]);
    for end in [1e-300, 1e-17, 1.0] {
        assert_eq!(touch(&post, &falling, 0.5, end, None).unwrap().time, 0.0);
    }
}

/// A point that flew at the edge of a box came, by rounding, to the plane of each face beyond the end
/// of that face, and slipped into the box in between.
#[test]
fn a_point_slipped_into_a_box_between_two_faces() {
    let shape = Shape::cuboid(DVec3::new(0.3, 0.7, 0.9));
    for number in 1..2000 {
        let slope = f64::from(number) / 700.0;
        let to_edge = DVec3::new(-1.0, -slope, 0.1 * slope);
        for acceleration in [DVec3::ZERO, DVec3::new(0.0, 1e-9, 0.0)] {
            let way = 100.0 + slope;
            let edge = DVec3::new(0.3, 0.7, 0.1);
            let launch = to_edge - acceleration * way;
            let offset = edge - to_edge * way + acceleration * (0.5 * way * way);
            let motion = Motion { offset, velocity: launch, acceleration };
            let hit = touch(&shape, &motion, 0.0, 1e3, None);
            assert!(hit.is_some_and(|hit| (hit.time - way).abs() < 1e-12), "{number}: {hit:?}");
        }
    }
}

/// A ball that lay on the seam between a face and an edge, and parted by less than can be seen before
/// it fell back, was to leave the edge first, and fell through.
#[test]
fn a_ball_fell_through_the_seam_on_which_it_lay() {
    let shape = Shape::cuboid(DVec2::new(0.5, 0.25));
    let seam = motion([-1.5, 0.25 - 3.3e-13], [-1e-12, 0.33], [1.0, 0.0]);
    let hit = touch(&shape, &seam, 1.0, 1.0, None).unwrap();
    assert!((hit.time - 2e-12).abs() < 1e-12, "{hit:?}");
}
