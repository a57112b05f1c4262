//! Regressions of bodies that slide over flush seams of separate walls.

use crate::support::spaces::Given;
use std::f64::consts::FRAC_PI_2;

use collide_core::body::Body;
use collide_core::report::Event;
use collide_core::shape::{Frame, Shape};
use collide_core::step::Stepper;
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

/// The radius of the body, half the length of a tile, the pull and the speed.
const RADIUS: f64 = 8.0;
const PULL: f64 = 980.0;
const SPEED: f64 = 200.0;

/// What a floor of tiles consists of.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Tile {
    Boxes,
    Segments,
    Capsules,
    Polygons,
    Chain,
}

/// A body that slides over a floor of tiles.
#[derive(Clone, Copy, Debug)]
struct Slide {
    tile: Tile,
    /// How far the floor is turned against the first axis, and gravity with it.
    angle: f64,
    /// How much tiles lie higher or lower than others.
    unevenness: f64,
    is_box: bool,
    /// The speeds along the floor and, in space, across it.
    speeds: [f64; 2],
    friction: f64,
    restitution: f64,
    /// The velocity of the floor.
    carried: [f64; 2],
    rate: f64,
}

const SLIDE: Slide = Slide {
    tile: Tile::Boxes,
    angle: 0.0,
    unevenness: 0.0,
    is_box: false,
    speeds: [SPEED, 0.0],
    friction: 0.2,
    restitution: 0.5,
    carried: [0.0; 2],
    rate: 60.0,
};

/// How far the body came in one and a half seconds along both directions, how high it hopped, and how many impacts were
/// reported.
struct Outcome {
    way: [f64; 2],
    hop: f64,
    impacts: usize,
}

fn axes<V: Vector>(angle: f64) -> [V; 3] {
    let (sin, cos) = angle.sin_cos();
    let vector = |components: [f64; 3]| V::from_components(|axis| components[axis]);
    [vector([cos, sin, 0.0]), vector([-sin, cos, 0.0]), vector([0.0, 0.0, 1.0])]
}

/// The shapes of the floor with their places.
fn floor<V: Vector>(slide: &Slide) -> Vec<(Shape<V>, V)> {
    let [along, up, across] = axes::<V>(slide.angle);
    let place = |x: f64, y: f64| along * (RADIUS * x) + up * (RADIUS * y);
    let bump = |tile: i32| up * (slide.unevenness * f64::from((tile * 7).rem_euclid(3) - 1));
    let tiles = -12..12;
    let middle = |tile: i32| place(f64::from(2 * tile + 1), 0.0) + bump(tile);
    let ends = [place(-1.0, 0.0), place(1.0, 0.0)];
    let tiles_of = |shape: Shape<V>, offset: V| {
        tiles.clone().map(|tile| (shape.clone(), middle(tile) + offset)).collect()
    };
    match slide.tile {
        Tile::Boxes => {
            let frame = Frame::from_axes([along, up, across]);
            let half = V::from_components(|_| RADIUS);
            let shape = if slide.angle == 0.0 {
                Shape::cuboid(half)
            } else {
                Shape::turned_cuboid(half, frame)
            };
            let rows = if V::DIMENSION == 3 { -6..6 } else { 0..1 };
            let row = |row: i32| across * (RADIUS * f64::from(2 * row + 1));
            let tiles = tiles.flat_map(|tile| rows.clone().map(move |row| (tile, row)));
            tiles
                .map(|(tile, number)| (shape.clone(), middle(tile) - up * RADIUS + row(number)))
                .collect()
        }
        Tile::Segments => tiles_of(Shape::segment(ends[0], ends[1]), V::ZERO),
        Tile::Capsules => tiles_of(Shape::capsule(ends[0], ends[1], 4.0), -up * 4.0),
        Tile::Polygons => {
            let corners = [ends[0], ends[1], place(0.6, -1.5), place(-0.7, -1.0)];
            tiles_of(Shape::polygon(&corners).unwrap(), V::ZERO)
        }
        Tile::Chain => {
            let points: Vec<V> =
                tiles.map(|tile| place(f64::from(2 * tile), 0.0) + bump(tile)).collect();
            vec![(Shape::chain(&points).unwrap(), V::ZERO)]
        }
    }
}

