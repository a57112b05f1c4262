//! The pictures of the kinds: a shaded ball in the colour of the fruit, and on it the face and what makes it known.

use bevy::prelude::*;
use harness::draw::{Draw, DrawnMesh};

use crate::draw::ink::Ink;
use crate::kinds::{Fruit, KINDS};

const LEAF: Color = Color::srgb_u8(92, 176, 76);
const STEM: Color = Color::srgb_u8(122, 84, 52);
const INK: Color = Color::srgb_u8(52, 30, 34);

/// What a fruit has beside its face.
#[derive(Clone, Copy)]
enum Trim {
    Leaf,
    Crown,
    Seeds,
    Crease,
    Net,
    Stripes,
}

/// The colour of each kind, that of its pattern, and its trim: cherry, strawberry, grape, mandarin, persimmon, apple, pear,
/// peach, pineapple, melon and watermelon.
const KINDS_DRAWN: [([u8; 3], [u8; 3], Trim); KINDS] = [
    ([226, 40, 62], [255, 150, 150], Trim::Leaf),
    ([250, 92, 92], [255, 226, 140], Trim::Seeds),
    ([158, 96, 222], [120, 66, 186], Trim::Crease),
    ([255, 166, 40], [232, 132, 20], Trim::Leaf),
    ([242, 112, 42], [206, 80, 24], Trim::Crown),
    ([214, 52, 48], [250, 130, 100], Trim::Leaf),
    ([206, 218, 92], [164, 178, 58], Trim::Leaf),
    ([255, 172, 168], [236, 126, 130], Trim::Crease),
    ([250, 208, 64], [214, 160, 36], Trim::Net),
    ([164, 222, 132], [204, 240, 178], Trim::Net),
    ([74, 160, 76], [32, 98, 52], Trim::Stripes),
];

/// The picture of a kind.
#[derive(Clone)]
pub struct Picture {
    /// The ball with its light, which does not turn.
    pub ball: DrawnMesh,
    /// What turns.
    pub marks: DrawnMesh,
    /// A drop of juice of radius 1.
    pub drop: DrawnMesh,
    pub color: Color,
}

/// The pictures of all kinds.
#[derive(Resource)]
pub struct Pictures(Vec<Picture>);

impl Pictures {
    pub fn of(&self, fruit: Fruit) -> &Picture {
        &self.0[fruit.0]
    }
}

/// The share of its size that a new fruit has.
pub const SMALL: f32 = 0.5;

/// What does not turn with its fruit: the ball with the light on it.
#[derive(Component)]
pub struct Shine;

/// A part of a picture that grows to its full size since so many seconds.
#[derive(Component)]
pub struct Pop(pub f32);

/// Paints the pictures.
pub fn paint(mut draw: Draw, mut commands: Commands) {
    let picture = |kind: usize| {
        let ([red, green, blue], _, _) = KINDS_DRAWN[kind];
        let color = Color::srgb_u8(red, green, blue);
        let radius = Fruit(kind).radius();
        Picture {
            ball: draw.ball(radius, color),
            marks: draw.mesh(marks(kind).mesh(radius), Color::WHITE),
            drop: draw.disc(1.0, color),
            color,
        }
    };
    commands.insert_resource(Pictures((0..KINDS).map(picture).collect()));
}

/// Draws a fruit on an entity.
pub fn draw_fruit(fruit: Fruit, pictures: &Pictures, on: &mut EntityCommands) {
    let picture = pictures.of(fruit);
    let place = |z: f32| Transform::from_xyz(0.0, 0.0, z).with_scale(Vec3::splat(SMALL));
    on.insert(Visibility::default())
        .with_child((picture.ball.clone(), Shine, Pop(0.0), place(0.0)))
        .with_child((picture.marks.clone(), Pop(0.0), place(0.5)));
}

