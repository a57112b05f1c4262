//! Generates random worlds of every shape, force and setting.

use collide_core::body::{Body, Kind, Layers, Passage, Role};
use collide_core::broad::BroadPhase;
use collide_core::measure::deepest_overlap;
use collide_core::report::Legs;
use collide_core::response::Combine;
use collide_core::shape::{Frame, Shape};
use collide_core::step::{Discrete, Method, Rules, Separation, Settings};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use super::query_worlds::outlines;
use crate::support::random::Random;

/// The boundary of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Room {
    /// Nothing.
    Open,
    /// The inside of a box.
    Arena,
    /// The inside of a ball.
    Round,
    /// A periodic space, of which one axis may be open.
    Periodic,
}

/// The contents of a world and the edits that it gets.
#[derive(Clone, Copy, Debug)]
pub struct Traits {
    /// The typical size of a body.
    pub unit: f64,
    /// The half extent of the room.
    pub size: f64,
    pub method: Method,
    pub room: Room,
    pub gravity: bool,
    /// Whether a restitution may be below 1.
    pub inelastic: bool,
    pub friction: bool,
    pub minimum_impulse: bool,
    pub damping: bool,
    pub rolling: bool,
    /// Whether bodies have their own acceleration and gravity scale.
    pub pushed: bool,
    /// The number of walls besides the room.
    pub obstacles: usize,
    /// Whether some of these walls move.
    pub kinematic: bool,
    /// Whether there are sensors and absorbers.
    pub regions: bool,
    /// Whether there are one-way gates.
    pub gates: bool,
    /// Whether some walls break.
    pub breaks: bool,
    pub layers: bool,
    /// The number of movers.
    pub movers: usize,
    /// Whether some movers are boxes.
    pub boxes: bool,
    /// Whether bodies overlap at the start.
    pub overlaps: bool,
    /// Whether the game edits the world between the steps, and within those that are interrupted.
    pub edits: bool,
    /// Whether some steps are interrupted.
    pub interrupts: bool,
    /// The largest component of a velocity.
    pub speed: f64,
}

impl Traits {
    /// Whether only impacts change a velocity.
    pub fn is_free(&self) -> bool {
        !self.gravity && !self.pushed && !self.rolling && !self.damping
    }

    /// Whether a constant force may press bodies against each other.
    pub fn has_weight(&self) -> bool {
        self.gravity || self.pushed
    }

    pub fn is_continuous(&self) -> bool {
        self.method == Method::Continuous
    }
}

/// True with this probability.
pub fn chance(random: &mut Random, probability: f64) -> bool {
    random.between(0.0, 1.0) < probability
}

/// One of several items.
pub fn pick<T: Clone>(random: &mut Random, items: &[T]) -> T {
    items[(random.between(0.0, items.len() as f64) as usize).min(items.len() - 1)].clone()
}

/// A random choice of the legs that the report records.
pub fn any_legs(random: &mut Random) -> Legs {
    pick(random, &[Legs::None, Legs::None, Legs::AfterEvents, Legs::All])
}

/// Random traits of a world.
pub fn traits(random: &mut Random) -> Traits {
    let unit = pick(random, &[1.0, 1.0, 0.01, 100.0]);
    let rounds = pick(random, &[1, 4, 8]);
    let discrete = |separation| Method::Discrete(Discrete { separation, rounds });
    let method = match random.between(0.0, 100.0) {
        0.0..7.0 => discrete(Separation::Projection),
        7.0..14.0 => discrete(Separation::Rewind),
        _ => Method::Continuous,
    };
    let (arena, round) = (Room::Arena, Room::Round);
    let room = pick(random, &[arena, arena, arena, arena, round, Room::Periodic, Room::Open]);
    let most = pick(random, &[2.0, 6.0, 15.0, 40.0]);
    let obstacles = if chance(random, 0.4) { 0.0 } else { random.between(1.0, 8.0) };
    let solid = chance(random, 0.5);
    Traits {
        unit,
        size: unit * pick(random, &[3.0, 6.0, 12.0]),
        method,
        room,
        gravity: chance(random, 0.4),
        inelastic: chance(random, 0.6),
        friction: chance(random, 0.3),
        minimum_impulse: chance(random, 0.05),
        damping: chance(random, 0.1),
        rolling: chance(random, 0.15),
        pushed: chance(random, 0.1),
        obstacles: obstacles as usize,
        kinematic: obstacles > 0.0 && chance(random, 0.3),
        regions: !solid && chance(random, 0.4),
        gates: !solid && chance(random, 0.25),
        breaks: !solid && chance(random, 0.25),
        layers: !solid && chance(random, 0.3),
        movers: random.between(1.0, most) as usize,
        boxes: room != Room::Round && chance(random, 0.4),
        overlaps: chance(random, 0.1),
        edits: chance(random, 0.35),
        interrupts: chance(random, 0.1),
        speed: unit * pick(random, &[0.0, 1.0, 5.0, 20.0, 1e3]),
    }
}

