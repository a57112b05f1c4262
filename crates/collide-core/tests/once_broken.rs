//! Cases that once broke the core, each with its story.

use collide_core::body::Body;
use collide_core::impact::{Motion, touch};
use collide_core::shape::Shape;
use collide_core::step::Stepper;
use collide_core::world::World;
use glam::DVec2;

fn ball(position: [f64; 2], velocity: [f64; 2]) -> Body<DVec2> {
    Body {
        velocity: velocity.into(),
        ..Body::dynamic(Shape::ball(0.5), DVec2::from_array(position))
    }
}

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
