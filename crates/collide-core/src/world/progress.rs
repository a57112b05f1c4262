//! How far an unfinished step has come, and where its sub-steps end.
//!
//! A step in which there are piles is divided into sub-steps. At the start of each, the contacts of the piles
//! are found and solved. A sub-step lasts for one or more solver sub-steps, which are equally long.

/// A step that has begun and not ended.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct Progress {
    pub(crate) dt: f64,
    /// The number of solver sub-steps of this step for which the piles have been solved: `None` before the
    /// piles are looked for, and zero as long as there are none.
    pub(crate) solved_substeps: Option<u32>,
    /// The number of solver sub-steps in this step, a power of two. It may change until the first of them is solved.
    pub(crate) substeps: u32,
    /// The time of the last event that was handled.
    pub(crate) now: f64,
}

impl Progress {
    /// The number of solver sub-steps in the first step with piles, until more is known about them.
    pub(crate) const FIRST_SUBSTEPS: u32 = 16;
    /// The largest number of solver sub-steps in a step of any length.
    pub(crate) const MAX_SUBSTEPS: u32 = 4096;
    /// The largest number in a step of a sixtieth of a second, or a shorter one. A longer one may have as many more.
    const MAX_SUBSTEPS_OF_FRAME: f64 = 64.0;
    /// The frames in a second for which the number of sub-steps was measured.
    const FRAMES_PER_SECOND: f64 = 60.0;
    /// In a solver sub-step no body moves by more than this share of its size, as far as their number allows.
    const MAX_SUBSTEP_TRAVEL: f64 = 0.05;

    /// The number of solver sub-steps of a step of `dt` seconds in which a body moves by this multiple of its size.
    pub(crate) fn substeps_for(travel: f64, dt: f64) -> u32 {
        Self::possible_substeps(travel / Self::MAX_SUBSTEP_TRAVEL, dt)
    }

    /// The number of solver sub-steps that a step of `dt` seconds has if so many are wanted.
    pub(crate) fn possible_substeps(wanted: f64, dt: f64) -> u32 {
        let most = Self::MAX_SUBSTEPS_OF_FRAME * f64::max(Self::FRAMES_PER_SECOND * dt, 1.0);
        (wanted.min(most).min(f64::from(Self::MAX_SUBSTEPS)) as u32).next_power_of_two()
    }

    /// The time at which solver sub-step `number` begins.
    pub(crate) fn start_of_solver_substep(&self, number: u32) -> f64 {
        self.dt * (f64::from(number) / f64::from(self.substeps))
    }

    /// Whether there are piles.
    pub(crate) fn has_piles(&self) -> bool {
        self.solved_substeps.is_some_and(|solved| solved > 0)
    }

    /// Whether there are piles, and another sub-step follows the present one.
    pub(crate) fn has_another_substep(&self) -> bool {
        self.solved_substeps.is_some_and(|solved| solved > 0 && solved < self.substeps)
    }

    /// The time at which the present sub-step ends.
    pub(crate) fn substep_end(&self) -> f64 {
        match self.solved_substeps {
            Some(solved) if solved > 0 => self.start_of_solver_substep(solved),
            _ => self.dt,
        }
    }

    /// Divides the rest of a step that had no piles when it began: a new sub-step begins with the first
    /// solver sub-step after `time`, if there is one, and the piles are solved then. The fastest body moves by `travel` of
    /// its sizes in a step.
    pub(crate) fn divide_after(&mut self, time: f64, travel: f64) {
        if self.solved_substeps == Some(0) {
            self.substeps = u32::max(self.substeps, Self::substeps_for(travel, self.dt));
            let later =
                (1..self.substeps).find(|number| self.start_of_solver_substep(*number) > time);
            self.solved_substeps = Some(later.unwrap_or(0));
        }
    }
}
