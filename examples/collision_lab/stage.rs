//! Which lesson stands on the stage?

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::material::MinimumImpulse;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;
use harness::mouse::Mouse;
use harness::play::rewind;

use crate::hold::is_free;
use crate::impact::{LastImpact, Number};
use crate::lesson::{Ball, Lesson, body, radius};
use crate::record::Record;
use crate::twin::Twin;

/// What is taught, and since when.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Stage {
    /// The lesson.
    pub lesson: Lesson,
    /// The seconds of the clock at its beginning.
    began: f64,
    /// The lesson for which the stage is set.
    standing: Option<Lesson>,
}

impl Stage {
    /// The stage before a lesson.
    #[must_use]
    pub fn new(lesson: Lesson) -> Self {
        Self { lesson, began: 0.0, standing: None }
    }
}

/// What all balls are made of, set by sliders.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Materials {
    /// The share of the approach speed that a bounce gives back.
    pub restitution: f32,
    /// Coulomb's coefficient.
    pub friction: f32,
    /// In newton seconds.
    pub minimum_impulse: f32,
}

/// Everything that leaves when the stage is set anew.
#[derive(Component, Clone, Copy, Debug)]
pub struct Prop;

/// The keys of the lessons. A classic that has been seen begins anew by itself.
pub fn choose(
    keys: Res<ButtonInput<KeyCode>>,
    time: Res<Time<Elastic>>,
    mut stage: ResMut<Stage>,
    mut resets: MessageWriter<ResetRequested>,
) {
    const DIGITS: [KeyCode; 6] = [
        KeyCode::Digit1,
        KeyCode::Digit2,
        KeyCode::Digit3,
        KeyCode::Digit4,
        KeyCode::Digit5,
        KeyCode::Digit6,
    ];
    for (lesson, _) in Lesson::ALL.iter().zip(DIGITS).filter(|(_, key)| keys.just_pressed(*key)) {
        stage.lesson = *lesson;
    }
    let seen = time.elapsed_secs_f64() - stage.began;
    // Nor is an impact sought for longer, where the balls part for ever.
    if seen >= stage.lesson.seconds() && (!time.is_paused() || time.is_seeking()) {
        resets.write(ResetRequested);
    }
}

/// Sets the stage when another lesson was chosen, or the same is wanted anew.
pub fn set(
    mut stage: ResMut<Stage>,
    mut resets: MessageReader<ResetRequested>,
    props: Query<Entity, With<Prop>>,
    mut materials: ResMut<Materials>,
    mut twin: ResMut<Twin>,
    mut time: ResMut<Time<Elastic>>,
    mut commands: Commands,
) {
    if resets.read().count() == 0 && stage.standing == Some(stage.lesson) {
        return;
    }
    for prop in &props {
        commands.entity(prop).despawn();
    }
    let lesson = stage.lesson;
    if stage.standing != Some(lesson) {
        let [restitution, friction] = [lesson.restitution(), lesson.friction()].map(|it| it as f32);
        *materials = Materials { restitution, friction, minimum_impulse: 0.0 };
        stage.standing = Some(lesson);
    }
    if let Some(half_size) = lesson.room() {
        commands.spawn((Collider::Arena { half_size }, Static, Prop));
    }
    for (number, ball) in lesson.balls().iter().enumerate() {
        spawn(&mut commands, number, ball, *materials);
    }
    commands.insert_resource(LastImpact::default());
    commands.insert_resource(Record::default());
    commands.insert_resource(rewind::<DVec2>());
    twin.restart();
    stage.began = time.elapsed_secs_f64();
    time.unpause();
}

fn spawn(commands: &mut Commands, number: usize, ball: &Ball, materials: Materials) {
    let mut entity = commands.spawn(body::<DVec2>(ball, f64::from(materials.restitution)));
    let least = MinimumImpulse(materials.minimum_impulse);
    entity.insert((Number(number), Prop, Visibility::default()));
    entity.insert((Friction(materials.friction), least));
}

/// Gives what the sliders say to all balls.
pub fn apply(
    materials: Res<Materials>,
    mut balls: Query<(&mut Restitution, &mut Friction, &mut MinimumImpulse), With<Number>>,
    mut twin: ResMut<Twin>,
) {
    if !materials.is_changed() {
        return;
    }
    for (mut restitution, mut friction, mut least) in &mut balls {
        restitution.0 = materials.restitution;
        friction.0 = materials.friction;
        least.0 = materials.minimum_impulse;
    }
    twin.restart();
}

/// The keys A, which adds a ball where the mouse is, and X, which takes the one there away.
pub fn add_or_take(
    keys: Res<ButtonInput<KeyCode>>,
    mouse: Mouse,
    balls: Query<(Entity, &Number, &Position<DVec2>, &Mass)>,
    materials: Res<Materials>,
    mut twin: ResMut<Twin>,
    mut commands: Commands,
) {
    let Some(cursor) = mouse.place().filter(|_| !mouse.is_over_panel()) else { return };
    let under = balls.iter().find(|(_, _, place, mass)| {
        place.0.distance(cursor.as_dvec2()) <= radius(f64::from(mass.0))
    });
    let others: Vec<_> =
        balls.iter().map(|(_, _, place, mass)| (place.0, radius(f64::from(mass.0)))).collect();
    if keys.just_pressed(KeyCode::KeyA) && is_free(cursor.as_dvec2(), radius(1.0), &others) {
        let number = (0..).find(|number| balls.iter().all(|(_, other, ..)| other.0 != *number));
        let ball = Ball { mass: 1.0, place: cursor.as_dvec2(), velocity: DVec2::X };
        spawn(&mut commands, number.unwrap_or_default(), &ball, *materials);
        twin.restart();
    }
    if let (true, Some((entity, ..))) = (keys.just_pressed(KeyCode::KeyX), under) {
        commands.entity(entity).despawn();
        twin.restart();
    }
}
