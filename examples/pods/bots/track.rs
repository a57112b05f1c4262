//! The bodies of a race in a world, and a copy of the world of the game in which turns are tried.

use bevy::math::DVec2;
use collide_core::report::{Event, Leg, Report};
use collide_core::step::Stepper;
use collide_core::world::{BodyId, World};

use crate::course::Course;
use crate::pod::Order;
use crate::race::Race;
use crate::team::PODS;

/// The pods and the checkpoints in a world, by their numbers.
#[derive(Clone, Debug)]
pub struct Bodies {
    pub pods: [BodyId; PODS],
    pub checkpoints: Vec<BodyId>,
}

impl Bodies {
    /// Ends a turn of a race after a step of its world: checkpoints, then drag and rounding.
    pub fn end_turn(
        &self,
        world: &World<DVec2>,
        report: &Report<DVec2>,
        course: &Course,
        race: &mut Race,
    ) {
        for event in &report.events {
            let Event::Entered(crossing) = event else { continue };
            let pod = self.pods.iter().position(|it| *it == crossing.ball);
            let checkpoint = self.checkpoints.iter().position(|it| *it == crossing.region);
            if let (Some(pod), Some(checkpoint)) = (pod, checkpoint) {
                race.enter(course, pod, checkpoint);
            }
        }
        race.end(self.pods.map(|pod| world.state(pod).unwrap_or_default()));
    }
}

/// A copy of the world of the game, in which turns are tried.
pub struct Track {
    /// The world before the coming turn.
    now: World<DVec2>,
    /// The world of a future.
    world: World<DVec2>,
    stepper: Stepper<DVec2>,
    pub bodies: Bodies,
}

impl Track {
    pub fn new(world: &World<DVec2>, bodies: Bodies) -> Self {
        Self { now: world.clone(), world: World::new(), stepper: Stepper::new(), bodies }
    }

    /// Goes back to the coming turn.
    pub fn go_back(&mut self) {
        self.world.clone_from(&self.now);
    }

    /// Plays a turn, and returns the paths of all pods in it.
    pub fn play(
        &mut self,
        course: &Course,
        race: &mut Race,
        orders: &[Order; PODS],
    ) -> &[Leg<DVec2>] {
        let Self { world, stepper, bodies, .. } = self;
        race.begin(orders);
        for (body, pod) in bodies.pods.iter().zip(&race.pods) {
            // The values are finite, so they are not refused.
            let _ = world.edit(*body, |body| {
                (body.position, body.velocity, body.mass) = (pod.place, pod.velocity, pod.mass);
            });
        }
        let report = stepper.step(world, 1.0);
        bodies.end_turn(world, report, course, race);
        &report.legs
    }
}
