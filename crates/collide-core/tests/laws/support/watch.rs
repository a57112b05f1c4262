//! What must hold from step to step, whatever the world is.

use std::collections::BTreeMap;

use collide_core::body::{Body, Kind, Role};
use collide_core::contact::contact;
use collide_core::measure::{energy, momentum, momentum_scale};
use collide_core::report::{ContactTally, Event, Impact, Report};
use collide_core::vector::{Vector, Wide};
use collide_core::world::{BodyId, World};

use super::worlds::wild::{Room, Traits};

/// What is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Check {
    /// A step has so many events at most, and comes to its end.
    Ends,
    /// All numbers are numbers.
    Finite,
    /// What is told is told in the order of time, within the step.
    Order,
    /// Nobody is outside of what encloses all.
    Inside,
    /// No two solid bodies come to overlap, or to overlap deeper.
    Overlap,
    /// Energy does not grow.
    Energy,
    /// Without walls the momentum of all stays what it is.
    Momentum,
    /// The velocity of a body changes by the impulses that are told.
    Impulses,
    /// Another stepper makes the same step of a copy.
    Agrees,
}

/// A law that was broken, and what was seen.
pub type Broken = (Check, String);

/// What is remembered of a world from step to step.
pub struct Watch<V: Vector> {
    /// The least energy so far, and the rounding that has come together since then, in units in the last
    /// place.
    least: f64,
    roundings: f64,
    momentum: V::Wide,
    /// How deep two may overlap.
    allowed: BTreeMap<(BodyId, BodyId), f64>,
    /// How deep the game has put one into another: who is parted may be moved against a third, but not as
    /// deep as that.
    put: f64,
    velocities: BTreeMap<BodyId, V::Wide>,
    /// How many impacts were told of each: every one rounds a place.
    impacts: BTreeMap<BodyId, f64>,
    /// Whether moving walls have squeezed somebody.
    squeezed: bool,
    /// Whether some have lain against each other.
    crowded: bool,
}

impl<V: Vector> Watch<V> {
    /// A watch that begins now.
    pub fn new(world: &World<V>) -> Self {
        let mut watch = Self {
            least: 0.0,
            roundings: 0.0,
            momentum: V::Wide::ZERO,
            allowed: BTreeMap::new(),
            put: 0.0,
            velocities: BTreeMap::new(),
            impacts: BTreeMap::new(),
            squeezed: false,
            crowded: false,
        };
        watch.begin_anew(world);
        watch
    }

    /// The game has changed the world: what is, is right.
    pub fn begin_anew(&mut self, world: &World<V>) {
        self.least = energy(world).total();
        self.roundings = 4.0;
        self.momentum = momentum(world);
        self.allowed =
            depths(world).into_iter().map(|(pair, depth)| (pair, depth.max(0.0))).collect();
        self.put = self.put.max(self.allowed.values().copied().fold(0.0, f64::max));
        self.note_velocities(world);
    }

    fn note_velocities(&mut self, world: &World<V>) {
        self.velocities = movers(world).map(|(id, body)| (id, body.velocity.widen())).collect();
    }

    /// Looks at a world after a step, and tells what is wrong.
    pub fn look(&mut self, traits: &Traits, world: &World<V>, report: &Report<V>) -> Vec<Broken> {
        let mut broken = Vec::new();
        if let Some(what) = not_finite(world) {
            return vec![(Check::Finite, what)];
        }
        broken.extend(out_of_order(report).map(|what| (Check::Order, what)));
        for body in report.impacts().flat_map(|impact| impact.bodies) {
            *self.impacts.entry(body).or_default() += 1.0;
        }
        // Whoever meets others so often may be left alone instead.
        let often = report.impacts().count() >= 256;
        self.crowded |= traits.has_weight() || often || report.contacts != ContactTally::default();
        self.squeezed |= traits.kinematic && !report.limits.is_empty();
        if traits.is_continuous() && !self.squeezed {
            broken.extend(outside(traits, world).map(|what| (Check::Inside, what)));
            broken.extend(self.deeper(traits, world, report.dt).map(|what| (Check::Overlap, what)));
        }
        self.roundings += 1.0 + report.events.len() as f64;
        broken.extend(self.livelier(traits, world, report).map(|what| (Check::Energy, what)));
        broken.extend(self.drifted(traits, world).map(|what| (Check::Momentum, what)));
        broken
            .extend(self.pushed_untold(traits, world, report).map(|what| (Check::Impulses, what)));
        self.note_velocities(world);
        broken
    }