/// What is drawn on a ball of radius 1.
fn marks(kind: usize) -> Ink {
    let (_, [red, green, blue], trim) = KINDS_DRAWN[kind];
    let mut ink = Ink::default();
    pattern(&mut ink, trim, Color::srgb_u8(red, green, blue));
    face(&mut ink, kind);
    ink
}

/// A line from pole to pole of the ball, seen from the side.
fn meridian(x: f32) -> Vec<Vec2> {
    let heights = (-9i8..=9).map(|it| f32::from(it) / 10.0);
    heights.map(|y| vec2(x * (1.0 - y * y).sqrt(), y)).collect()
}

fn pattern(ink: &mut Ink, trim: Trim, color: Color) {
    let leaf = |ink: &mut Ink, angle: f32, length: f32| {
        let way = Vec2::from_angle(angle);
        ink.ellipse(vec2(0.0, 0.86) + 0.8 * length * way, vec2(length, 0.12), angle, LEAF);
    };
    match trim {
        Trim::Leaf => {
            ink.line(&[vec2(0.0, 0.76), vec2(0.05, 1.06)], 0.1, STEM);
            leaf(ink, 0.35, 0.26);
        }
        Trim::Crown => [0.1, 0.8, 2.3, 3.0].into_iter().for_each(|angle| leaf(ink, angle, 0.3)),
        Trim::Crease => {
            let bend =
                |x: f32| meridian(x).into_iter().filter(|it| it.y > 0.35).collect::<Vec<_>>();
            ink.line(&bend(0.22), 0.06, color);
            leaf(ink, 2.7, 0.22);
        }
        Trim::Seeds => {
            let rows = [(0.5, 5i8), (-0.45, 5), (-0.72, 3)];
            for (y, count) in rows {
                for number in 0..count {
                    let x = 0.3 * (f32::from(number) - 0.5 * f32::from(count - 1));
                    ink.ellipse(vec2(x, y), vec2(0.045, 0.08), 0.0, color);
                }
            }
            [0.0, 0.75, 1.5, 2.3, 3.1].into_iter().for_each(|angle| leaf(ink, angle, 0.3));
        }
        Trim::Net => {
            for x in [-0.75, -0.4, 0.0, 0.4, 0.75] {
                ink.line(&meridian(x), 0.035, color);
                let across: Vec<Vec2> = meridian(x).into_iter().map(Vec2::perp).collect();
                ink.line(&across, 0.035, color);
            }
            [0.3, 1.1, 2.0, 2.8].into_iter().for_each(|angle| leaf(ink, angle, 0.2));
        }
        Trim::Stripes => {
            for x in [-0.86, -0.45, 0.0, 0.45, 0.86] {
                let wave =
                    meridian(x).into_iter().map(|it| it + vec2(0.035 * (14.0 * it.y).sin(), 0.0));
                ink.line(&wave.collect::<Vec<_>>(), 0.13, color);
            }
        }
    }
}

/// Two eyes, two cheeks and a mouth, which is wider the larger the fruit is.
fn face(ink: &mut Ink, kind: usize) {
    let size = kind as f32 / KINDS as f32;
    let cheek = Color::srgb(1.0, 0.45, 0.5);
    for side in [-1.0, 1.0] {
        ink.ellipse(vec2(0.54 * side, -0.14), vec2(0.14, 0.09), 0.0, cheek);
        ink.ellipse(vec2(0.32 * side, 0.1), vec2(0.1, 0.15), 0.0, INK);
        ink.ellipse(vec2(0.32 * side - 0.03, 0.16), vec2(0.035, 0.05), 0.0, Color::WHITE);
    }
    let half = 0.12 + 0.08 * size;
    let mouth: Vec<Vec2> = (-6i8..=6)
        .map(|it| f32::from(it) / 6.0)
        .map(|x| vec2(half * x, -0.22 + (0.09 + 0.04 * size) * (x * x - 1.0)))
        .collect();
    ink.line(&mouth, 0.05, INK);
}
