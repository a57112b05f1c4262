//! The current lesson: choosing it, building it, and editing its balls.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::MinimumImpulse;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;
use harness::play::rewind;
use harness::pointer::Pointer;

use crate::args::LabArgs;
use crate::hold::is_free;
use crate::impact::{LastImpact, Number};
use crate::lesson::{Ball, Lesson, body, radius};
use crate::record::Record;
use crate::spin::measured::{Measured, MeasuredBall};
use crate::spin::throw::{Spin, Throw, Wall};
use crate::twin::Twin;

/// The current lesson.
#[derive(Resource, Clone, Copy, Debug)]
pub struct Stage {
    /// The chosen lesson.
    pub lesson: Lesson,
    /// The time at which it started, in seconds of game time.
    start: f64,
    /// The lesson that has been built.
    built: Option<Lesson>,
}

impl Stage {
    /// A lesson that has not been built yet.
    #[must_use]
    pub fn new(lesson: Lesson) -> Self {
        Self { lesson, start: 0.0, built: None }
    }
}

/// The material of all balls, set by sliders.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Materials {
    /// The restitution: the ratio of separation speed to approach speed.
    pub restitution: f32,
    /// The coefficient of Coulomb friction.
    pub friction: f32,
    /// The minimum impulse in newton seconds.
    pub minimum_impulse: f32,
}

/// The options, which give one lesson other values than its own.
#[derive(Resource, Clone, Debug)]
pub struct Given(pub LabArgs);

impl Given {
    /// The balls with which a lesson starts.
    fn balls(&self, lesson: Lesson) -> Vec<Ball> {
        let is_given = lesson == self.0.lesson && !self.0.balls.is_empty();
        if is_given { self.0.balls.clone() } else { lesson.balls() }
    }

    /// The materials with which a lesson starts.
    fn materials(&self, lesson: Lesson) -> Materials {
        let given = Some(&self.0).filter(|args| args.lesson == lesson);
        let [restitution, friction] =
            [lesson.restitution(), lesson.friction()].map(|own| own as f32);
        Materials {
            restitution: given.and_then(|args| args.restitution).unwrap_or(restitution),
            friction: given.and_then(|args| args.friction).unwrap_or(friction),
            minimum_impulse: given.and_then(|args| args.minimum_impulse).unwrap_or(0.0),
        }
    }
}

/// Marks an entity that is despawned when a lesson starts.
#[derive(Component, Clone, Copy, Debug)]
pub struct Prop;

/// The keys that choose the lesson. A lesson restarts after its duration.
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
    let elapsed = time.elapsed_secs_f64() - stage.start;
    // This also ends a search for the next impact when the balls separate for ever.
    let is_over = elapsed >= stage.lesson.seconds() && (!time.is_paused() || time.is_seeking());
    if is_over || keys.just_pressed(KeyCode::Space) {
        resets.write(ResetRequested);
    }
}

/// Builds the lesson when another one was chosen, or a restart was requested.
pub fn set(
    (mut stage, given): (ResMut<Stage>, Res<Given>),
    mut resets: MessageReader<ResetRequested>,
    props: Query<Entity, With<Prop>>,
    mut materials: ResMut<Materials>,
    (mut spin, mut twin): (ResMut<Spin>, ResMut<Twin>),
    mut time: ResMut<Time<Elastic>>,
    mut commands: Commands,
) {
    if resets.read().count() == 0 && stage.built == Some(stage.lesson) {
        return;
    }
    for prop in &props {
        commands.entity(prop).despawn();
    }
    let lesson = stage.lesson;
    let is_first = stage.built.is_none();
    if stage.built != Some(lesson) {
        *materials = given.materials(lesson);
        *spin = Spin(Throw::of(lesson));
        stage.built = Some(lesson);
    }
    if let Some(half_size) = lesson.room() {
        commands.spawn((Collider::Arena { half_size }, Static, Prop));
    }
    for wall in Wall::of(lesson) {
        commands.spawn((wall.body::<DVec2>(), Visibility::default(), Prop));
    }
    let gravity = spin.0.map_or(0.0, |throw| throw.gravity());
    commands.insert_resource(Gravity(DVec2::NEG_Y * gravity));
    for (number, ball) in given.balls(lesson).iter().enumerate() {
        let entity = spawn(&mut commands, number, ball, *materials);
        if let Some(throw) = &spin.0 {
            commands.entity(entity).insert((throw.turning::<DVec2>(ball.mass), MeasuredBall));
        }
    }
    commands.insert_resource(Measured::default());
    commands.insert_resource(LastImpact::default());
    commands.insert_resource(Record::default());
    commands.insert_resource(rewind::<DVec2>());
    twin.restart();
    stage.start = time.elapsed_secs_f64();
    if is_first && given.0.paused { time.pause() } else { time.unpause() }
}

fn spawn(commands: &mut Commands, number: usize, ball: &Ball, materials: Materials) -> Entity {
    let mut entity = commands.spawn(body::<DVec2>(ball, f64::from(materials.restitution)));
    let minimum = MinimumImpulse(materials.minimum_impulse);
    entity.insert((Number(number), Prop, Visibility::default()));
    entity.insert((Friction(materials.friction), minimum));
    entity.id()
}

/// A ball that is not part of a lesson on spin, which has sliders of its own.
type PlainBall = (With<Number>, Without<MeasuredBall>);

/// Applies the sliders to all balls.
pub fn apply(
    materials: Res<Materials>,
    mut balls: Query<(&mut Restitution, &mut Friction, &mut MinimumImpulse), PlainBall>,
    mut twin: ResMut<Twin>,
) {
    if !materials.is_changed() {
        return;
    }
    for (mut restitution, mut friction, mut minimum) in &mut balls {
        restitution.0 = materials.restitution;
        friction.0 = materials.friction;
        minimum.0 = materials.minimum_impulse;
    }
    twin.restart();
}

/// The keys A, which adds a ball at the mouse, and X, which removes the ball at the mouse.
pub fn add_or_remove(
    keys: Res<ButtonInput<KeyCode>>,
    pointer: Pointer,
    balls: Query<(Entity, &Number, &Position<DVec2>, &Mass)>,
    materials: Res<Materials>,
    mut twin: ResMut<Twin>,
    mut commands: Commands,
) {
    let Some(cursor) = pointer.place().filter(|_| !pointer.is_over_panel()) else { return };
    let under = balls.iter().find(|(_, _, place, mass)| {
        place.0.distance(cursor.as_dvec2()) <= radius(f64::from(mass.0))
    });
    let others: Vec<_> =
        balls.iter().map(|(_, _, place, mass)| (place.0, radius(f64::from(mass.0)))).collect();
    if keys.just_pressed(KeyCode::KeyA) && is_free(cursor.as_dvec2(), radius(1.0), &others) {
        let number = (0..).find(|number| balls.iter().all(|(_, other, ..)| other.0 != *number));
        let ball = Ball { mass: 1.0, position: cursor.as_dvec2(), velocity: DVec2::X };
        spawn(&mut commands, number.unwrap_or_default(), &ball, *materials);
        twin.restart();
    }
    if let (true, Some((entity, ..))) = (keys.just_pressed(KeyCode::KeyX), under) {
        commands.entity(entity).despawn();
        twin.restart();
    }
}
