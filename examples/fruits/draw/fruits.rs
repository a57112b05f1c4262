//! The fruits in the box, the one that hangs, and the next one.

use bevy::prelude::*;

use crate::board::HANGS;
use crate::draw::pictures::{Pictures, Pop, SMALL, Shine, draw_fruit};
use crate::draw::scene::NEXT;
use crate::hopper::Hopper;
use crate::kinds::Fruit;
use crate::rules::Game;

/// How long a new fruit takes to its full size, in seconds.
const POP: f32 = 0.16;

/// What shows the fruit that hangs in the hopper, or the next one.
#[derive(Component)]
pub struct Shown {
    is_next: bool,
    fruit: Option<Fruit>,
}

/// Gives pictures to new fruits.
pub fn dress(
    fruits: Query<(Entity, &Fruit), Added<Fruit>>,
    pictures: Res<Pictures>,
    mut commands: Commands,
) {
    for (entity, fruit) in &fruits {
        draw_fruit(*fruit, &pictures, &mut commands.entity(entity));
    }
}

/// Spawns what shows the fruit that hangs and the next one.
pub fn hang(mut commands: Commands) {
    commands.spawn((Shown { is_next: false, fruit: None }, Transform::from_xyz(0.0, HANGS, 3.0)));
    for place in NEXT {
        commands.spawn((
            Shown { is_next: true, fruit: None },
            Transform::from_translation(place.extend(3.0)),
        ));
    }
}

/// Shows what hangs in the hopper, and what comes next.
pub fn show_next(
    mut shown: Query<(Entity, &mut Shown, &mut Transform)>,
    (hopper, game): (Res<Hopper>, Res<Game>),
    pictures: Res<Pictures>,
    mut commands: Commands,
) {
    for (entity, mut shown, mut place) in &mut shown {
        if !shown.is_next {
            place.translation.x = hopper.x;
        }
        let hangs = (hopper.is_ready() && !game.is_over).then_some(hopper.fruit);
        let wanted = if shown.is_next { Some(hopper.next) } else { hangs };
        if shown.fruit != wanted {
            shown.fruit = wanted;
            let mut entity = commands.entity(entity);
            entity.despawn_children();
            if let Some(fruit) = wanted {
                draw_fruit(fruit, &pictures, &mut entity);
            }
        }
    }
}

/// Lets new fruits grow a little beyond their size and back.
pub fn pop(mut parts: Query<(&mut Pop, &mut Transform)>, time: Res<Time>) {
    for (mut pop, mut place) in parts.iter_mut().filter(|(pop, _)| pop.0 < POP) {
        pop.0 += time.delta_secs();
        let share = (pop.0 / POP).min(1.0);
        let size = SMALL.lerp(1.0, share) + 0.25 * (std::f32::consts::PI * share).sin() * share;
        place.scale = Vec3::new(size, size, 1.0);
    }
}

/// Turns the light on a fruit back by as much as the fruit has turned.
pub fn turn_back(
    fruits: Query<&Transform, (With<Fruit>, Without<Shine>)>,
    mut shines: Query<(&mut Transform, &ChildOf), With<Shine>>,
) {
    for (mut shine, fruit) in &mut shines {
        if let Ok(fruit) = fruits.get(fruit.parent()) {
            shine.rotation = fruit.rotation.inverse();
        }
    }
}
