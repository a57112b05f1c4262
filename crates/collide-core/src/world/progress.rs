//! How far an unfinished step has come, and when its piles are solved.
//!
//! A step in which there are piles is divided into sub-steps, for each island by itself. At the start of each, the contacts of
//! the island are found and solved. A sub-step lasts for one or more solver sub-steps, which are equally long. All of them
//! begin at a whole number of parts of the step of which the count is a power of two, so islands that meet have a common grid.

/// A step that has begun and not ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Progress {
    pub(crate) dt: f64,
    /// Whether piles have been looked for in this step.
    pub(crate) has_begun: bool,
    /// When the first of the islands is solved next, in seconds from the start of the step: its end if none is before that;
    /// nothing if there are none.
    pub(crate) next_solution: Option<f64>,
    /// The time of the last event that was handled.
    pub(crate) now: f64,
    /// What the crowds of the step have cost so far, in events of a body.
    pub(crate) crowd_work: f64,
}

impl Progress {
    /// A step of `dt` seconds that begins.
    pub(crate) fn new(dt: f64) -> Self {
        Self { dt, has_begun: false, next_solution: None, now: 0.0, crowd_work: 0.0 }
    }

    /// A solution that is requested within a step begins with the next one of so many solver sub-steps, or of more.
    pub(crate) const REQUESTED_SUBSTEPS: u32 = 16;
    /// The largest number of solver sub-steps in a step of any length.
    const MAX_SUBSTEPS: u32 = 4096;
    /// The largest number in a step of a sixtieth of a second, or a shorter one. A longer one may have as many more.
    const MAX_SUBSTEPS_OF_FRAME: f64 = 64.0;
    /// The frames in a second for which the number of sub-steps was measured.
    const FRAMES_PER_SECOND: f64 = 60.0;
    /// In a solver sub-step no body moves by more than this share of its size, as far as their number allows.
    const MAX_SUBSTEP_TRAVEL: f64 = 0.05;

    /// A solver sub-step may be longer by this factor than the one for which springs are made, so that a step which is a little
    /// longer than others does not have twice as many.
    const LONGEST_SUBSTEP: f64 = 1.15;

    /// The number of solver sub-steps of a step of `dt` seconds in which a body moves by this multiple of its size.
    pub(crate) fn substeps_for(travel: f64, dt: f64) -> u32 {
        Self::possible_substeps(travel / Self::MAX_SUBSTEP_TRAVEL, dt)
    }

    /// The number of solver sub-steps that a step of `dt` seconds has if so many are wanted.
    pub(crate) fn possible_substeps(wanted: f64, dt: f64) -> u32 {
        let most = Self::MAX_SUBSTEPS_OF_FRAME * f64::max(Self::FRAMES_PER_SECOND * dt, 1.0);
        (wanted.min(most).min(f64::from(Self::MAX_SUBSTEPS)) as u32).next_power_of_two()
    }

    /// The number of solver sub-steps of a step of `dt` seconds with springs that are made for sub-steps of this length.
    pub(crate) fn substeps_for_springs(spring_dt: f64, dt: f64) -> u32 {
        Self::possible_substeps((dt / (Self::LONGEST_SUBSTEP * spring_dt)).ceil(), dt)
    }

    /// The time at which this one of so many solver sub-steps begins.
    pub(crate) fn start_of_solver_substep(&self, number: u32, substeps: u32) -> f64 {
        self.dt * (f64::from(number) / f64::from(substeps))
    }

    /// The solver sub-step that begins now, and how many there are: at least so many, and more if none of them begins now.
    pub(crate) fn solver_substep(&self, mut substeps: u32) -> (u32, u32) {
        loop {
            let number = (self.now / self.dt * f64::from(substeps)).round() as u32;
            if substeps >= Self::MAX_SUBSTEPS
                || self.start_of_solver_substep(number, substeps) == self.now
            {
                return (number, substeps);
            }
            substeps *= 2;
        }
    }

    /// When the next solver sub-step begins after a time, if there are so many; nothing if the step ends before.
    pub(crate) fn next_solver_substep(&self, time: f64, substeps: u32) -> Option<f64> {
        let starts = (1..substeps).map(|number| self.start_of_solver_substep(number, substeps));
        starts.into_iter().find(|start| *start > time)
    }

    /// Whether there are piles.
    pub(crate) fn has_piles(&self) -> bool {
        self.next_solution.is_some()
    }

    /// Has an island solved at this time at the latest.
    pub(crate) fn solve_at(&mut self, time: f64) {
        self.next_solution = Some(self.next_solution.map_or(time, |next| f64::min(next, time)));
    }
}
