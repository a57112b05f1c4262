//! What happened while a case was played, by which it is verified.

use collide_core::measure::energy;
use collide_core::report::{Event, Report};
use collide_core::vector::Vector;
use collide_core::world::{BodyId, World};

/// By which share an energy may change by rounding.
const ROUNDING: f64 = 1e-9;

/// Counts and energies of all steps of a case; pairs are those at the start and at the end.
#[derive(Clone, Debug, Default)]
pub struct Record {
    pub steps: usize,
    /// The length of all steps together.
    pub seconds: f64,
    /// How often the game acted.
    pub actions: usize,
    pub impacts: usize,
    /// The impacts of the subject of the case.
    pub hits: usize,
    pub regions: RegionCounts,
    pub broken: usize,
    /// How often a body was held because it had too many events.
    pub limits: usize,
    /// The kinetic energy that the impacts report as lost, in mass times speed squared.
    pub energy_lost: f64,
    pub kinetic: [f64; 2],
    /// Kinetic and potential energy together.
    pub total: [f64; 2],
    pub bodies: [usize; 2],
}

/// Counts of the events of sensors and absorbers.
#[derive(Clone, Copy, Debug, Default)]
pub struct RegionCounts {
    pub entered: usize,
    pub exited: usize,
    pub absorbed: usize,
}

impl Record {
    /// Begins a record with the state before the first step.
    pub fn new<V: Vector>(world: &World<V>) -> Self {
        let mut record = Self::default();
        record.note_state(0, world);
        record
    }

    /// Ends the record with the state after the last step.
    pub fn end<V: Vector>(&mut self, world: &World<V>) {
        self.note_state(1, world);
    }

    fn note_state<V: Vector>(&mut self, at: usize, world: &World<V>) {
        let energy = energy(world);
        (self.kinetic[at], self.total[at]) = (energy.kinetic, energy.total());
        self.bodies[at] = world.ids().count();
    }

    /// Counts what a step reports.
    pub fn count<V: Vector>(&mut self, report: &Report<V>, subject: Option<BodyId>) {
        self.steps += 1;
        self.seconds += report.dt;
        self.limits += report.limits.len();
        for event in &report.events {
            match event {
                Event::Impact(impact) => {
                    self.impacts += 1;
                    self.hits += usize::from(subject.is_some_and(|id| impact.bodies.contains(&id)));
                    self.energy_lost += impact.energy_lost;
                }
                Event::Entered(_) => self.regions.entered += 1,
                Event::Exited(_) => self.regions.exited += 1,
                Event::Absorbed(_) => self.regions.absorbed += 1,
                Event::Broken { .. } => self.broken += 1,
                _ => {}
            }
        }
    }

    /// Whether kinetic plus potential energy stayed the same to rounding.
    pub fn keeps_energy(&self) -> bool {
        is_near(self.total[1], self.total[0], ROUNDING * self.kinetic[0])
    }

    /// Whether the kinetic energy stayed the same to rounding.
    pub fn keeps_kinetic_energy(&self) -> bool {
        is_near(self.kinetic[1], self.kinetic[0], ROUNDING * self.kinetic[0])
    }

    /// Whether the kinetic energy fell by `loss`, to a share of it.
    pub fn kinetic_lost_is(&self, loss: f64, share: f64) -> bool {
        is_near(self.kinetic[0] - self.kinetic[1], loss, share * loss)
    }
}

fn is_near(value: f64, expected: f64, tolerance: f64) -> bool {
    (value - expected).abs() <= tolerance
}
