//! The vessel with its walls, piston, divider, discs and grain. Discs have the diameter 1.

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::snapshot::RewindBuffer;
use harness::keys::ResetRequested;
use scenes::gas::Gas;

use crate::args::{Experiment, GasArgs};

/// The radius of a disc.
pub const RADIUS: f64 = 0.5;

/// The initial temperature: the kinetic energy of a disc of mass 1.
pub const TEMPERATURE: f64 = 20.0;

/// The mass of a heavy disc.
pub const HEAVY_MASS: f32 = 16.0;

/// The mass of the grain.
pub const GRAIN_MASS: f32 = 30.0;

/// The radius of the grain.
pub const GRAIN_RADIUS: f64 = 3.0;

/// The maximum speed of the piston, well below the speed of sound.
const PISTON_SPEED: f64 = 1.5;

/// The packing up to which the piston compresses the discs.
const MAX_PACKING: f64 = 0.62;

/// The parameters of the next vessel.
#[derive(Resource, Clone, Debug, PartialEq)]
pub struct Plan {
    pub experiment: Experiment,
    pub count: usize,
    pub packing: f64,
    pub seed: u64,
}

impl Plan {
    /// The parameters of the command line, with a default number of discs.
    pub fn new(args: &GasArgs, count: u32) -> Self {
        Self {
            experiment: args.experiment,
            count: args.count.unwrap_or(count) as usize,
            packing: args.packing,
            seed: args.seed,
        }
    }
}

/// The current vessel.
#[derive(Resource, Clone, Debug)]
pub struct Vessel {
    pub experiment: Experiment,
    /// The number of discs without the grain.
    pub count: usize,
    /// Half of the width and half of the height, without the piston.
    pub half: DVec2,
    /// The target x coordinate of the face of the piston.
    pub wanted: f64,
    /// The x coordinate of the face of the piston.
    pub face: f64,
    /// The first tick of the experiment.
    pub start: u64,
    pub grain: Option<Entity>,
    divider: Option<Entity>,
}

/// A disc of the gas.
#[derive(Component, Clone, Copy, Debug)]
pub struct Disc {
    /// Whether the disc is of the heavy kind.
    pub heavy: bool,
}

/// Marks the grain.
#[derive(Component, Clone, Copy, Debug)]
pub struct Grain;

/// Marks the piston.
#[derive(Component, Clone, Copy, Debug)]
struct Piston;

/// Marks an entity that is despawned with the vessel.
#[derive(Component, Clone, Copy, Debug)]
struct Part;

impl Vessel {
    /// The width and the height of the part of the vessel that contains the discs.
    pub fn chamber(&self) -> DVec2 {
        let right = if self.is_divided() { 0.0 } else { self.face };
        DVec2::new(right + self.half.x, 2.0 * self.half.y)
    }

    /// The share of the area of the chamber that the discs cover.
    pub fn packing(&self) -> f64 {
        let size = self.chamber();
        let grain = if self.grain.is_some() { GRAIN_RADIUS } else { 0.0 };
        let room = size.x * size.y - std::f64::consts::PI * grain * grain;
        self.count as f64 * std::f64::consts::PI * RADIUS * RADIUS / room
    }

    /// The area of the region that centres of discs can reach, and the length of its edge.
    pub fn reach(&self) -> [f64; 2] {
        let size = self.chamber() - 2.0 * RADIUS;
        let [mut area, mut edge] = [size.x * size.y, 2.0 * (size.x + size.y)];
        if self.grain.is_some() {
            let around = GRAIN_RADIUS + RADIUS;
            area -= std::f64::consts::PI * around * around;
            edge += std::f64::consts::TAU * around;
        }
        [area, edge]
    }

    pub fn is_divided(&self) -> bool {
        self.divider.is_some()
    }

    /// Removes the divider.
    pub fn open(&mut self, commands: &mut Commands) {
        if let Some(divider) = self.divider.take() {
            commands.entity(divider).despawn();
        }
    }

    /// The smallest x coordinate that the face of the piston may have.
    pub fn innermost(&self) -> f64 {
        let least = self.count as f64 * std::f64::consts::PI * RADIUS * RADIUS / MAX_PACKING;
        let limit = match (self.grain, self.divider) {
            (Some(_), _) => GRAIN_RADIUS + 2.0,
            (_, Some(_)) => 4.0 * RADIUS,
            _ => -self.half.x,
        };
        (least / (2.0 * self.half.y) - self.half.x).max(limit).min(self.half.x)
    }
}

