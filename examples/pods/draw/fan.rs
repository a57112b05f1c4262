//! The futures that the bots have searched for the turn that is shown, as a fan of paths.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use harness::draw::Draw;
use harness::palette::IVORY;
use harness::shapes::ribbon;

use super::tint::tint;
use crate::bots::search::Future;
use crate::control::Drivers;
use crate::game::Game;
use crate::input::ShowsFan;

/// The share of the futures that are brighter than the others.
const BETTER: f32 = 0.1;

/// The paths of some futures.
#[derive(Component)]
struct Fan;

/// Draws the fan. It is made in the tick, as the search for the next turn begins soon after.
pub fn plugin(app: &mut App) {
    app.add_systems(FixedPostUpdate, spread.in_set(ElasticSystems::Integrate))
        .add_systems(Update, show);
}

/// The paths as one mesh.
fn paths<'a>(futures: impl Iterator<Item = &'a Future>, width: f32) -> Option<Mesh> {
    let mut meshes = futures.map(|future| ribbon(&future.path, width));
    let mut all = meshes.next()?;
    // Meshes of one kind always merge.
    meshes.for_each(|mesh| drop(all.merge(&mesh)));
    Some(all)
}

fn spread(
    (game, drivers, shown): (Res<Game>, Res<Drivers>, Res<ShowsFan>),
    old: Query<Entity, With<Fan>>,
    mut draw: Draw,
    mut commands: Commands,
) {
    old.iter().for_each(|fan| commands.entity(fan).despawn());
    if !shown.0 || !game.is_on || game.race.winner.is_some() {
        return;
    }
    for (team, search) in drivers.searches() {
        let color = tint(team);
        for member in 0..2 {
            let (futures, best) = search.futures(member);
            let mut ranked: Vec<&Future> = futures.iter().collect();
            ranked.sort_by(|one, other| other.score.total_cmp(&one.score));
            let (better, others) = ranked.split_at((BETTER * ranked.len() as f32) as usize);
            let layers = [
                (paths(others.iter().copied(), 18.0), color.with_alpha(0.09), -4.0),
                (paths(better.iter().copied(), 22.0), color.with_alpha(0.3), -3.9),
                (paths(futures.get(best).into_iter(), 44.0), color.mix(&IVORY, 0.6), -3.8),
            ];
            for (mesh, color, height) in layers {
                let Some(mesh) = mesh else { continue };
                let place = Transform::from_xyz(0.0, 0.0, height);
                commands.spawn((Fan, draw.mesh(mesh, color), place));
            }
        }
    }
}

fn show(shown: Res<ShowsFan>, mut fans: Query<&mut Visibility, With<Fan>>) {
    let wanted = if shown.0 { Visibility::Inherited } else { Visibility::Hidden };
    for mut fan in &mut fans {
        fan.set_if_neq(wanted);
    }
}
