//! Cases that once broke what moves against outlines, boxes and posts, each with its story.

use collide_core::body::Body;
use collide_core::impact::{Motion, touch};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, dvec2};

/// A ball that touched a post without approaching it was not predicted to meet it again in that step,
/// and when gravity bent its path back into the post it flew through.
#[test]
fn a_touch_that_was_none_hid_a_hit_later_in_the_step() {
    for number in 0..4000 {
        let before = 0.25 + 1e-4 * f64::from(number);
        // Tangential at the top of the post after that time, where |r|^2 = 1 + t^2 / 2 + ..., and 2 s
        // later back above its middle and below its top.
        let gravity = dvec2(-1.0, -0.5);
        let launch = dvec2(1.0, 0.0) - gravity * before;
        let start = DVec2::Y - dvec2(1.0, 0.0) * before + gravity * (0.5 * before * before);
        let mut world = World::new();
        world.set_gravity(gravity).unwrap();
        world.add(Body::fixed(Shape::ball(0.5), DVec2::ZERO)).unwrap();
        let ball = Body { velocity: launch, ..Body::dynamic(Shape::ball(0.5), start) };
        world.add(ball).unwrap();
        let mut stepper = Stepper::new();
        let report = stepper.step(&mut world, before + 2.0);
        let hit = report.impacts().any(|impact| impact.time > before + 0.1);
        assert!(hit, "{number}: {:?}", report.events);
    }
}

/// A box that stood by rounding on the corner of another, and went away from one face along the plane
/// of the other, was hit by the latter.
#[test]
fn a_box_was_hit_by_a_face_beyond_its_corner() {
    let wall = Shape::cuboid(dvec2(0.0, 0.75)).grown_by(dvec2(1e6, 5e5)).unwrap().into_owned();
    let away = Motion {
        offset: dvec2(1e6, -500_000.75),
        velocity: dvec2(-1e-4, -1.0),
        acceleration: DVec2::ZERO,
    };
    assert_eq!(touch(&wall, &away, 0.0, 1.0, None), None);
}

/// Behind the fold of a chain that goes back on itself lies another segment, and a point that had
/// bounced off the one was hit by the back of the other.
#[test]
fn a_point_was_hit_by_the_back_of_a_fold() {
    let (end, fold) = (dvec2(0.0, 0.25), dvec2(-0.5, -0.5));
    let chain = Shape::chain(&[end, fold, end]).unwrap();
    let normal = dvec2(0.75, -0.5).normalize();
    for number in 1..200 {
        let from = (end + fold) * 0.5 + normal * (f64::from(number) / 7.0);
        let to_fold = Motion { offset: from, velocity: -normal, acceleration: DVec2::ZERO };
        let hit = touch(&chain, &to_fold, 0.0, 99.0, None).unwrap();
        for acceleration in [DVec2::ZERO, normal] {
            let away = Motion { velocity: normal, acceleration, ..to_fold.after(hit.time) };
            assert_eq!(touch(&chain, &away, 0.0, 99.0, Some(hit.feature)), None, "{number}");
        }
    }
}

/// Faces of a polygon reached a trillionth over their ends, and a path that passed the corner by less
/// than that was hit before it came to the polygon.
#[test]
fn a_path_was_hit_beside_the_corner_that_it_passed() {
    let square = [dvec2(0.0, 0.0), dvec2(1.0, 0.0), dvec2(1.0, 1.0), dvec2(0.0, 1.0)];
    let polygon = Shape::polygon(&square).unwrap();
    for number in 1..100 {
        let miss = 1e-14 * f64::from(number);
        let past = Motion {
            offset: dvec2(1.0 + miss, 2.0),
            velocity: DVec2::NEG_Y,
            acceleration: DVec2::ZERO,
        };
        assert_eq!(touch(&polygon, &past, 0.0, 9.0, None), None, "{miss}");
    }
}
