//! The rows of the table: the gas as it is, and the gas with one ordinary thing more.
//!
//! To add a row, write a constructor and name it in [`all`].

use std::f64::consts::PI;

use collide_core::body::{Body, Passage, Role};
use collide_core::shape::Shape;
use collide_core::world::{BodyId, World};
use glam::DVec2;

use super::record::Record;

/// The radius of the discs of the scene `gas`, in length units.
const RADIUS: f64 = 0.5;

/// The damping of [`all_damped`], per second. It is weak, so that the discs still fly as fast at the end.
const DAMPING: f64 = 0.01;

/// A gas of discs in play.
pub struct Gas {
    pub world: World<DVec2>,
    /// The discs, in the order of the scene.
    pub discs: Vec<BodyId>,
    /// Half the width and half the height of the room, in length units.
    pub half: DVec2,
}

/// What the game does before a step. The choice is not timed, its effect on the world is.
pub enum Action {
    SetVelocity(BodyId, DVec2),
    Add(Box<Body<DVec2>>),
}

/// A gas with one ordinary thing more.
pub struct Case {
    pub gas: Gas,
    /// The impacts of this body are counted as [`Record::hits`].
    pub subject: Option<BodyId>,
    /// Chooses what the game does before the step of this number.
    pub act: Box<dyn Fn(&Gas, usize) -> Option<Action>>,
    /// What must be true after the last step, or else the case does not measure what it says.
    pub claim: &'static str,
    pub proof: fn(&Record) -> bool,
}

/// Makes a case of the gas.
pub type Constructor = fn(Gas) -> Case;

