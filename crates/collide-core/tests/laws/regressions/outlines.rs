//! Cases that once broke what moves against outlines, boxes and posts, each with its story.

use collide_core::body::Body;
use collide_core::contact::contact;
use collide_core::impact::{Motion, touch};
use collide_core::measure::deepest_overlap;
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::{DVec2, Vec2, dvec2};

/// A ball that slid along one wall of a chain touched it by rounding, without an impact. Nothing else
/// was predicted for the two in that step, nor in the next, and the ball flew through the wall at the
/// end of its way.
#[test]
fn a_touch_that_was_none_hid_the_next_wall() {
    for number in 1..400 {
        let along = dvec2(1.0, 0.0025 * f64::from(number)).normalize();
        let normal = dvec2(-along.y, along.x);
        let corner = along * 3.0;
        let chain = Shape::chain(&[along * -3.0, corner, corner + normal * 3.0]).unwrap();
        let mut world = World::<Vec2>::new();
        world.add(Body::fixed(chain, Vec2::ZERO)).unwrap();
        let velocity = (along * 4.0).as_vec2();
        let slider = Body::dynamic(Shape::ball(0.5), (normal * 0.5).as_vec2());
        let slider = world.add(Body { velocity, ..slider }).unwrap();
        let mut stepper = Stepper::new();
        for _ in 0..60 {
            stepper.step(&mut world, 1.0 / 60.0);
        }
        let way = world.body(slider).unwrap().position.as_dvec2().dot(along);
        assert!(way < 2.5, "{number}: {way}");
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

/// On the extension of a slanted segment, however far from it, rounding put a ball behind both faces,
/// which was taken for an overlap.
#[test]
fn a_ball_beyond_the_end_of_a_segment_was_inside_of_it() {
    for number in 1..1000 {
        let slope = 0.003 * f64::from(number);
        let along = dvec2(1.0, slope).normalize();
        let chain = Shape::chain(&[along * 0.1, along * 1.3]).unwrap();
        let separation = contact(&chain, along * 7.3, 0.25).separation;
        assert!((separation - 5.75).abs() < 1e-14, "{number}: {separation}");
    }
}

/// A box that a dull chain had stopped lay a rounding inside and left it by a rounding: it was back at once,
/// was not seen to fall onto the side that it had left, and fell through until the step ended.
#[test]
fn who_was_back_at_once_fell_through() {
    let mut world = World::<DVec2>::new();
    world.set_gravity(dvec2(-0.06633312084797538, -10.0)).unwrap();
    let chain = Shape::chain(&[
        dvec2(1.699425874648627, 0.33777539609387786),
        dvec2(1.1342333115175114, 0.32197005918484356),
        dvec2(-0.8244618283916858, -1.0774603557720757),
        dvec2(-1.0981678438866997, -0.9828712314410977),
    ]);
    let place = dvec2(-1.3307567315510709, 0.8013126255485794);
    world.add(Body { restitution: 0.0, ..Body::fixed(chain.unwrap(), place) }).unwrap();
    let shape = Shape::cuboid(dvec2(0.5600050513977519, 0.1749250635302587));
    let falls = Body {
        velocity: dvec2(-0.027273327717193697, -4.111570112870111),
        ..Body::dynamic(shape, dvec2(-2.162882581375291, 0.32651725841334184))
    };
    world.add(falls).unwrap();
    let report = Stepper::new().step(&mut world, 1.0 / 60.0).clone();
    assert_eq!((report.impacts().count(), report.contacts.touches), (1, 1));
    assert!(deepest_overlap(&world) < 1e-15, "{}", deepest_overlap(&world));
}
