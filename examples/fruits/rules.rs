//! The rules: merges and their points, and the line above which no fruit may stay.

use bevy::prelude::*;
use bevy_elastic::prelude::*;
use bevy_elastic::simulation::{Simulation, SimulationStepper};

use crate::board::{Above, LINE, fruit};
use crate::kinds::{Fruit, KINDS};
use crate::merging::merges;

/// How long a fruit may be above the line, in seconds.
pub const PATIENCE: f64 = 3.0;

/// The state of a game.
#[derive(Resource, Clone, Debug, Default)]
pub struct Game {
    pub score: u32,
    /// The best score since the start of the program.
    pub best: u32,
    /// The number of fruits that were dropped.
    pub dropped: u32,
    /// How often two of each kind have merged.
    pub merged: [u32; KINDS],
    /// The longest time that a fruit has been above the line, in seconds.
    pub above: f64,
    pub is_over: bool,
    /// How many seconds ago the game has ended.
    pub over_since: f64,
    /// The number of games before this one.
    pub games: u32,
}

impl Game {
    /// Begins the next game.
    pub fn renew(&mut self) {
        *self = Self { best: self.best, games: self.games + 1, ..Self::default() };
    }

    /// The number of fruits in the box, if none was lost: of two that merge one is left, and none of the largest.
    pub fn left(&self) -> u32 {
        let merges: u32 = self.merged.iter().sum();
        self.dropped - merges - self.merged[KINDS - 1]
    }

    fn count(&mut self, fruit: Fruit) {
        self.merged[fruit.0] += 1;
        self.score += fruit.points();
        self.best = self.best.max(self.score);
    }

    /// A fruit has been above the line for so long.
    fn wait(&mut self, seconds: f64) {
        self.above = self.above.max(seconds);
        self.is_over |= self.above >= PATIENCE;
    }
}

/// A message: two fruits of a kind have merged.
#[derive(Message, Clone, Copy, Debug)]
pub struct Merged {
    pub fruit: Fruit,
    pub place: Vec2,
}

/// Before each tick: merges what has touched in the last one.
pub fn merge(
    (simulation, last): (Res<Simulation>, Res<SimulationStepper>),
    fruits: Query<(), With<Fruit>>,
    mut game: ResMut<Game>,
    mut merged: MessageWriter<Merged>,
    mut commands: Commands,
) {
    for merge in merges(simulation.world(), last.report()) {
        let pair = merge.bodies.map(|it| simulation.entity(it).filter(|it| fruits.contains(*it)));
        // After a restart the fruits of the last tick are gone.
        let [Some(one), Some(other)] = pair else { continue };
        [one, other].iter().for_each(|it| commands.entity(*it).despawn());
        if let Some(next) = merge.fruit.next() {
            commands.spawn(fruit(next, merge.place, merge.velocity));
        }
        game.count(merge.fruit);
        merged.write(Merged { fruit: merge.fruit, place: merge.place });
    }
}

/// Before each tick: counts for how long fruits have been above the line, or the game is over.
pub fn watch_line(
    mut fruits: Query<(&Fruit, &Position, &mut Above)>,
    time: Res<Time<Elastic>>,
    mut game: ResMut<Game>,
) {
    if game.is_over {
        game.over_since += time.tick_seconds();
        return;
    }
    game.above = 0.0;
    for (fruit, place, mut above) in &mut fruits {
        let is_above = place.0.y + fruit.radius() > LINE;
        above.0 = if is_above { above.0 + time.tick_seconds() } else { 0.0 };
        game.wait(above.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merges_leave_one_fruit_and_those_of_the_largest_none() {
        let mut game = Game { dropped: 9, ..Game::default() };
        game.count(Fruit(0));
        assert!(game.left() == 8 && game.score == 1);
        game.count(Fruit(KINDS - 1));
        assert!(game.left() == 6 && game.score == 67);
    }

    #[test]
    fn game_ends_after_the_patience_and_the_best_score_stays() {
        let mut game = Game { dropped: 2, ..Game::default() };
        game.count(Fruit(4));
        game.wait(0.9 * PATIENCE);
        assert!(!game.is_over);
        game.wait(PATIENCE);
        assert!(game.is_over);
        game.renew();
        assert!(!game.is_over && game.score == 0 && game.best == 15 && game.games == 1);
    }
}
