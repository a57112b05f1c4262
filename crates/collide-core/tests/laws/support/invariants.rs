//! Invariants that every step must keep, in any world.

use std::collections::BTreeMap;

use collide_core::body::{Body, Kind, Role};
use collide_core::contact::contact;
use collide_core::measure::{energy, momentum, momentum_scale};
use collide_core::report::{ContactTally, Event, Impact, Report};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

use super::worlds::generator::{Room, Traits};

/// An invariant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// A step ends within a bounded number of events.
    Ends,
    /// All positions and velocities are finite.
    Finite,
    /// Events are reported in order of time, with times within the step and finite values.
    Order,
    /// No mover is outside of the room.
    Inside,
    /// No two solid bodies begin to overlap or overlap deeper.
    Overlap,
    /// Energy does not grow.
    Energy,
    /// Without walls the total momentum is constant.
    Momentum,
    /// The velocity of a body changes by the reported impulses only.
    Impulses,
    /// A stepper with the other candidate search makes the same step of a copy.
    Agrees,
}

/// An invariant that was violated, and the values.
pub type Violation = (Check, String);

/// Checks the invariants of a world from step to step.
pub struct Invariants<V: Vector> {
    /// The least energy so far.
    least: f64,
    /// The rounding that has accumulated since then, in units in the last place.
    roundings: f64,
    momentum: V,
    /// How deep each pair may overlap.
    allowed: BTreeMap<(BodyId, BodyId), f64>,
    /// The deepest overlap that an edit has made: position correction may push a body into a third one, but not
    /// deeper than that.
    deepest_edit: f64,
    velocities: BTreeMap<BodyId, V>,
    /// The number of reported impacts of each body: each rounds its position.
    impacts: BTreeMap<BodyId, f64>,
    /// The length of the step before, in seconds.
    dt_before: f64,
    /// Whether moving walls have squeezed a body.
    squeezed: bool,
    /// Whether bodies have been in resting contact or suppressed.
    has_contacts: bool,
}

impl<V: Vector> Invariants<V> {
    /// Begins with the present state of the world.
    pub fn new(world: &World<V>) -> Self {
        let mut invariants = Self {
            least: 0.0,
            roundings: 0.0,
            momentum: V::ZERO,
            allowed: BTreeMap::new(),
            deepest_edit: 0.0,
            dt_before: 0.0,
            velocities: BTreeMap::new(),
            impacts: BTreeMap::new(),
            squeezed: false,
            has_contacts: false,
        };
        invariants.reset(world);
        invariants
    }

    /// Accepts the present state after an edit of the world.
    pub fn reset(&mut self, world: &World<V>) {
        self.least = energy(world).total();
        self.roundings = 4.0;
        self.momentum = momentum(world);
        self.allowed =
            depths(world).into_iter().map(|(pair, depth)| (pair, depth.max(0.0))).collect();
        self.deepest_edit =
            self.deepest_edit.max(self.allowed.values().copied().fold(0.0, f64::max));
        self.record_velocities(world);
    }

    fn record_velocities(&mut self, world: &World<V>) {
        self.velocities = movers(world).map(|(id, body)| (id, body.velocity)).collect();
    }

    /// Checks a world after a step and returns the violated invariants.
    pub fn check(
        &mut self,
        traits: &Traits,
        world: &World<V>,
        report: &Report<V>,
    ) -> Vec<Violation> {
        let mut violations = Vec::new();
        if let Some(what) = not_finite(world) {
            return vec![(Check::Finite, what)];
        }
        violations.extend(out_of_order(report).map(|what| (Check::Order, what)));
        for body in report.impacts().flat_map(|impact| impact.bodies) {
            *self.impacts.entry(body).or_default() += 1.0;
        }
        // With so many impacts, contacts may be suppressed.
        let often = report.impacts().count() >= 256;
        self.has_contacts |=
            traits.has_weight() || often || report.contacts != ContactTally::default();
        self.squeezed |= traits.kinematic && !report.limits.is_empty();
        if traits.is_continuous() && !self.squeezed {
            violations.extend(outside(traits, world).map(|what| (Check::Inside, what)));
            // What a longer step has pressed together comes apart in the next one only.
            let dt = f64::max(report.dt, self.dt_before);
            violations
                .extend(self.deeper_overlap(traits, world, dt).map(|what| (Check::Overlap, what)));
        }
        self.dt_before = report.dt;
        self.roundings += 1.0 + report.events.len() as f64;
        violations
            .extend(self.energy_gain(traits, world, report).map(|what| (Check::Energy, what)));
        violations.extend(self.momentum_drift(traits, world).map(|what| (Check::Momentum, what)));
        violations.extend(
            self.unreported_impulse(traits, world, report).map(|what| (Check::Impulses, what)),
        );
        self.record_velocities(world);
        violations
    }

