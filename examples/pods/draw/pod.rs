//! The pods: a disc with a nose, a flame as long as the thrust, a ring for the shield, and a trail.

use std::collections::VecDeque;

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::draw::{Draw, draw_new};
use harness::keys::Overlays;
use harness::palette::{ACCENT, IVORY, ROOM};
use harness::shapes::fan;

use super::tint::tint;
use crate::game::{Game, Racer};
use crate::pod::{MAX_THRUST, RADIUS, wrap};
use crate::team::Team;

/// The radius of a pod on the screen.
const DISC: f32 = RADIUS as f32;

/// The number of frames in a trail.
const TRAIL: usize = 150;

/// How fast a nose turns to its heading, as a rate a second.
const TURN_RATE: f32 = 14.0;

/// What turns with the heading of a pod.
#[derive(Component)]
struct Hull(usize);

/// The flame of a pod.
#[derive(Component)]
struct Flame(usize);

/// The shield of a pod.
#[derive(Component)]
struct Shield(usize);

/// Where a pod was shown.
#[derive(Component, Default)]
struct Trail(VecDeque<Vec2>);

pub fn plugin(app: &mut App) {
    let trails = (leave_trails, draw_trails).chain().after(ElasticSystems::Interpolate);
    app.add_systems(Update, (turn, burn, shield)).add_systems(PostUpdate, trails);
    draw_new(app, dress);
}

fn dress(
    game: Res<Game>,
    racers: Query<(Entity, &Racer), Added<Racer>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    for (entity, Racer(number)) in &racers {
        let team = Team::of(*number);
        let is_second = team.pods()[1] == *number;
        let own = tint(team);
        let color = if is_second { own.mix(&IVORY, 0.35) } else { own };
        let at = |height: f32| Transform::from_xyz(0.0, 0.0, height);
        let nose = Triangle2d::new(
            vec2(0.92, 0.0) * DISC,
            vec2(0.2, 0.42) * DISC,
            vec2(0.2, -0.42) * DISC,
        );
        let flame = [vec2(-0.8, 0.36), vec2(-1.3, 0.2), vec2(-2.3, 0.0), vec2(-1.3, -0.2)]
            .into_iter()
            .chain([vec2(-0.8, -0.36)])
            .map(|it| it * DISC)
            .collect::<Vec<_>>();
        let colors = [IVORY, ACCENT.with_alpha(0.1)];
        let flame = draw.mesh(fan(vec2(-0.85, 0.0) * DISC, &flame, colors), Color::WHITE);
        let ring = Annulus::new(1.06 * DISC, 1.2 * DISC).mesh().resolution(64).build();
        commands
            .entity(entity)
            .insert((Visibility::default(), Trail::default()))
            .with_child((draw.disc(DISC, color.mix(&ROOM, 0.6)), at(1.0)))
            .with_child((draw.ball(0.86 * DISC, color), at(1.1)))
            .with_child((Shield(*number), draw.mesh(ring, IVORY), Visibility::Hidden, at(1.6)))
            .with_children(|pod| {
                let place = at(1.2).with_rotation(Quat::from_rotation_z(heading(&game, *number)));
                pod.spawn((Hull(*number), Visibility::default(), place)).with_children(|hull| {
                    hull.spawn((draw.mesh(nose, IVORY), at(0.2)));
                    hull.spawn((Flame(*number), flame, at(-0.5).with_scale(Vec3::ZERO)));
                });
            });
    }
}

fn heading(game: &Game, number: usize) -> f32 {
    game.race.pods[number].faces(&game.course) as f32
}

fn turn(game: Res<Game>, time: Res<Time<Real>>, mut hulls: Query<(&Hull, &mut Transform)>) {
    for (Hull(number), mut place) in &mut hulls {
        let now = place.rotation.to_euler(EulerRot::XYZ).2;
        let rest = wrap(f64::from(heading(&game, *number) - now)) as f32;
        let share = 1.0 - (-TURN_RATE * time.delta_secs()).exp();
        place.rotate_z(rest * share);
    }
}

fn burn(game: Res<Game>, mut flames: Query<(&Flame, &mut Transform)>) {
    for (Flame(number), mut place) in &mut flames {
        let share = (game.race.pods[*number].thrust / MAX_THRUST) as f32;
        place.scale = vec3(share.min(1.8), share.clamp(0.3, 1.3), 1.0);
    }
}

fn shield(game: Res<Game>, mut shields: Query<(&Shield, &mut Visibility)>) {
    for (Shield(number), mut shown) in &mut shields {
        let is_up = game.race.pods[*number].mass > 1.0;
        shown.set_if_neq(if is_up { Visibility::Inherited } else { Visibility::Hidden });
    }
}

fn leave_trails(mut trails: Query<(&Transform, &mut Trail)>) {
    for (place, mut trail) in &mut trails {
        let here = place.translation.truncate();
        // While the clock stands still a trail stays as it is.
        if trail.0.back() != Some(&here) {
            trail.0.push_back(here);
        }
        let oldest = trail.0.len().saturating_sub(TRAIL);
        trail.0.drain(..oldest);
    }
}

fn draw_trails(shown: Res<Overlays>, trails: Query<(&Racer, &Trail)>, mut gizmos: Gizmos) {
    for (Racer(number), trail) in trails.iter().filter(|_| shown.trails) {
        let (color, count) = (tint(Team::of(*number)), trail.0.len() as f32);
        let points = trail.0.iter().enumerate();
        let faded = points.map(|(age, point)| (*point, color.with_alpha(0.6 * age as f32 / count)));
        gizmos.linestrip_gradient_2d(faded);
    }
}
