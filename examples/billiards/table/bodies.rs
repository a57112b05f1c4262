//! The bodies of the table in the simulation, in metres and f64.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::cloth::Struck;
use bevy_elastic::components::{
    AngularVelocity, BodyKey, Cloth, InertiaFactor, Nose, Orientation, Roll,
};
use bevy_elastic::prelude::*;
use scenes::billiards::{BALL_MASS, BALL_RADIUS, RACK_GAP, Table, rack};

use crate::args::BilliardsArgs;
use crate::rules::ball::Ball;

/// The physical constants that a player can change.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Restitution between balls.
    pub restitution: f32,
    /// Friction between balls.
    pub friction: f32,
    /// Restitution between a ball and a cushion.
    pub cushion: f32,
    /// Friction between a ball and a cushion.
    pub cushion_friction: f32,
    /// By how many radii the nose of a cushion is higher than the centres of balls.
    pub nose: f32,
    /// Coefficient of friction on the cloth; times gravity, the deceleration of a sliding ball.
    pub sliding: f32,
    /// Coefficient of rolling resistance; times gravity, the deceleration of a rolling ball.
    pub rolling: f32,
    /// The deceleration of side on the cloth, in radians a second squared.
    pub spinning: f32,
}

/// The gravity that presses the balls on the cloth, in metres a second squared.
const GRAVITY: f32 = 9.81;

/// The friction between balls, the friction on a cushion and on the cloth, and the height of the nose. Source: D. Alciatore,
/// *Physical properties of billiards balls, table and cues*; the nose is that of 64 % of the height of a ball.
const FRICTION: [f32; 3] = [0.05, 0.2, 0.2];
const NOSE: f32 = 0.28;

impl Constants {
    /// The constants of the command line.
    #[must_use]
    pub fn new(args: &BilliardsArgs) -> Self {
        Self {
            restitution: args.restitution,
            friction: FRICTION[0],
            cushion: args.cushion_restitution,
            cushion_friction: FRICTION[1],
            nose: NOSE,
            sliding: FRICTION[2],
            rolling: args.rolling,
            spinning: Cloth::default().spinning,
        }
    }

    /// The same table, on which nothing takes energy.
    #[must_use]
    pub fn without_losses(self) -> Self {
        let (restitution, cushion) = (1.0, 1.0);
        let (friction, cushion_friction, sliding, rolling, spinning) = (0.0, 0.0, 0.0, 0.0, 0.0);
        Self {
            restitution,
            cushion,
            friction,
            cushion_friction,
            sliding,
            rolling,
            spinning,
            ..self
        }
    }

    fn cloth(&self) -> Cloth {
        let [sliding, rolling] = [self.sliding, self.rolling].map(|share| share * GRAVITY);
        Cloth { sliding, rolling, spinning: self.spinning }
    }

    fn of_ball(&self) -> (Restitution, Friction, Cloth) {
        (Restitution(self.restitution), Friction(self.friction), self.cloth())
    }

    fn of_cushion(&self) -> (Restitution, Friction, Nose) {
        (Restitution(self.cushion), Friction(self.cushion_friction), Nose(self.nose))
    }
}

/// The entities of the balls, by number.
#[derive(Resource, Clone, Debug)]
pub struct Balls(pub [Entity; 16]);

impl Balls {
    /// The entity of a ball.
    #[must_use]
    pub fn entity(&self, ball: Ball) -> Entity {
        self.0[usize::from(ball.0)]
    }

    /// The ball of an entity.
    #[must_use]
    pub fn ball(&self, entity: Entity) -> Option<Ball> {
        self.0
            .iter()
            .zip(0u8..)
            .find(|(other, _)| **other == entity)
            .map(|(_, number)| Ball(number))
    }
}

/// The seed of the rack.
#[derive(Resource, Clone, Copy, Debug)]
pub struct RackSeed(pub u64);

/// Marks a cushion.
#[derive(Component, Clone, Copy, Debug)]
pub struct Cushion;

/// The number of a pocket.
#[derive(Component, Clone, Copy, Debug)]
pub struct PocketNumber(pub usize);

/// Spawns the cushions, the pockets, the outermost wall and the balls of a rack, which are drawn `layer`
/// units above the table.
///
/// Every body has a key, so that the result of a shot does not depend on other entities of the App.
pub fn spawn(commands: &mut Commands, constants: &Constants, seed: u64, layer: f32) -> Balls {
    let table = Table::nine_foot();
    let cushion = constants.of_cushion();
    for (cushion_key, capsule) in (100..).zip(&table.cushions) {
        let collider =
            Collider::Capsule { start: capsule.start, end: capsule.end, radius: capsule.radius };
        commands.spawn((collider, Static, cushion, Cushion, BodyKey(cushion_key)));
    }
    for (number, pocket) in table.pockets.iter().enumerate() {
        commands.spawn((
            Collider::<DVec2>::ball(pocket.radius),
            Position(pocket.centre),
            Static,
            Absorbs::Centre,
            PocketNumber(number),
            BodyKey(200 + number as u64),
        ));
    }
    let walls = Collider::Arena { half_size: table.bounds };
    commands.spawn((walls, Static, cushion, BodyKey(300)));
    let places = rack(seed, RACK_GAP).balls;
    let entities = std::array::from_fn(|number| {
        commands
            .spawn((
                Collider::<DVec2>::ball(BALL_RADIUS),
                Position(places[number]),
                Transform::from_translation(places[number].as_vec2().extend(layer)),
                Mass(BALL_MASS as f32),
                constants.of_ball(),
                (Roll(DVec2::ZERO), AngularVelocity(0.0), Orientation::default()),
                InertiaFactor::SOLID_SPHERE,
                BodyKey(number as u64),
                Visibility::default(),
            ))
            .id()
    });
    Balls(entities)
}

/// A ball that lies still.
pub const STILL: Struck =
    Struck { velocity: DVec2::ZERO, roll: DVec2::ZERO, angular_velocity: 0.0 };

/// The components that make a ball move and turn so.
#[must_use]
pub fn motion(struck: &Struck) -> impl Bundle + use<> {
    let Struck { velocity, roll, angular_velocity } = *struck;
    (Velocity(velocity), Roll(roll), AngularVelocity(angular_velocity as f32))
}

/// The change that makes a forecast suppose such a shot.
#[must_use]
pub fn supposed(cue: Entity, struck: &Struck) -> ForecastChange<DVec2> {
    ForecastChange {
        velocity: Some(struck.velocity),
        roll: Some(struck.roll),
        angular_velocity: Some(struck.angular_velocity as f32),
        ..ForecastChange::of(cue)
    }
}

/// Applies changed constants to the bodies.
pub fn apply_constants(
    constants: Res<Constants>,
    cushions: Query<Entity, With<Cushion>>,
    balls: Res<Balls>,
    mut commands: Commands,
) {
    if !constants.is_changed() || constants.is_added() {
        return;
    }
    for ball in balls.0 {
        commands.entity(ball).insert(constants.of_ball());
    }
    for cushion in &cushions {
        commands.entity(cushion).insert(constants.of_cushion());
    }
}