/// All cases by name, the plain gas first.
pub fn all() -> [(&'static str, Constructor); 13] {
    [
        ("plain gas", plain),
        ("a paddle", a_paddle),
        ("a sensor", a_sensor),
        ("an absorber", an_absorber),
        ("bricks", bricks),
        ("all e = .99", all_lossy),
        ("all damped", all_damped),
        ("one edit a step", one_edit_a_step),
        ("one acceleration", one_acceleration),
        ("one moving box", one_moving_box),
        ("one ball added a step", one_ball_added_a_step),
        ("gravity", gravity),
        ("all rolling", all_rolling),
    ]
}

/// Discs of restitution 1 between walls.
fn plain(gas: Gas) -> Case {
    Case {
        gas,
        subject: None,
        act: Box::new(|_, _| None),
        claim: "discs hit each other and lose nothing",
        proof: |record| record.impacts > 0 && record.keeps_energy(),
    }
}

/// A kinematic box of 16 by 1 in the middle. The game reverses its velocity every second. The discs at its place
/// are left out.
fn a_paddle(mut gas: Gas) -> Case {
    const STEPS_BETWEEN_TURNS: usize = 60;
    let half = DVec2::new(8.0, 0.5);
    let velocity = DVec2::X * 10.0;
    gas.make_room(half);
    let paddle = Body::kinematic(Shape::cuboid(half), DVec2::ZERO, velocity);
    let paddle = gas.add(paddle);
    let turn = move |_: &Gas, step: usize| {
        let sign = if (step / STEPS_BETWEEN_TURNS).is_multiple_of(2) { 1.0 } else { -1.0 };
        let is_turn = step > 0 && step.is_multiple_of(STEPS_BETWEEN_TURNS);
        is_turn.then(|| Action::SetVelocity(paddle, velocity * sign))
    };
    Case {
        subject: Some(paddle),
        act: Box::new(turn),
        claim: "the paddle hits discs",
        proof: |record| record.hits > 0,
        ..plain(gas)
    }
}

/// A static box of 8 by 8 in the middle that reports each disc that enters or leaves it.
fn a_sensor(mut gas: Gas) -> Case {
    let role = Role::Sensor(Passage::Edge);
    let shape = Shape::cuboid(DVec2::splat(4.0));
    gas.add(Body { role, ..Body::fixed(shape, DVec2::ZERO) });
    Case {
        claim: "discs enter the sensor and leave it",
        proof: |record| {
            record.regions.entered > 0 && record.regions.exited > 0 && record.keeps_energy()
        },
        ..plain(gas)
    }
}

/// A pocket of radius 1 in the middle, which takes a disc when the centre of the disc comes into it.
fn an_absorber(mut gas: Gas) -> Case {
    let role = Role::Absorber(Passage::Centre);
    gas.add(Body { role, ..Body::fixed(Shape::ball(1.0), DVec2::ZERO) });
    Case {
        claim: "the absorber takes discs",
        proof: |record| record.regions.absorbed > 0 && record.impacts > 0,
        ..plain(gas)
    }
}

/// A wall of 10 by 4 static boxes in the middle, each of 2 by 1, of which each breaks after three impacts. The
/// discs at its place are left out.
fn bricks(mut gas: Gas) -> Case {
    const COUNT: DVec2 = DVec2::new(10.0, 4.0);
    const SIZE: DVec2 = DVec2::new(2.0, 1.0);
    gas.make_room(0.5 * COUNT * SIZE);
    for index in 0..(COUNT.x * COUNT.y) as usize {
        let number = DVec2::new(index as f64 % COUNT.x, (index as f64 / COUNT.x).floor());
        let place = (number + 0.5 - 0.5 * COUNT) * SIZE;
        // The joints are a twentieth of a brick.
        let brick = Body::fixed(Shape::cuboid(0.475 * SIZE), place);
        gas.add(Body { breaks_after: 3, ..brick });
    }
    Case {
        claim: "bricks break and the discs lose nothing",
        proof: |record| record.broken > 0 && record.keeps_energy(),
        ..plain(gas)
    }
}

/// Every disc has the restitution 0.99.
fn all_lossy(mut gas: Gas) -> Case {
    gas.edit_discs(|disc| disc.restitution = 0.99);
    Case {
        claim: "the discs lose as much energy as their impacts report",
        proof: |record| {
            record.energy_lost > 0.0 && record.kinetic_lost_is(record.energy_lost, 1e-3)
        },
        ..plain(gas)
    }
}

/// Every disc has a linear damping.
fn all_damped(mut gas: Gas) -> Case {
    gas.edit_discs(|disc| disc.linear_damping = DAMPING);
    Case {
        claim: "the kinetic energy decays at twice the rate of the velocities",
        proof: |record| {
            let decay = (-2.0 * DAMPING * record.seconds).exp();
            record.kinetic_lost_is(record.kinetic[0] * (1.0 - decay), 1e-3)
        },
        ..plain(gas)
    }
}

/// The game turns the velocity of one disc by a right angle before every step, of another disc each time.
fn one_edit_a_step(gas: Gas) -> Case {
    let turn = |gas: &Gas, step: usize| {
        // A prime, so that the discs are taken from all over the room.
        let disc = gas.discs[step * 7919 % gas.discs.len()];
        let velocity = gas.world.velocity(disc)?;
        Some(Action::SetVelocity(disc, velocity.perp()))
    };
    Case {
        act: Box::new(turn),
        claim: "the game acts before every step and keeps the energy",
        proof: |record| record.actions == record.steps && record.keeps_energy(),
        ..plain(gas)
    }
}

/// One disc, near the middle, has a constant acceleration of its own.
fn one_acceleration(mut gas: Gas) -> Case {
    let disc = gas.middle_disc();
    gas.edit(disc, |disc| disc.acceleration = DVec2::X * 20.0);
    Case {
        subject: Some(disc),
        claim: "the acceleration changes the kinetic energy",
        proof: |record| record.hits > 0 && !record.keeps_kinetic_energy(),
        ..plain(gas)
    }
}

/// A dynamic box of 4 by 4 in the middle, as dense as the discs are. The discs in its place are left out.
fn one_moving_box(mut gas: Gas) -> Case {
    let half = DVec2::splat(2.0);
    gas.make_room(half);
    let mass = 4.0 * half.element_product() / (PI * RADIUS * RADIUS);
    let moving_box = gas.add(Body { mass, ..Body::dynamic(Shape::cuboid(half), DVec2::ZERO) });
    Case {
        subject: Some(moving_box),
        claim: "the box hits discs and loses nothing",
        proof: |record| record.hits > 0 && record.keeps_energy(),
        ..plain(gas)
    }
}

/// The game adds a disc at rest before every step, where there is room.
fn one_ball_added_a_step(gas: Gas) -> Case {
    let add = |gas: &Gas, step: usize| {
        let place = gas.free_place(step)?;
        Some(Action::Add(Box::new(Body::dynamic(Shape::ball(RADIUS), place))))
    };
    Case {
        act: Box::new(add),
        claim: "every step has one disc more",
        proof: |record| {
            record.bodies[1] - record.bodies[0] == record.steps && record.keeps_energy()
        },
        ..plain(gas)
    }
}

/// Gravity of 1 length unit a second squared, under which the discs stay a gas.
fn gravity(mut gas: Gas) -> Case {
    gas.world.set_gravity(DVec2::NEG_Y).expect("gravity is finite");
    Case {
        claim: "the discs fall and keep kinetic plus potential energy",
        proof: |record| !record.keeps_kinetic_energy() && record.keeps_energy(),
        ..plain(gas)
    }
}

/// Every disc has a rolling resistance of 0.1 length units a second squared.
fn all_rolling(mut gas: Gas) -> Case {
    gas.edit_discs(|disc| disc.rolling_resistance = 0.1);
    Case {
        claim: "the kinetic energy falls and the impacts take none of it",
        proof: |record| record.kinetic[1] < 0.999 * record.kinetic[0] && record.energy_lost == 0.0,
        ..plain(gas)
    }
}

impl Gas {
    fn add(&mut self, body: Body<DVec2>) -> BodyId {
        self.world.add(body).expect("the cases hold valid bodies")
    }

    fn edit(&mut self, id: BodyId, change: impl FnOnce(&mut Body<DVec2>)) {
        self.world.edit(id, change).expect("the cases hold valid bodies");
    }

    fn edit_discs(&mut self, change: impl Fn(&mut Body<DVec2>)) {
        for disc in self.discs.clone() {
            self.edit(disc, &change);
        }
    }

    /// Removes the discs that touch a box about the origin.
    fn make_room(&mut self, half: DVec2) {
        let Self { world, discs, .. } = self;
        discs.retain(|disc| {
            let place = world.position(*disc).unwrap_or_default();
            let is_clear = (place.abs() - half).max_element() > RADIUS;
            if !is_clear {
                world.remove(*disc);
            }
            is_clear
        });
    }

    /// The disc that is nearest to the origin.
    fn middle_disc(&self) -> BodyId {
        let distance = |disc: &BodyId| {
            self.world.position(*disc).map_or(f64::INFINITY, |place| place.length())
        };
        let nearest = |one: &&BodyId, two: &&BodyId| distance(one).total_cmp(&distance(two));
        *self.discs.iter().min_by(nearest).expect("a gas has discs")
    }

    /// A place at which a disc touches nothing, another for each number; nothing if none is found.
    fn free_place(&self, number: usize) -> Option<DVec2> {
        const TRIES: usize = 256;
        // Multiples of these shares of 1 spread evenly over a square.
        // Source: Roberts, The Unreasonable Effectiveness of Quasirandom Sequences (2018).
        const SHARES: DVec2 = DVec2::new(0.754_877_666_246_692_7, 0.569_840_290_998_053_3);
        let candidate = |index: usize| {
            let share = (SHARES * index as f64).fract() * 2.0 - 1.0;
            share * (self.half - DVec2::splat(1.1 * RADIUS))
        };
        // The room is one of them, with its centre at the origin: no disc is added there.
        let places = self.world.ids().filter_map(|id| self.world.position(id));
        let places: Vec<DVec2> = places.collect();
        let is_free = |place: &DVec2| {
            places.iter().all(|other| place.distance_squared(*other) > (2.1 * RADIUS).powi(2))
        };
        (0..TRIES).map(|index| candidate(number * TRIES + index)).find(is_free)
    }
}
