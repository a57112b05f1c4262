//! The current scene: its entities, its scheduled changes, and the keys that choose another scene.

use std::marker::PhantomData;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::resources::Period;
use bevy_elastic::space::Space;
use harness::keys::{ResetRequested, is_typing};
use scenes::{Body, Change, Kind, Scene, Shape};

use crate::args::StressArgs;

/// A plane, in f32 or f64.
pub trait Plane: Space<Wide = DVec2> {}

impl<V: Space<Wide = DVec2>> Plane for V {}

/// The clock of all scenes: 60 ticks a second.
pub fn tick() -> Time<Fixed> {
    Time::<Fixed>::from_hz(60.0)
}

/// The current scene.
#[derive(Resource, Clone, Debug)]
pub struct Stage {
    /// The data of the scene.
    pub scene: Scene,
    /// The number of the first tick.
    pub start: u64,
    /// The entities of all bodies that have entered, by the numbers of the scene.
    bodies: Vec<Entity>,
    /// The number of changes that have been made.
    changed: usize,
    /// The index of the scene in the catalogue.
    number: usize,
    /// The requested number of bodies.
    count: Option<usize>,
    /// The seed of the scene.
    seed: u64,
}

impl Stage {
    /// The scene of the command line, before any body has entered.
    fn new(args: &StressArgs) -> Self {
        let number = scenes::all().iter().position(|entry| entry.name == args.scene);
        let number = number.unwrap_or_default();
        let (count, seed) = (args.count, args.seed);
        let scene = scene(number, count, seed);
        Self { scene, start: 0, bodies: Vec::new(), changed: 0, number, count, seed }
    }

    /// The time since the start of the scene, in seconds.
    #[must_use]
    pub fn seconds(&self, time: &Time<Elastic>) -> f64 {
        time.tick().saturating_sub(self.start) as f64 * time.tick_seconds()
    }

    /// Despawns all bodies and restarts the scene.
    fn restart<V: Plane>(&mut self, commands: &mut Commands, now: u64) {
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

/// Plays the scene of the command line. The left and the right arrow choose another scene, and R restarts it.
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
            .add_systems(Startup, start::<V>)
            .add_systems(FixedUpdate, apply_changes::<V>)
            .add_systems(
                Update,
                choose_scene::<V>
                    .run_if(resource_exists::<ButtonInput<KeyCode>>.and_then(not(is_typing))),
            );
    }
}

fn start<V: Plane>(mut stage: ResMut<Stage>, mut commands: Commands) {
    stage.restart::<V>(&mut commands, 0);
}

/// Applies the changes that are due.
fn apply_changes<V: Plane>(
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
                if let Ok(mut component) = velocities.get_mut(stage.bodies[*body]) {
                    component.0 = V::narrow(*velocity);
                }
            }
        }
    }
}

/// The keys that choose the previous or the next scene of the catalogue.
fn choose_scene<V: Plane>(
    keys: Res<ButtonInput<KeyCode>>,
    mut resets: MessageReader<ResetRequested>,
    time: Res<Time<Elastic>>,
    mut stage: ResMut<Stage>,
    mut commands: Commands,
) {
    let all = scenes::all().len();
    let turns = [(KeyCode::ArrowRight, 1), (KeyCode::ArrowLeft, all - 1)];
    let turn = turns.into_iter().find(|(key, _)| keys.just_pressed(*key));
    if let Some((_, offset)) = turn {
        stage.number = (stage.number + offset) % all;
        // The requested number of bodies was for another scene.
        stage.count = None;
        stage.scene = scene(stage.number, None, stage.seed);
    }
    if turn.is_some() || resets.read().count() > 0 {
        stage.restart::<V>(&mut commands, time.tick());
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