    fn deeper_overlap(&mut self, traits: &Traits, world: &World<V>, dt: f64) -> Option<String> {
        let rounding = position_rounding::<V>(world, traits);
        let ulp = f64::EPSILON * largest_coordinate(world, traits);
        let mut worst = None;
        for (pair, depth) in depths(world) {
            let allowed = self.allowed.entry(pair).or_insert(0.0);
            let impacts = |body| self.impacts.get(&body).copied().unwrap_or(0.0);
            let rounding = rounding + ulp * (impacts(pair.0) + impacts(pair.1));
            // Bodies that an edit has made overlap may overlap deeper while they separate.
            let rounding = rounding
                + f64::max(
                    if self.has_contacts { resting_overlap(traits, world, pair, dt) } else { 0.0 },
                    squeezed_overlap(world, pair),
                )
                + self.deepest_edit;
            if depth > rounding && *allowed <= 0.1 * rounding {
                let [one, two] = [pair.0, pair.1].map(|id| describe(world, id));
                worst = Some(format!(
                    "overlap {depth:e}, allowed {allowed:e} and {rounding:e}: {one}; {two}"
                ));
            }
            *allowed = allowed.min(depth.max(0.0));
        }
        worst
    }

    fn energy_gain(
        &mut self,
        traits: &Traits,
        world: &World<V>,
        report: &Report<V>,
    ) -> Option<String> {
        let now = energy(world).total();
        // An absorbed or broken body takes its energy away, which may be negative.
        let is_removal =
            |event: &Event<_>| matches!(event, Event::Absorbed(_) | Event::Broken { .. });
        let has_potential = traits.room != Room::Periodic || !(traits.gravity || traits.pushed);
        // Projection lifts bodies that have sunk into a floor.
        let is_lifted = !traits.is_continuous() && (traits.gravity || traits.pushed);
        let is_checked =
            !traits.minimum_impulse && !traits.kinematic && has_potential && !is_lifted;
        if !is_checked || report.events.iter().any(is_removal) {
            (self.least, self.roundings) = (now, 4.0);
            return None;
        }
        let rounding = f64::max(1e-9, f64::EPSILON * self.roundings) * energy_scale(world);
        let before = self.least;
        self.least = before.min(now);
        (now > before + rounding).then(|| {
            format!("energy grew from {before:e} by {:e}, rounding {rounding:e}", now - before)
        })
    }

    fn momentum_drift(&mut self, traits: &Traits, world: &World<V>) -> Option<String> {
        let (now, before) = (momentum(world), self.momentum);
        let has_removals = traits.regions || traits.breaks;
        let walls = world.ids().filter_map(|id| world.body(id));
        let bounded = walls.into_iter().any(|body| body.kind != Kind::Dynamic);
        if !traits.is_free() || bounded || has_removals {
            return None;
        }
        let rounding = 4.0 * f64::EPSILON * self.roundings * momentum_scale(world);
        let drift = (now - before).length();
        (drift > rounding).then(|| format!("momentum drifted by {drift:e}, rounding {rounding:e}"))
    }

    fn unreported_impulse(
        &self,
        traits: &Traits,
        world: &World<V>,
        report: &Report<V>,
    ) -> Option<String> {
        // Impulses of resting contacts are not reported.
        if !traits.is_free() || report.contacts != ContactTally::default() {
            return None;
        }
        let mut reported: BTreeMap<BodyId, (V, f64, f64)> = BTreeMap::new();
        for impact in report.impacts() {
            let push = impact.normal * impact.impulse + impact.friction;
            for (body, push) in [(impact.bodies[0], push), (impact.bodies[1], -push)] {
                let (sum, scale, count) = reported.entry(body).or_insert((V::ZERO, 0.0, 2.0));
                *sum += push;
                *scale += push.length();
                *count += 1.0;
            }
        }
        // An approach speed carries the rounding of the flight before it.
        movers(world).find_map(|(id, body)| {
            let before = *self.velocities.get(&id)?;
            let now = body.velocity;
            let (sum, scale, count) = reported.get(&id).copied().unwrap_or((V::ZERO, 0.0, 1.0));
            let missing = ((now - before) * body.mass - sum).length();
            let scale =
                scale + body.mass * (before.length() + now.length() + traits.size / report.dt);
            (missing > 8.0 * f64::EPSILON * count * scale).then(|| {
                let key = world.key(id);
                format!(
                    "{key:?} from {before:?} to {now:?}, but the report has {:?}",
                    sum / body.mass
                )
            })
        })
    }
}

