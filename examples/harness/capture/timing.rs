//! The frame times of a film.

use std::time::Duration;

/// The longest update of the App, in seconds.
const MAX_UPDATE_SECONDS: f64 = 1.0 / 60.0;

/// The number and the times of the frames of a film.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    fps: u32,
    frames: u32,
}

impl Timing {
    /// A film of `seconds` at `fps` frames a second, which is at least 1. It has at least one frame.
    #[must_use]
    pub fn new(fps: u32, seconds: f64) -> Self {
        Self { fps, frames: ((seconds * f64::from(fps)).round() as u32).max(1) }
    }

    /// The number of frames.
    #[must_use]
    pub fn frames(self) -> u32 {
        self.frames
    }

    /// The number of updates of the App for each frame. Some features of the demos need short updates, so a
    /// frame takes several of them.
    #[must_use]
    pub fn updates_per_frame(self) -> u32 {
        (1.0 / (f64::from(self.fps) * MAX_UPDATE_SECONDS)).ceil() as u32
    }

    /// The time by which each update advances the clocks.
    #[must_use]
    pub fn update_duration(self) -> Duration {
        Duration::from_secs_f64(1.0 / f64::from(self.fps * self.updates_per_frame()))
    }

    /// The time from the start of the film to a frame, in seconds.
    #[must_use]
    pub fn seconds(self, frame: u32) -> f64 {
        f64::from(frame) / f64::from(self.fps)
    }

    /// The time for which a frame is displayed, in hundredths of a second. GIF has no finer unit, so the delays
    /// differ by one where their sum would deviate from the true time.
    #[must_use]
    pub fn delay(self, frame: u32) -> u16 {
        let end = |frame: u32| (100.0 * self.seconds(frame)).round() as u32;
        (end(frame + 1) - end(frame)) as u16
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn delays_sum_to_true_time() {
        for fps in 1..=50 {
            let timing = Timing::new(fps, 4.0);
            assert_eq!(timing.frames(), 4 * fps);
            let delays = (0..timing.frames()).map(|frame| timing.delay(frame));
            assert_eq!(delays.clone().map(u32::from).sum::<u32>(), 400);
            let mean = 100.0 / f64::from(fps);
            assert!(delays.into_iter().all(|delay| (f64::from(delay) - mean).abs() < 1.0), "{fps}");
        }
    }

    #[test]
    fn updates_are_short_and_fill_a_frame() {
        for fps in [1, 12, 15, 25, 50, 60] {
            let timing = Timing::new(fps, 1.0);
            let update = timing.update_duration().as_secs_f64();
            assert!(update <= MAX_UPDATE_SECONDS + 1e-9, "{fps}");
            let frame = update * f64::from(timing.updates_per_frame());
            assert!((frame - timing.seconds(1)).abs() < 1e-6, "{fps}");
        }
        assert_eq!(Timing::new(15, 1.0).updates_per_frame(), 4);
    }

    #[test]
    fn short_recording_has_one_frame() {
        assert_eq!(Timing::new(15, 0.0).frames(), 1);
        assert_eq!(Timing::new(15, f64::NAN).frames(), 1);
    }
}