fn slide<V: Vector>(slide: &Slide, given: Given) -> Outcome {
    let [along, up, across] = axes::<V>(slide.angle);
    let carried = along * slide.carried[0] + up * slide.carried[1];
    let mut world = World::<V>::new();
    world.set_gravity(-up * PULL).unwrap();
    for (shape, place) in floor::<V>(slide) {
        let body = if carried == V::ZERO {
            Body::fixed(shape, place)
        } else {
            Body::kinematic(shape, place, carried)
        };
        world.add(Body { friction: slide.friction, ..body }).unwrap();
    }
    let shape = if slide.is_box {
        Shape::cuboid(V::from_components(|_| RADIUS))
    } else {
        Shape::ball(RADIUS)
    };
    let start = along * (2.0 * slide.speeds[0].signum()) + up * RADIUS + across * 2.5;
    let velocity = along * slide.speeds[0] + across * slide.speeds[1] + carried;
    let body = Body {
        velocity,
        friction: slide.friction,
        restitution: slide.restitution,
        ..Body::dynamic(shape, start)
    };
    let body = world.add(body).unwrap();
    given.round(&mut world);
    let mut stepper = Stepper::new();
    let (mut hop, mut impacts) = (0f64, 0);
    let steps = if slide.friction > 0.0 { 1.5 } else { 0.75 } * slide.rate;
    let mut moved = V::ZERO;
    for step in 1..=steps as u32 {
        let report = stepper.step(&mut world, 1.0 / slide.rate);
        impacts += report.events.iter().filter(|event| matches!(event, Event::Impact(_))).count();
        let floor = carried * (f64::from(step) / slide.rate);
        moved = world.body(body).unwrap().position - start - floor;
        hop = hop.max(moved.dot(up));
    }
    Outcome { way: [moved.dot(along), moved.dot(across)], hop, impacts }
}

/// Asserts that a body slides as on a floor in one piece, in both directions and at two rates.
fn assert_slides<V: Vector>(of: &Slide) {
    Given::ALL.into_iter().for_each(|given| assert_slides_if::<V>(of, given));
}

fn assert_slides_if<V: Vector>(of: &Slide, given: Given) {
    for (direction, rate) in [(1.0, 60.0), (-1.0, 60.0), (1.0, 240.0), (-1.0, 240.0)] {
        let case = Slide { speeds: of.speeds.map(|speed| direction * speed), rate, ..*of };
        let Outcome { way, hop, impacts } = slide::<V>(&case, given);
        let speed = of.speeds[0].hypot(of.speeds[1]);
        let right = if of.friction > 0.0 {
            speed * speed / (2.0 * of.friction * PULL)
        } else {
            0.75 * speed
        };
        let way = way[0].hypot(way[1]) * (way[0] * direction).signum();
        assert!((way - right).abs() < 0.003 * right, "{way} of {right}: {case:?} {given:?}");
        let is_fine = given == Given::InF64 && of.unevenness == 0.0;
        assert!(hop <= if is_fine { 1e-4 } else { 1e-3 }, "{hop}: {case:?} {given:?}");
        assert_eq!(impacts, 0, "{case:?} {given:?}");
    }
}

/// A ball that friction brakes on a floor of tiles met the corner of the next tile as a slope, hopped over each seam and
/// bounced, and stopped after 74 in place of 102; it slides as on one tile.
#[test]
fn braked_ball_slides_over_seams() {
    for tile in [Tile::Boxes, Tile::Segments, Tile::Capsules, Tile::Polygons, Tile::Chain] {
        for (angle, restitution) in [(0.0, 0.5), (0.0, 0.0), (0.3, 0.5), (FRAC_PI_2, 0.0)] {
            let case = Slide { tile, angle, restitution, ..SLIDE };
            assert_slides::<DVec2>(&case);
        }
    }
}

/// The same of tiles that are uneven by 1e-5.
#[test]
fn braked_ball_slides_over_uneven_seams() {
    for tile in [Tile::Boxes, Tile::Segments, Tile::Capsules, Tile::Polygons, Tile::Chain] {
        let case = Slide { tile, unevenness: 1e-5, ..SLIDE };
        assert_slides::<DVec2>(&case);
    }
}

/// The same in space, along the tiles, and over corners at which four of them meet.
#[test]
fn braked_ball_slides_over_seams_of_cubes() {
    for speeds in [[SPEED, 0.0], [150.0, 37.0], [100.0, 100.0]] {
        for angle in [0.0, 0.3] {
            assert_slides::<DVec3>(&Slide { speeds, angle, ..SLIDE });
        }
    }
}

/// A box that slid over a floor of tiles met the side of the next tile as a wall, and bounced back at the first seam; it
/// slides as on one tile.
#[test]
fn box_slides_over_seams() {
    for friction in [0.2, 0.0] {
        for tile in [Tile::Boxes, Tile::Segments, Tile::Polygons, Tile::Chain] {
            let case = Slide { tile, friction, is_box: true, ..SLIDE };
            assert_slides::<DVec2>(&case);
        }
        assert_slides::<DVec3>(&Slide { friction, is_box: true, ..SLIDE });
    }
}

/// The same on tiles that move together.
#[test]
fn body_slides_over_seams_of_moving_tiles() {
    for is_box in [false, true] {
        let case = Slide { is_box, carried: [30.0, 10.0], ..SLIDE };
        assert_slides::<DVec2>(&case);
    }
}

