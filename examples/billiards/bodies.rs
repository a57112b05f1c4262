//! The bodies of the table in the simulation, in metres and f64.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::components::BodyKey;
use bevy_elastic::prelude::*;
use scenes::billiards::{BALL_MASS, BALL_RADIUS, RACK_GAP, Table, rack};

use crate::args::BilliardsArgs;
use crate::rules::ball::Ball;

/// The physical constants that a player can change.
#[derive(Resource, Clone, Copy, Debug, PartialEq)]
pub struct Constants {
    /// Restitution between balls.
    pub restitution: f32,
    /// Restitution between a ball and a cushion.
    pub cushion: f32,
    /// Coefficient of rolling resistance; times gravity, the deceleration of a rolling ball.
    pub rolling: f32,
}

/// The gravity that presses the balls on the cloth, in metres a second squared.
const GRAVITY: f32 = 9.81;

impl Constants {
    /// The constants of the command line.
    #[must_use]
    pub fn new(args: &BilliardsArgs) -> Self {
        Self {
            restitution: args.restitution,
            cushion: args.cushion_restitution,
            rolling: args.rolling,
        }
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
    let cushion = Restitution(constants.cushion);
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
                Restitution(constants.restitution),
                RollingResistance(constants.rolling * GRAVITY),
                BodyKey(number as u64),
                Visibility::default(),
            ))
            .id()
    });
    Balls(entities)
}

/// Applies changed constants to the bodies.
pub fn apply_constants(
    constants: Res<Constants>,
    mut balls: Query<(&mut Restitution, &mut RollingResistance), Without<Cushion>>,
    mut cushions: Query<&mut Restitution, With<Cushion>>,
    entities: Res<Balls>,
) {
    if !constants.is_changed() {
        return;
    }
    for entity in entities.0 {
        if let Ok((mut restitution, mut rolling)) = balls.get_mut(entity) {
            restitution.0 = constants.restitution;
            rolling.0 = constants.rolling * GRAVITY;
        }
    }
    for mut restitution in &mut cushions {
        restitution.0 = constants.cushion;
    }
}