/// Random settings of the step.
pub fn settings(random: &mut Random, traits: &Traits) -> Settings {
    let all =
        [Combine::Min, Combine::Max, Combine::Average, Combine::GeometricMean, Combine::Multiply];
    let rules = if chance(random, 0.15) {
        Rules { restitution: pick(random, &all), friction: pick(random, &all) }
    } else {
        Rules::default()
    };
    Settings {
        method: traits.method,
        broad: pick(random, &[BroadPhase::Grid, BroadPhase::Grid, BroadPhase::Brute]),
        events_per_second: pick(random, &[600.0, 6000.0, 60_000.0]),
        rules,
        sleep: chance(random, 0.8),
        legs: any_legs(random),
        contacts: true,
    }
}

/// A random world with these traits.
pub fn world<V: Vector>(random: &mut Random, traits: &Traits) -> World<V> {
    let mut world = World::new();
    let size = V::from_components(|_| traits.size);
    match traits.room {
        Room::Open => {}
        Room::Periodic => {
            let open = random.between(0.0, 4.0) as usize;
            let length = |axis| if axis == open { 0.0 } else { 2.0 * traits.size };
            world.set_period(V::from_components(length)).unwrap();
        }
        Room::Arena => {
            world
                .add(surface(random, traits, Body::fixed(Shape::arena(size), V::default())))
                .unwrap();
        }
        Room::Round => {
            let shape = Shape::round_arena(traits.size);
            world.add(surface(random, traits, Body::fixed(shape, V::default()))).unwrap();
        }
    }
    if traits.gravity {
        world.set_gravity(gravity(random, traits)).unwrap();
    }
    for _ in 0..traits.obstacles {
        let body = obstacle(random, traits);
        // A wall that cannot meet a moving box, or is too large for the period, is refused.
        let _ = world.add(body);
    }
    for _ in 0..traits.movers {
        spawn(random, traits, &mut world);
    }
    world
}

/// Lets most balls of a world turn, on surfaces with friction.
pub fn let_turn<V: Vector>(random: &mut Random, world: &mut World<V>) {
    let ids: Vec<BodyId> = world.ids().collect();
    let rolling = chance(random, 0.5);
    for id in ids {
        let inertia = chance(random, 0.8).then(|| pick(random, &[0.4, 0.5, 1.0, 2.0 / 3.0]));
        let friction = pick(random, &[0.0, 0.1, 0.5, 1.5]);
        let backwards = pick(random, &[0.0, 0.0, 0.5, 1.0]);
        let rolling_friction = if rolling { random.between(0.0, 0.2) } else { 0.0 };
        let axes: [V; 2] = [random.vector(3.0), random.vector(3.0)];
        let damping = pick(random, &[0.0, 0.0, 2.0]);
        let change = |body: &mut Body<V>| {
            body.friction = friction;
            body.tangential_restitution = backwards;
            body.rolling_friction = rolling_friction;
            body.angular_damping = damping;
            let is_ball = body.shape.ball_radius().is_some_and(|radius| radius > 0.0);
            if body.kind == Kind::Dynamic && is_ball {
                body.inertia_factor = inertia;
                body.angular_velocity = V::cross(axes[0], axes[1]);
            }
        };
        world.edit(id, change).unwrap();
    }
}

/// Gravity, mostly downwards.
pub fn gravity<V: Vector>(random: &mut Random, traits: &Traits) -> V {
    let strength = traits.unit * pick(random, &[1.0, 10.0, 10.0, 100.0]);
    let slanted = chance(random, 0.2);
    V::from_components(|axis| match axis {
        1 => -strength,
        _ if slanted => random.between(-strength, strength),
        _ => 0.0,
    })
}

/// Adds a mover, or none if twenty positions were taken; it overlaps others only if the traits say so.
pub fn spawn<V: Vector>(
    random: &mut Random,
    traits: &Traits,
    world: &mut World<V>,
) -> Option<BodyId> {
    for _ in 0..20 {
        let body = mover(random, traits);
        let Ok(id) = world.add(body) else { continue };
        if traits.overlaps || deepest_overlap(world) <= 0.0 {
            return Some(id);
        }
        world.remove(id);
    }
    None
}