/// A ball without friction hit seams of turned tiles that are uneven by the rounding of their positions in f32, and impacts
/// were reported; it slides as on one tile, and nothing is reported.
#[test]
fn ball_without_friction_slides_over_seams() {
    for tile in [Tile::Boxes, Tile::Segments, Tile::Capsules, Tile::Polygons, Tile::Chain] {
        for angle in [0.0, 0.3, FRAC_PI_2] {
            for restitution in [0.0, 0.5] {
                let case = Slide { tile, angle, restitution, friction: 0.0, ..SLIDE };
                assert_slides::<DVec2>(&case);
            }
        }
    }
}

/// A corner that does stand out of the floor is hit: a ball that slides against a step of a fourth of its radius has an
/// impact there, with the normal from the corner to its centre.
#[test]
fn step_in_the_floor_is_hit() {
    for friction in [0.2, 0.0] {
        let mut world = World::<DVec2>::new();
        world.set_gravity(DVec2::NEG_Y * PULL).unwrap();
        for place in [[-50.0, -8.0], [150.0, -6.0]] {
            let wall = Body::fixed(Shape::cuboid(DVec2::new(100.0, 8.0)), place.into());
            world.add(Body { friction, ..wall }).unwrap();
        }
        let ball = Body {
            velocity: DVec2::X * SPEED,
            friction,
            restitution: 0.5,
            ..Body::dynamic(Shape::ball(RADIUS), DVec2::new(20.0, RADIUS))
        };
        world.add(ball).unwrap();
        let mut stepper = Stepper::new();
        let normals: Vec<DVec2> = (0..20)
            .flat_map(|_| {
                let report = stepper.step(&mut world, 1.0 / 60.0);
                report.impacts().map(|impact| impact.normal).collect::<Vec<_>>()
            })
            .collect();
        assert!(!normals.is_empty() && normals[0].x < -0.5, "{friction}: {normals:?}");
    }
}

/// Lets boxes of half-width .4, from these places with these speeds, slide for 1.5 seconds over tiles or over one wall, and
/// returns where they end and how many impacts were reported.
fn slide_boxes(
    boxes: &[(DVec2, f64)],
    has_tiles: bool,
    given: Given,
    [friction, restitution, rate]: [f64; 3],
) -> (Vec<DVec2>, usize) {
    let mut world = World::<DVec2>::new();
    world.set_gravity(DVec2::NEG_Y * 9.81).unwrap();
    let tile = |number: i32| {
        let place = DVec2::new(f64::from(number) + 0.5, -0.5);
        Body::fixed(Shape::cuboid(DVec2::splat(0.5)), place)
    };
    let tiles: Vec<_> = match has_tiles {
        true => (-14..14).map(tile).collect(),
        false => vec![Body::fixed(Shape::half_space(DVec2::Y), DVec2::ZERO)],
    };
    for tile in tiles {
        world.add(Body { friction, ..tile }).unwrap();
    }
    let add = |(place, speed): &(DVec2, f64)| {
        let body = Body::dynamic(Shape::cuboid(DVec2::splat(0.4)), *place);
        let velocity = DVec2::X * *speed;
        world.add(Body { velocity, friction, restitution, ..body }).unwrap()
    };
    let ids: Vec<_> = boxes.iter().map(add).collect();
    given.round(&mut world);
    let mut stepper = Stepper::new();
    let steps = 0..(1.5 * rate) as usize;
    let impacts = steps.map(|_| stepper.step(&mut world, 1.0 / rate).impacts().count()).sum();
    (ids.iter().map(|id| world.position(*id).unwrap()).collect(), impacts)
}

/// Asserts that boxes slide over tiles as over one wall.
fn assert_boxes_slide(boxes: &[(DVec2, f64)], given: Given, case: [f64; 3]) {
    let [slid, expected] =
        [true, false].map(|has_tiles| slide_boxes(boxes, has_tiles, given, case));
    let off = slid.0.iter().zip(&expected.0).map(|(one, two)| one.distance(*two));
    let off = off.fold(0.0, f64::max);
    assert!(off < 0.01, "{case:?}: off by {off}, {slid:?} {expected:?}");
    assert_eq!(slid.1, expected.1, "{case:?}");
}

/// A box that carried another one, or pushed it, took the face of that one for the face to slide along, and stopped at the side
/// of the next tile or bounced off it. It slides as on one wall.
#[test]
fn boxes_in_contact_slide_over_seams() {
    let at = |x: f64, y: f64, speed: f64| (DVec2::new(x, y), speed);
    let scenes = [
        vec![at(-3.3, 0.4, 3.0), at(-3.3, 1.2, 3.0)],
        vec![at(-3.3, 0.4, 3.0), at(-3.3, 1.2, 3.0), at(-3.3, 2.0, 3.0)],
        vec![at(-3.3, 0.4, 3.0), at(-2.3, 0.4, 0.0)],
    ];
    for boxes in scenes {
        for friction in [0.0, 0.2] {
            for case in [[0.0, 60.0], [0.0, 240.0], [0.5, 60.0], [0.5, 240.0]] {
                let case = [friction, case[0], case[1]];
                Given::ALL.into_iter().for_each(|given| assert_boxes_slide(&boxes, given, case));
            }
        }
    }
}