fn movers<V: Vector>(world: &World<V>) -> impl Iterator<Item = (BodyId, Body<V>)> {
    let bodies = world.ids().filter_map(|id| world.body(id).map(|body| (id, body)));
    bodies.filter(|(_, body)| body.kind == Kind::Dynamic)
}

/// A short description of a body.
pub fn describe<V: Vector>(world: &World<V>, id: BodyId) -> String {
    let Some(body) = world.body(id) else { return "no body".to_owned() };
    let form = match body.shape.mover() {
        Some(mover) => format!("half {:?} radius {}", mover.half, mover.radius),
        None => format!("{:?}", body.shape),
    };
    let (key, kind) = (world.key(id).unwrap_or_default(), body.kind);
    let (position, velocity) = (body.position, body.velocity);
    let (mass, restitution) = (body.mass, body.restitution);
    format!("{key} {kind:?} {form} at {position:?} v {velocity:?} m {mass} e {restitution}")
}

fn not_finite<V: Vector>(world: &World<V>) -> Option<String> {
    world.ids().find_map(|id| {
        let body = world.body(id)?;
        let finite = body.position.is_finite() && body.velocity.is_finite();
        (!finite).then(|| format!("{:?}: {body:?}", world.key(id)))
    })
}

fn out_of_order<V: Vector>(report: &Report<V>) -> Option<String> {
    let times = || report.events.iter().map(Event::time);
    if let Some((one, two)) = times().zip(times().skip(1)).find(|(one, two)| one > two) {
        return Some(format!("at {one:e} and then at {two:e}, {:e} earlier", one - two));
    }
    if let Some(time) = times().find(|time| !(0.0..=report.dt).contains(time)) {
        return Some(format!("at {time:e} of {:e}", report.dt));
    }
    let sound = |impact: &Impact<V>| {
        let length = impact.normal.length();
        let numbers = [impact.impulse, impact.approach_speed, impact.energy_lost];
        (length - 1.0).abs() < 1e-6
            && numbers.iter().all(|number| number.is_finite())
            && impact.impulse >= 0.0
            && impact.approach_speed >= 0.0
    };
    report.impacts().find(|impact| !sound(impact)).map(|impact| format!("{impact:?}"))
}

/// The largest coordinate of a mover, at least the size of the room.
fn largest_coordinate<V: Vector>(world: &World<V>, traits: &Traits) -> f64 {
    let places = movers(world).map(|(_, body)| body.position.max_magnitude());
    places.fold(traits.size, f64::max)
}

/// The error that rounding may make of a position.
fn position_rounding<V: Vector>(world: &World<V>, traits: &Traits) -> f64 {
    let largest = largest_coordinate(world, traits);
    // In f64 a billionth of a diameter, in f32 a hundred thousandth of the largest coordinate.
    f64::max(1e-9 * traits.unit, 100.0 * f64::EPSILON * largest)
}

fn outside<V: Vector>(traits: &Traits, world: &World<V>) -> Option<String> {
    let rounding = position_rounding::<V>(world, traits);
    movers(world).find_map(|(id, body)| {
        let mover = body.shape.mover()?;
        let place = body.position;
        let out = match traits.room {
            Room::Arena => {
                let reach = |axis| place.component(axis).abs() + mover.half.component(axis);
                (0..V::DIMENSION).map(reach).fold(0.0, f64::max) + mover.radius - traits.size
            }
            Room::Round => place.length() + mover.radius - traits.size,
            _ => return None,
        };
        let arena = world.ids().next().filter(|arena| world.key(*arena) == Some(0))?;
        let solid = matches!(body.role, Role::Solid);
        let meets = solid && world.body(arena)?.layers.meets(body.layers);
        let taken = world.absorbed_by(id).is_some() || world.absorbed_by(arena).is_some();
        (out > rounding && meets && !taken)
            .then(|| format!("{:?} is outside by {out:e}: {body:?}", world.key(id)))
    })
}

