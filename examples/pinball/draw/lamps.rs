//! The lamps: parts that flash when they are hit, and inserts that show what the rules want.

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use harness::draw::{Draw, DrawnMesh};
use harness::palette::IVORY;
use harness::shapes::{fan, ribbon};

use super::colors::{CYAN, FIELD_EDGE, GOLD, GREEN, PINK, RED};
use crate::parts::{BUMPER, Part, Struck, TARGET, TARGETS, rubber};
use crate::rules::{Game, MOST};

/// How long a part flashes, in seconds.
const FLASH: f64 = 0.16;

/// A lamp: what lights it, and its colours while it is off and on.
#[derive(Component)]
pub struct Lamp {
    of: Source,
    colors: [Color; 2],
}

/// What lights a lamp.
#[derive(Clone, Copy)]
enum Source {
    Part(Entity),
    /// A ball that drains comes back.
    Save,
    /// The loop starts multiball, or is a jackpot.
    Loop,
    /// The multiplier is at least as much.
    Multiplier(u8),
    /// A drop target of this number still stands.
    Standing(usize),
}

/// The colours of a lamp that is glass of a colour.
fn glass(color: Color) -> [Color; 2] {
    [color.mix(&FIELD_EDGE, 0.78), color.mix(&IVORY, 0.12)]
}

/// The colours of a glow, which is not to be seen while the lamp is off.
fn glow(color: Color) -> [Color; 2] {
    [color.with_alpha(0.0), color.with_alpha(0.34)]
}

fn lamp(
    draw: &mut Draw,
    of: Source,
    mesh: impl Into<Mesh>,
    colors: [Color; 2],
) -> (Lamp, DrawnMesh) {
    (Lamp { of, colors }, draw.mesh(mesh, colors[0]))
}

/// Lights the inserts of the playfield.
pub fn set_inserts(mut draw: Draw, mut commands: Commands) {
    let mut put = |of: Source, mesh: Mesh, color: Color, at: Vec2| {
        let lamp = lamp(&mut draw, of, mesh, glass(color));
        commands.spawn((lamp, Transform::from_translation(at.extend(-6.0))));
    };
    let disc = |radius: f32| Circle::new(radius).mesh().resolution(48).build();
    put(Source::Save, disc(15.0), GREEN, vec2(0.0, 62.0));
    for times in 2..=MOST {
        let at = vec2(26.0 * (f32::from(times) - 3.5), 330.0);
        put(Source::Multiplier(times), disc(9.5), GOLD, at);
    }
    for (number, target) in TARGETS.iter().enumerate() {
        let at = vec2(-218.0, target.y);
        put(Source::Standing(number), arrow(vec2(-1.0, 0.0), 13.0), CYAN, at);
    }
    for step in 0u8..3 {
        let at = vec2(232.0, 480.0) + f32::from(step) * vec2(0.0, 46.0);
        put(Source::Loop, arrow(Vec2::Y, 14.0), PINK, at);
    }
}

fn arrow(way: Vec2, size: f32) -> Mesh {
    let corners = [size * way, 0.7 * size * (way.perp() - way), -0.7 * size * (way.perp() + way)];
    fan(corners[0], &corners, [Color::WHITE; 2])
}

/// Gives each part its lamps.
pub fn set_lamps(
    parts: Query<(Entity, &Part, &Position), Added<Part>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (entity, part, place) in &parts {
        let of = Source::Part(entity);
        let round = |from: f32, to: f32| Annulus::new(from, to).mesh().resolution(64).build();
        let disc = |radius: f32| Circle::new(radius).mesh().resolution(64).build();
        let meshes: Vec<(Mesh, [Color; 2], f32)> = match part {
            Part::Bumper => vec![
                (disc(1.7 * BUMPER), glow(RED), -5.0),
                (disc(BUMPER), [RED.mix(&FIELD_EDGE, 0.45), RED.mix(&IVORY, 0.35)], 0.5),
                (round(0.58 * BUMPER, 0.82 * BUMPER), [IVORY.mix(&RED, 0.3), IVORY], 0.6),
                (disc(0.36 * BUMPER), [GOLD.mix(&FIELD_EDGE, 0.4), IVORY], 0.6),
            ],
            Part::Sling { is_right } => {
                let line = rubber(if *is_right { 1.0 } else { -1.0 });
                vec![
                    (ribbon(&line, 16.0), glow(PINK), -1.1),
                    (ribbon(&line, 5.0), [IVORY.mix(&PINK, 0.4), Color::WHITE], -0.7),
                ]
            }
            Part::Target(_) => {
                vec![(Rectangle::from_size(TARGET).into(), [CYAN.mix(&IVORY, 0.25), IVORY], -0.7)]
            }
            Part::Lane(_) => vec![(disc(22.0), glow(CYAN), -5.0), (disc(11.0), glass(CYAN), -4.9)],
            Part::InLane => vec![(disc(9.0), glass(GREEN), -4.9)],
            Part::OutLane => vec![(disc(9.0), glass(RED), -4.9)],
            Part::Loop | Part::Launch => Vec::new(),
        };
        for (mesh, colors, height) in meshes {
            let at = Transform::from_translation(place.0.extend(height));
            commands.spawn((lamp(&mut draw, of, mesh, colors), at));
        }
    }
}

/// Lights the lamps.
pub fn shine(
    lamps: Query<(&Lamp, &MeshMaterial2d<ColorMaterial>, &mut Visibility)>,
    parts: Query<(&Part, &Struck, Has<Absorbed>)>,
    (game, time): (Res<Game>, Res<Time<Elastic>>),
    mut materials: ResMut<Assets<ColorMaterial>>,
) {
    let now = time.elapsed_secs_f64();
    let blinks = (3.0 * now).fract() < 0.5;
    let is_down = |number: usize| parts.iter().any(|it| *it.0 == Part::Target(number) && it.2);
    for (lamp, material, mut visibility) in lamps {
        let level = match lamp.of {
            Source::Part(entity) => {
                let Ok((part, struck, is_gone)) = parts.get(entity) else { continue };
                let shown = if is_gone { Visibility::Hidden } else { Visibility::Inherited };
                visibility.set_if_neq(shown);
                let is_lit = matches!(part, Part::Lane(number) if game.lanes[*number]);
                if is_lit { 1.0 } else { (-(now - struck.0) / FLASH).exp().min(1.0) as f32 }
            }
            Source::Save => {
                f32::from(now < game.serve.saved_until && (game.is_multiball || blinks))
            }
            Source::Loop => f32::from((game.is_loop_lit || game.is_multiball) && blinks),
            Source::Multiplier(times) => f32::from(game.multiplier >= times),
            Source::Standing(number) => f32::from(!is_down(number)),
        };
        let color = lamp.colors[0].mix(&lamp.colors[1], level);
        if materials.get(&material.0).is_some_and(|it| it.color != color)
            && let Some(mut material) = materials.get_mut(&material.0)
        {
            material.color = color;
        }
    }
}
