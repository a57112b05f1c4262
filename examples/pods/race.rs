//! A race between two turns: the pods, and which team has won.

use bevy::math::DVec2;

use crate::course::Course;
use crate::pod::{Order, Pod};
use crate::team::{PODS, Team};

/// A race between two turns. With the course it is all that decides the rest, so that futures start from it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Race {
    pub pods: [Pod; PODS],
    /// How many turns have been made.
    pub turn: u32,
    pub winner: Option<Team>,
}

impl Race {
    /// A race before its first turn.
    pub fn new(course: &Course) -> Self {
        let pods = std::array::from_fn(|pod| Pod::new(course.start(pod)));
        Self { pods, turn: 0, winner: None }
    }

    /// Turns and accelerates the pods, before they move.
    pub fn begin(&mut self, orders: &[Order; PODS]) {
        for (pod, order) in self.pods.iter_mut().zip(orders) {
            let order = if pod.is_out() { pod.coast() } else { *order };
            pod.begin(&order);
        }
        // The two pods of a team share one boost.
        for team in Team::BOTH {
            let has_boost = team.pods().into_iter().all(|pod| self.pods[pod].has_boost);
            team.pods().into_iter().for_each(|pod| self.pods[pod].has_boost = has_boost);
        }
    }

    /// A pod has come into a checkpoint while it moved. In a turn this is called in the order of time.
    pub fn enter(&mut self, course: &Course, pod: usize, checkpoint: usize) {
        let it = &mut self.pods[pod];
        if self.winner.is_some() || it.is_out() || course.next(it.passed) != checkpoint {
            return;
        }
        it.passed += 1;
        it.idle = 0;
        if it.passed == course.total() {
            self.winner = Some(Team::of(pod));
        }
    }

    /// Ends a turn, with the places and the velocities to which the pods have moved.
    pub fn end(&mut self, moved: [(DVec2, DVec2); PODS]) {
        for (pod, (place, velocity)) in self.pods.iter_mut().zip(moved) {
            pod.end(place, velocity);
        }
        if self.winner.is_some() {
            return;
        }
        self.turn += 1;
        let is_out = |team: &Team| team.pods().into_iter().all(|pod| self.pods[pod].is_out());
        self.winner = Team::BOTH.into_iter().find(is_out).map(Team::other);
    }

    /// The pod of a team that is in front.
    pub fn leader(&self, course: &Course, team: Team) -> usize {
        let rank = |pod: &usize| self.pods[*pod].progress(course);
        let [one, other] = team.pods();
        if rank(&other) > rank(&one) { other } else { one }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pod::{MAX_IDLE, Power};

    #[test]
    fn checkpoints_count_in_their_order() {
        let course = Course::new(1);
        let mut race = Race::new(&course);
        race.enter(&course, 2, 2);
        assert_eq!(race.pods[2].passed, 0);
        for passed in 0..course.total() {
            assert_eq!(race.winner, None);
            race.enter(&course, 2, course.next(passed));
        }
        assert_eq!(race.winner, Some(Team::Orange));
    }

    #[test]
    fn team_that_passes_nothing_loses() {
        let course = Course::new(1);
        let mut race = Race::new(&course);
        let still = race.pods.map(|pod| (pod.place, pod.velocity));
        for turn in 0..MAX_IDLE {
            assert_eq!(race.winner, None);
            if turn == 10 {
                race.enter(&course, 1, 1);
            }
            race.end(still);
        }
        assert_eq!(race.winner, Some(Team::Blue));
    }

    #[test]
    fn team_has_one_boost() {
        let mut race = Race::new(&Course::new(1));
        let orders = [Power::Boost, Power::Thrust(0.0), Power::Shield, Power::Shield]
            .map(|power| Order { heading: 0.0, power });
        race.begin(&orders);
        assert_eq!(race.pods.map(|pod| pod.has_boost), [false, false, true, true]);
    }
}