/// The offsets of the neighbouring images of a body, and zero.
fn images<V: Vector>(world: &World<V>) -> impl Iterator<Item = V> {
    let period = world.period();
    let count = if period == V::ZERO { 1 } else { 3u32.pow(V::DIMENSION as u32) };
    // The first image has no offset.
    (0..count).map(move |number| {
        V::from_components(|axis| {
            let turn = (number / 3u32.pow(axis as u32) + 1) % 3;
            (f64::from(turn) - 1.0) * period.component(axis)
        })
    })
}

/// The overlap depth of each pair of solid bodies with a mover; below zero if they are apart.
fn depths<V: Vector>(world: &World<V>) -> Vec<((BodyId, BodyId), f64)> {
    let present = |id: &BodyId| world.absorbed_by(*id).is_none();
    let ids: Vec<BodyId> = world.ids().filter(present).collect();
    let mut depths = Vec::new();
    for one in &ids {
        for two in ids.iter().filter(|two| *two != one) {
            let (Some(mover), Some(other)) = (world.body(*one), world.body(*two)) else { continue };
            let both = other.kind == Kind::Dynamic;
            // Of two movers, the one with the smaller key is the point.
            let turned = both && world.key(*one) > world.key(*two);
            let solid = [&mover, &other].iter().all(|body| matches!(body.role, Role::Solid));
            let meet = mover.layers.meets(other.layers);
            if mover.kind != Kind::Dynamic || turned || !solid || !meet {
                continue;
            }
            let Some(form) = mover.shape.mover() else { continue };
            let Some(sum) = other.shape.grown_by(form.half) else { continue };
            let offset = mover.position - other.position;
            let depth = images(world)
                .map(|image| -contact(&sum, offset + image, form.radius).separation)
                .fold(f64::NEG_INFINITY, f64::max);
            depths.push(((*one, *two), depth));
        }
    }
    depths
}

/// The sum of the magnitudes of all energies, to which rounding is relative.
fn energy_scale<V: Vector>(world: &World<V>) -> f64 {
    let gravity = world.gravity();
    movers(world)
        .map(|(_, body)| {
            let (place, velocity) = (body.position, body.velocity);
            let pull = (gravity * body.gravity_scale + body.acceleration).length();
            body.mass * (0.5 * velocity.length_squared() + pull * place.length())
        })
        .sum()
}

/// How deep a moving wall may enter a body that is stopped on the other side before it counts as squeezed.
fn squeezed_overlap<V: Vector>(world: &World<V>, (one, two): (BodyId, BodyId)) -> f64 {
    let moves = |wall: &Body<V>| wall.kind == Kind::Kinematic && wall.velocity != V::default();
    let size = |body: Body<V>| {
        let mover = body.shape.mover()?;
        Some(2.0 * (mover.radius + mover.half.max_magnitude()))
    };
    match world.body(two).filter(|wall| moves(wall)).and(world.body(one)).and_then(size) {
        Some(size) => 0.05 * size,
        None => 0.0,
    }
}

/// How deep two bodies in resting contact may overlap: the contacts of a pile are solved together, and an
/// impact on one body drives it into the next. It is a share of the smaller body's size and of the distance
/// that they fall in a step.
fn resting_overlap<V: Vector>(
    traits: &Traits,
    world: &World<V>,
    (one, two): (BodyId, BodyId),
    dt: f64,
) -> f64 {
    let gravity = world.gravity();
    let size = |id| {
        let body = world.body(id).filter(|body| body.kind == Kind::Dynamic)?;
        let mover = body.shape.mover()?;
        let pull = gravity * body.gravity_scale + body.acceleration;
        Some((2.0 * (mover.radius + mover.half.max_magnitude()), pull.length()))
    };
    match (size(one), size(two)) {
        (Some(one), Some(two)) if traits.inelastic => {
            0.1 * (f64::min(one.0, two.0) + f64::max(one.1, two.1) * dt * dt)
        }
        _ => 0.0,
    }
}
