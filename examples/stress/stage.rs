//! The scene that plays: its entities, what the game does to them, and the way to the next one.

use std::marker::PhantomData;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::config::Period;
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;
use collide_core::vector::Vector;
use harness::keys::{ResetRequested, is_typing};
use scenes::{Body, Change, Kind, Scene, Shape};

use crate::args::StressArgs;

/// A space of the plane, f32 or f64.
pub trait Plane: Space + Vector<Wide = DVec2> {}

impl<V: Space + Vector<Wide = DVec2>> Plane for V {}

/// The clock of all scenes: 60 ticks a second.
pub fn tick() -> Time<Fixed> {
    Time::<Fixed>::from_hz(60.0)
}

/// The scene that plays.
#[derive(Resource, Clone, Debug)]
pub struct Stage {
    /// What plays.
    pub scene: Scene,
    /// The number of the first tick.
    pub start: u64,
    /// Everyone who has entered, by the numbers of the scene.
    bodies: Vec<Entity>,
    /// How many of the changes have been made.
    changed: usize,
    /// Where the scene stands in the catalogue, how many bodies were wished for, and the seed.
    number: usize,
    count: Option<usize>,
    seed: u64,
}

impl Stage {
    /// The scene of the command line, with nobody on it.
    fn new(args: &StressArgs) -> Self {
        let number = scenes::all().iter().position(|entry| entry.name == args.scene);
        let number = number.unwrap_or_default();
        let (count, seed) = (args.count, args.seed);
        let scene = scene(number, count, seed);
        Self { scene, start: 0, bodies: Vec::new(), changed: 0, number, count, seed }
    }

    /// How long the scene has played, in seconds.
    #[must_use]
    pub fn seconds(&self, time: &Time<Elastic>) -> f64 {
        time.tick().saturating_sub(self.start) as f64 * time.tick_seconds()
    }

    /// Sends everyone away and begins the scene anew.
    fn begin<V: Plane>(&mut self, commands: &mut Commands, now: u64) {
        self.bodies.drain(..).for_each(|entity| commands.entity(entity).despawn());
        (self.start, self.changed) = (now, 0);
        commands.insert_resource(Gravity::<V>(V::narrow(self.scene.gravity)));
        commands.insert_resource(Period::<V>(V::narrow(self.scene.period)));
        let bodies = self.scene.bodies.iter();
        self.bodies = bodies.map(|body| spawn::<V>(commands, body)).collect();
    }
}

fn scene(number: usize, count: Option<usize>, seed: u64) -> Scene {
    let entry = scenes::all()[number];
    entry.scene(count.unwrap_or(entry.count), seed)
}

/// Plays the scene of the command line. The left and the right arrow change it, and R begins it anew.
pub struct StagePlugin<V: Plane> {
    stage: Stage,
    space: PhantomData<V>,
}

impl<V: Plane> StagePlugin<V> {
    /// The scene of the command line.
    #[must_use]
    pub fn new(args: &StressArgs) -> Self {
        Self { stage: Stage::new(args), space: PhantomData }
    }
}

impl<V: Plane> Plugin for StagePlugin<V> {
    fn build(&self, app: &mut App) {
        app.insert_resource(self.stage.clone())
            .add_message::<ResetRequested>()
            .add_systems(Startup, open::<V>)
            .add_systems(FixedUpdate, change::<V>)
            .add_systems(
                Update,
                turn_page::<V>
                    .run_if(resource_exists::<ButtonInput<KeyCode>>.and_then(not(is_typing))),
            );
    }
}

fn open<V: Plane>(mut stage: ResMut<Stage>, mut commands: Commands) {
    stage.begin::<V>(&mut commands, 0);
}

/// Makes the changes that are due.
fn change<V: Plane>(
    time: Res<Time<Elastic>>,
    mut stage: ResMut<Stage>,
    mut velocities: Query<&mut Velocity<V>>,
    mut commands: Commands,
) {
    let stage = stage.bypass_change_detection();
    let now = stage.seconds(&time) + 0.5 * time.tick_seconds();
    while let Some(change) = stage.scene.changes.get(stage.changed)
        && change.time() <= now
    {
        stage.changed += 1;
        match change {
            Change::Add { body, .. } => {
                let entity = spawn::<V>(&mut commands, body);
                stage.bodies.push(entity);
            }
            Change::SetVelocity { body, velocity, .. } => {
                if let Ok(mut moves) = velocities.get_mut(stage.bodies[*body]) {
                    moves.0 = V::narrow(*velocity);
                }
            }
        }
    }
}

/// The arrows lead through the catalogue.
fn turn_page<V: Plane>(
    keys: Res<ButtonInput<KeyCode>>,
    mut resets: MessageReader<ResetRequested>,
    time: Res<Time<Elastic>>,
    mut stage: ResMut<Stage>,
    mut commands: Commands,
) {
    let all = scenes::all().len();
    let turns = [(KeyCode::ArrowRight, 1), (KeyCode::ArrowLeft, all - 1)];
    let turn = turns.into_iter().find(|(key, _)| keys.just_pressed(*key));
    if let Some((_, way)) = turn {
        stage.number = (stage.number + way) % all;
        // The number of bodies was wished for another scene.
        stage.count = None;
        stage.scene = scene(stage.number, None, stage.seed);
    }
    if turn.is_some() || resets.read().count() > 0 {
        stage.begin::<V>(&mut commands, time.tick());
    }
}

/// Spawns a body of a scene.
fn spawn<V: Plane>(commands: &mut Commands, body: &Body) -> Entity {
    let collider = match body.shape {
        Shape::Ball { radius } => Collider::<V>::ball(radius),
        Shape::Box { half } => Collider::Cuboid { half_size: V::narrow(half) },
        Shape::Capsule { start, end, radius } => {
            Collider::Capsule { start: V::narrow(start), end: V::narrow(end), radius }
        }
        Shape::HalfPlane { normal } => Collider::HalfSpace { normal: V::narrow(normal) },
        Shape::Arena { half } => Collider::Arena { half_size: V::narrow(half) },
    };
    let mut entity = commands.spawn((
        collider,
        Position(V::narrow(body.position)),
        Transform::from_translation(body.position.as_vec2().extend(0.0)),
        Velocity(V::narrow(body.velocity)),
        Mass(body.mass as f32),
        Restitution(body.restitution as f32),
        Friction(body.friction as f32),
        Visibility::default(),
    ));
    match body.kind {
        Kind::Dynamic => {}
        Kind::Static => drop(entity.insert(Static)),
        Kind::Kinematic => drop(entity.insert(Kinematic)),
    }
    entity.id()
}