    fn deeper(&mut self, traits: &Traits, world: &World<V>, dt: f64) -> Option<String> {
        let rounding = rounding_of_places::<V>(world, traits);
        let ulp = V::EPSILON * largest_place(world, traits);
        let mut worst = None;
        for (pair, depth) in depths(world) {
            let allowed = self.allowed.entry(pair).or_insert(0.0);
            let impacts = |body| self.impacts.get(&body).copied().unwrap_or(0.0);
            let rounding = rounding + ulp * (impacts(pair.0) + impacts(pair.1));
            // Those that the game has put into each other may go deeper while they part.
            let rounding = rounding
                + f64::max(
                    if self.crowded { in_crowds(traits, world, pair, dt) } else { 0.0 },
                    squeezed(world, pair),
                )
                + self.put;
            if depth > rounding && *allowed <= 0.1 * rounding {
                let [one, two] = [pair.0, pair.1].map(|id| brief(world, id));
                worst = Some(format!(
                    "overlap {depth:e}, allowed {allowed:e} and {rounding:e}: {one}; {two}"
                ));
            }
            *allowed = allowed.min(depth.max(0.0));
        }
        worst
    }

    fn livelier(
        &mut self,
        traits: &Traits,
        world: &World<V>,
        report: &Report<V>,
    ) -> Option<String> {
        let now = energy(world).total();
        // A body that is taken out takes its energy with it, which may be below zero.
        let taken = |event: &Event<_>| matches!(event, Event::Absorbed(_) | Event::Broken { .. });
        let has_potential = traits.room != Room::Periodic || !(traits.gravity || traits.pushed);
        // Projection lifts what has sunk into a floor.
        let is_lifted = !traits.is_continuous() && (traits.gravity || traits.pushed);
        let watched = !traits.minimum_impulse && !traits.kinematic && has_potential && !is_lifted;
        if !watched || report.events.iter().any(taken) {
            (self.least, self.roundings) = (now, 4.0);
            return None;
        }
        let rounding = f64::max(1e-9, V::EPSILON * self.roundings) * energy_scale(world)
            + energy_below_numbers(world);
        let before = self.least;
        self.least = before.min(now);
        (now > before + rounding).then(|| {
            format!("energy grew from {before:e} by {:e}, rounding {rounding:e}", now - before)
        })
    }

    fn drifted(&mut self, traits: &Traits, world: &World<V>) -> Option<String> {
        let (now, before) = (momentum(world), self.momentum);
        let takes = traits.regions || traits.breaks;
        let walls = world.ids().filter_map(|id| world.body(id));
        let bounded = walls.into_iter().any(|body| body.kind != Kind::Dynamic);
        if !traits.is_free() || bounded || takes {
            return None;
        }
        let rounding = 4.0 * V::EPSILON * self.roundings * momentum_scale(world);
        let drift = (now - before).length();
        (drift > rounding).then(|| format!("momentum drifted by {drift:e}, rounding {rounding:e}"))
    }

    fn pushed_untold(
        &self,
        traits: &Traits,
        world: &World<V>,
        report: &Report<V>,
    ) -> Option<String> {
        // What passes between those who lie in a cluster is not told.
        if !traits.is_free() || report.contacts != ContactTally::default() {
            return None;
        }
        let mut told: BTreeMap<BodyId, (V::Wide, f64, f64)> = BTreeMap::new();
        for impact in report.impacts() {
            let push = impact.normal * impact.impulse + impact.friction;
            for (body, push) in [(impact.bodies[0], push), (impact.bodies[1], -push)] {
                let (sum, scale, count) = told.entry(body).or_insert((V::Wide::ZERO, 0.0, 2.0));
                *sum += push;
                *scale += push.length();
                *count += 1.0;
            }
        }
        // Whether two approach is known to the rounding of the flight that led to it.
        movers(world).find_map(|(id, body)| {
            let before = *self.velocities.get(&id)?;
            let now = body.velocity.widen();
            let (sum, scale, count) = told.get(&id).copied().unwrap_or((V::Wide::ZERO, 0.0, 1.0));
            let missing = ((now - before) * body.mass - sum).length();
            let scale =
                scale + body.mass * (before.length() + now.length() + traits.size / report.dt);
            (missing > 8.0 * V::EPSILON * count * scale).then(|| {
                let key = world.key(id);
                format!("{key:?} from {before:?} to {now:?}, but told {:?}", sum / body.mass)
            })
        })
    }
}

fn movers<V: Vector>(world: &World<V>) -> impl Iterator<Item = (BodyId, Body<V>)> {
    let bodies = world.ids().filter_map(|id| world.body(id).map(|body| (id, body)));
    bodies.filter(|(_, body)| body.kind == Kind::Dynamic)
}

/// A body in few words.
pub fn brief<V: Vector>(world: &World<V>, id: BodyId) -> String {
    let Some(body) = world.body(id) else { return "nobody".to_owned() };
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
        let finite = body.position.widen().is_finite() && body.velocity.widen().is_finite();
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
    let sound = |impact: &Impact<V::Wide>| {
        let length = impact.normal.length();
        let numbers = [impact.impulse, impact.approach_speed, impact.energy_lost];
        (length - 1.0).abs() < 1e-6
            && numbers.iter().all(|number| number.is_finite())
            && impact.impulse >= 0.0
            && impact.approach_speed >= 0.0
    };
    report.impacts().find(|impact| !sound(impact)).map(|impact| format!("{impact:?}"))
}