/// A random position inside the room for a body that extends to `reach` around it.
pub fn place<V: Vector>(random: &mut Random, traits: &Traits, reach: f64) -> V {
    // Half the side of a cube inside the ball.
    let within = if traits.room == Room::Round { 0.57 * traits.size } else { traits.size };
    random.vector(f64::max(within - 1.01 * reach, 0.0))
}

/// A dynamic ball or box.
fn mover<V: Vector>(random: &mut Random, traits: &Traits) -> Body<V> {
    let radius = traits.unit * random.between(0.1, 0.6);
    let half = V::from_components(|_| traits.unit * random.between(0.1, 0.6));
    let shape = match random.between(0.0, 4.0) {
        0.0..1.0 if traits.boxes => Shape::cuboid(half),
        1.0..2.0 if traits.boxes => Shape::rounded_cuboid(half, 0.3 * radius),
        _ => Shape::ball(radius),
    };
    let reach = shape.mover().map_or(0.0, |mover| mover.half.length() + mover.radius);
    let place = place(random, traits, reach);
    let mut body = surface(random, traits, Body::dynamic(shape, place));
    body.velocity = random.vector(traits.speed);
    body.mass = pick(random, &[1.0, 1.0, 0.01, 0.5, 3.0, 100.0]);
    if traits.damping && chance(random, 0.5) {
        body.linear_damping = random.between(0.0, 3.0);
    }
    if traits.rolling && chance(random, 0.5) {
        body.rolling_resistance = traits.unit * random.between(0.0, 5.0);
    }
    if traits.pushed {
        body.gravity_scale = pick(random, &[0.0, 1.0, 1.0, -1.0, 0.5]);
        body.acceleration = random.vector(3.0 * traits.unit);
    }
    body
}

/// Gives a body the restitution, friction, minimum impulse and layers of the traits.
fn surface<V: Vector>(random: &mut Random, traits: &Traits, mut body: Body<V>) -> Body<V> {
    if traits.inelastic {
        let any = random.between(0.0, 1.0);
        body.restitution = pick(random, &[0.0, 0.5, 0.9, 1.0, any]);
    }
    if traits.friction && chance(random, 0.7) {
        body.friction = random.between(0.0, 1.5);
    }
    if traits.minimum_impulse && chance(random, 0.3) {
        body.minimum_impulse = random.between(0.0, traits.unit);
    }
    if traits.layers && chance(random, 0.5) {
        let layer = 1 << random.between(0.0, 3.0) as u32;
        body.layers = Layers { memberships: layer, filters: !(layer << 1) };
    }
    body
}

/// A wall, region, gate or breakable body.
fn obstacle<V: Vector>(random: &mut Random, traits: &Traits) -> Body<V> {
    let unit = traits.unit;
    let scaled = |random: &mut Random| random.vector::<V>(2.0) * unit;
    let radius = unit * random.between(0.05, 1.0);
    let half = V::from_components(|_| unit * random.between(0.05, 1.0));
    let shape = match random.between(0.0, 10.0) as u32 {
        0 => Shape::cuboid(half),
        1 => Shape::rounded_cuboid(half, radius),
        2 | 3 => Shape::turned_cuboid(half, Frame::along(scaled(random))),
        4 => Shape::segment(scaled(random), scaled(random)),
        5 => Shape::capsule(scaled(random), scaled(random), radius),
        6 if traits.room != Room::Periodic => Shape::half_space(scaled(random)),
        7 | 8 => {
            outlines::<V>(random, 1).pop().map_or_else(|| Shape::ball(radius), |body| body.shape)
        }
        _ => Shape::ball(radius),
    };
    // The boundary of a half-space stays near the room's, so that it leaves space for other bodies.
    let is_half_space = matches!(shape, Shape::HalfSpace { .. });
    let mut place = random.vector::<V>(traits.size);
    if let Shape::HalfSpace { normal, .. } = &shape {
        place = *normal * (-random.between(0.5, 1.0) * traits.size);
    }
    let mut body = surface(random, traits, Body::fixed(shape, place));
    if traits.kinematic && !is_half_space && chance(random, 0.6) {
        body.kind = Kind::Kinematic;
        body.velocity = random.vector(unit * 2.0);
        body.target = chance(random, 0.3).then(|| random.vector(traits.size));
    }
    let passage = pick(random, &[Passage::Edge, Passage::Centre]);
    match random.between(0.0, 6.0) as u32 {
        0 | 1 if traits.regions => body.role = Role::Sensor(passage),
        2 if traits.regions => body.role = Role::Absorber(passage),
        3 if traits.gates => body.role = Role::OneWay { open: scaled(random) },
        4 | 5 if traits.breaks => body.breaks_after = random.between(1.0, 4.0) as u32,
        _ => {}
    }
    body
}