/// Builds the vessel of the [`Plan`], at the start and after a restart.
pub struct VesselPlugin;

impl Plugin for VesselPlugin {
    fn build(&self, app: &mut App) {
        app.add_message::<ResetRequested>()
            .add_systems(Startup, build)
            .add_systems(Update, build.run_if(on_message::<ResetRequested>))
            .add_systems(FixedPostUpdate, move_piston.in_set(ElasticSystems::Prepare));
    }
}

fn build(
    plan: Res<Plan>,
    time: Res<Time<Elastic>>,
    parts: Query<Entity, With<Part>>,
    mut rewind: ResMut<RewindBuffer<DVec2>>,
    mut commands: Commands,
) {
    // A rewind cannot return to the previous vessel.
    *rewind = RewindBuffer::new(rewind.interval, rewind.capacity);
    parts.iter().for_each(|part| commands.entity(part).despawn());
    let (count, packing, seed) = (plan.count, plan.packing, plan.seed);
    let scene = Gas { count, packing, temperature: TEMPERATURE, seed }.walled("gas");
    let room = scene.room[1];
    // In a divided vessel the discs start in the left half.
    let is_divided = plan.experiment == Experiment::Divider;
    let half = if is_divided { room * DVec2::new(2.0, 1.0) } else { room };
    let shift = DVec2::new(room.x - half.x, 0.0);
    commands.spawn((Collider::Arena { half_size: half }, Static, Part));
    let plate = Collider::Cuboid { half_size: half * 1.5 };
    let at = DVec2::new(2.5 * half.x, 0.0);
    commands.spawn((plate, Kinematic, Piston, Part, Position(at), MoveTo(at)));
    let divider = is_divided.then(|| {
        let [start, end] = [-half.y, half.y].map(|y| DVec2::new(RADIUS, y));
        commands.spawn((Collider::Capsule { start, end, radius: RADIUS }, Static, Part)).id()
    });
    let has_grain = plan.experiment == Experiment::Grain;
    let grain = has_grain.then(|| {
        let collider = Collider::<DVec2>::ball(GRAIN_RADIUS);
        commands.spawn((collider, Mass(GRAIN_MASS), Position(DVec2::ZERO), Grain, Part)).id()
    });
    let mut spawned = 0;
    for (number, body) in scene.dynamic_bodies().enumerate() {
        if has_grain && body.position.length() < GRAIN_RADIUS + RADIUS + 0.01 {
            continue;
        }
        let heavy = plan.experiment == Experiment::Mixture && number % 2 == 0;
        // Equal speeds, which are far from equilibrium.
        let velocity = body.velocity.normalize_or(DVec2::X) * (2.0 * TEMPERATURE).sqrt();
        commands.spawn((
            Collider::<DVec2>::ball(RADIUS),
            Position(body.position + shift),
            Velocity(velocity),
            Mass(if heavy { HEAVY_MASS } else { 1.0 }),
            Disc { heavy },
            Part,
        ));
        spawned += 1;
    }
    let (wanted, face, start) = (half.x, half.x, time.tick());
    let experiment = plan.experiment;
    commands.insert_resource(Vessel {
        experiment,
        count: spawned,
        half,
        wanted,
        face,
        start,
        grain,
        divider,
    });
}

/// Moves the piston slowly to its target. `MoveTo` gives it the velocity that the discs feel.
fn move_piston(
    time: Res<Time<Elastic>>,
    vessel: Option<ResMut<Vessel>>,
    piston: Option<Single<(&Position<DVec2>, &mut MoveTo<DVec2>), With<Piston>>>,
) {
    let (Some(mut vessel), Some(piston)) = (vessel, piston) else { return };
    let (place, mut target) = piston.into_inner();
    let vessel = vessel.bypass_change_detection();
    let thickness = 1.5 * vessel.half.x;
    vessel.face = place.0.x - thickness;
    let step = PISTON_SPEED * time.tick_seconds();
    let wanted = vessel.wanted.clamp(vessel.innermost(), vessel.half.x);
    let face = vessel.face + (wanted - vessel.face).clamp(-step, step);
    target.set_if_neq(MoveTo(DVec2::new(face + thickness, 0.0)));
}