/// The largest coordinate.
fn largest_place<V: Vector>(world: &World<V>, traits: &Traits) -> f64 {
    let places = movers(world).map(|(_, body)| body.position.widen().max_magnitude());
    places.fold(traits.size, f64::max)
}

/// What a place may be wrong by.
fn rounding_of_places<V: Vector>(world: &World<V>, traits: &Traits) -> f64 {
    let largest = largest_place(world, traits);
    // In f64 a billionth of a diameter, in f32 a hundred thousandth of the largest coordinate.
    f64::max(1e-9 * traits.unit, 100.0 * V::EPSILON * largest)
}

fn outside<V: Vector>(traits: &Traits, world: &World<V>) -> Option<String> {
    let rounding = rounding_of_places::<V>(world, traits);
    movers(world).find_map(|(id, body)| {
        let mover = body.shape.mover()?;
        let place = body.position.widen();
        let out = match traits.room {
            Room::Arena => {
                let reach = |axis| place.component(axis).abs() + mover.half.component(axis);
                (0..V::Wide::DIMENSION).map(reach).fold(0.0, f64::max) + mover.radius - traits.size
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

/// By how much the images of a body next to it are moved, and zero.
fn images<V: Vector>(world: &World<V>) -> impl Iterator<Item = V::Wide> {
    let period = world.period().widen();
    let count = if period == V::Wide::ZERO { 1 } else { 3u32.pow(V::Wide::DIMENSION as u32) };
    // The first of all is moved by nothing.
    (0..count).map(move |number| {
        V::Wide::from_components(|axis| {
            let turn = (number / 3u32.pow(axis as u32) + 1) % 3;
            (f64::from(turn) - 1.0) * period.component(axis)
        })
    })
}

/// How deep any two solid bodies overlap, of which one is a mover; below zero if they do not.
fn depths<V: Vector>(world: &World<V>) -> Vec<((BodyId, BodyId), f64)> {
    let present = |id: &BodyId| world.absorbed_by(*id).is_none();
    let ids: Vec<BodyId> = world.ids().filter(present).collect();
    let mut depths = Vec::new();
    for one in &ids {
        for two in ids.iter().filter(|two| *two != one) {
            let (Some(mover), Some(other)) = (world.body(*one), world.body(*two)) else { continue };
            let both = other.kind == Kind::Dynamic;
            // Of two movers the one with the smaller key is asked, as a point against the other.
            let turned = both && world.key(*one) > world.key(*two);
            let solid = [&mover, &other].iter().all(|body| matches!(body.role, Role::Solid));
            let meet = mover.layers.meets(other.layers);
            if mover.kind != Kind::Dynamic || turned || !solid || !meet {
                continue;
            }
            let Some(form) = mover.shape.mover() else { continue };
            let Some(sum) = other.shape.grown_by(form.half) else { continue };
            let offset = mover.position.widen() - other.position.widen();
            let depth = images(world)
                .map(|image| -contact(&sum, offset + image, form.radius).separation)
                .fold(f64::NEG_INFINITY, f64::max);
            depths.push(((*one, *two), depth));
        }
    }
    depths
}

/// The sum of the magnitudes of all energies.
fn energy_scale<V: Vector>(world: &World<V>) -> f64 {
    let gravity = world.gravity().widen();
    movers(world)
        .map(|(_, body)| {
            let (place, velocity) = (body.position.widen(), body.velocity.widen());
            let pull = (gravity * body.gravity_scale + body.acceleration.widen()).length();
            body.mass * (0.5 * velocity.length_squared() + pull * place.length())
        })
        .sum()
}

/// The energy that bodies have at the smallest speeds, of which the digits are fewer.
fn energy_below_numbers<V: Vector>(world: &World<V>) -> f64 {
    let least = if V::EPSILON > f64::EPSILON { f64::from(f32::MIN_POSITIVE) } else { 0.0 };
    movers(world).map(|(_, body)| 0.5 * body.mass * least * least).sum()
}

/// How deep a wall that moves may come into a body that something on its other side stops, before it is
/// told to be squeezed.
fn squeezed<V: Vector>(world: &World<V>, (one, two): (BodyId, BodyId)) -> f64 {
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

/// How deep two that are pressed together may come to overlap: in a crowd they are held apart all at once,
/// and what hits one of them drives it into the next. It is a share of the smaller one's size and of the
/// way that they fall in a step.
fn in_crowds<V: Vector>(
    traits: &Traits,
    world: &World<V>,
    (one, two): (BodyId, BodyId),
    dt: f64,
) -> f64 {
    let gravity = world.gravity().widen();
    let size = |id| {
        let body = world.body(id).filter(|body| body.kind == Kind::Dynamic)?;
        let mover = body.shape.mover()?;
        let pull = gravity * body.gravity_scale + body.acceleration.widen();
        Some((2.0 * (mover.radius + mover.half.max_magnitude()), pull.length()))
    };
    match (size(one), size(two)) {
        (Some(one), Some(two)) if traits.dull => {
            0.1 * (f64::min(one.0, two.0) + f64::max(one.1, two.1) * dt * dt)
        }
        _ => 0.0,
    }
}
