//! The rules: score, lanes, targets, the loop, multiball, the ball save, and three balls a game.

use bevy::prelude::*;
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use harness::keys::ResetRequested;

use crate::ball::{Ball, ball};
use crate::controls::Controls;
use crate::parts::{Part, Struck};
use crate::plunger::Plunger;
use crate::table::is_in_lane;
use crate::tilt::Tilt;

/// The number of balls of a game.
pub const BALLS: u8 = 3;

/// The largest multiplier of the score.
pub const MOST: u8 = 5;

/// How long a ball is saved after its launch, in seconds.
pub const SAVE: f64 = 10.0;

/// What each ball adds to the bonus at its end, for each hit.
const BONUS: u64 = 50;

/// The state of a game.
#[derive(Resource, Clone, Debug, Default)]
pub struct Game {
    pub score: u64,
    /// The best score since the start of the program.
    pub best: u64,
    /// The number of the ball, from 1; 0 before the first.
    pub ball: u8,
    pub is_over: bool,
    pub multiplier: u8,
    pub bonus: u64,
    /// Which lanes at the top are lit.
    pub lanes: [bool; 3],
    /// Whether the loop starts multiball.
    pub is_loop_lit: bool,
    pub is_multiball: bool,
    /// How the balls come into play.
    pub serve: Serve,
    /// What happened last.
    pub news: String,
    pub counts: Counts,
}

/// How the balls come into play.
#[derive(Clone, Debug, Default)]
pub struct Serve {
    /// The number of balls that wait for the lane of the plunger.
    pub queue: u8,
    /// Whether the plunger launches them by itself.
    pub is_automatic: bool,
    /// Until when a ball that drains comes back, in seconds of the game.
    pub saved_until: f64,
    /// Whether the ball has been saved, which happens once.
    was_saved: bool,
}

/// How often something happened in all games.
#[derive(Clone, Debug, Default, serde::Serialize)]
pub struct Counts {
    pub games: u32,
    pub launches: u32,
    pub drains: u32,
    pub saves: u32,
    pub banks: u32,
    pub multiballs: u32,
    pub tilts: u32,
    /// The sum of the scores of all games that have ended.
    pub points: u64,
}

impl Game {
    /// A new game after this one.
    fn renew(&mut self) {
        let (best, counts) = (self.best, self.counts.clone());
        *self = Self { best, counts, ..Self::default() };
        self.next_ball();
    }

    fn next_ball(&mut self) {
        self.ball += 1;
        self.multiplier = 1;
        self.bonus = 0;
        self.lanes = [false; 3];
        self.serve = Serve { queue: 1, ..Serve::default() };
        self.news = format!("Ball {} of {BALLS}: hold Space, and release it", self.ball);
    }

    fn add(&mut self, points: u64) {
        self.score += points * u64::from(self.multiplier) * if self.is_multiball { 2 } else { 1 };
        self.best = self.best.max(self.score);
    }

    fn tell(&mut self, news: &str) {
        self.news = news.to_owned();
    }

    /// A ball has hit or passed a part.
    fn hit(&mut self, part: Part, now: f64) {
        self.bonus += BONUS;
        match part {
            Part::Bumper => self.add(100),
            Part::Sling { .. } => self.add(20),
            Part::Target(_) => self.add(500),
            Part::InLane => self.add(200),
            Part::OutLane => self.add(1000),
            Part::Lane(number) => self.light(number),
            Part::Loop if self.is_loop_lit && !self.is_multiball => self.start_multiball(now),
            Part::Loop if self.is_multiball => {
                self.add(10_000);
                self.tell("Jackpot! 20,000 times the multiplier");
            }
            Part::Loop => {
                self.add(2000);
                self.tell("Loop: 2,000");
            }
            Part::Launch => {
                self.counts.launches += 1;
                if !self.serve.was_saved {
                    self.serve.saved_until = now + SAVE;
                }
                match (self.is_multiball, self.is_loop_lit) {
                    (true, _) => {
                        self.tell("Multiball! Shoot the loop at the right for the jackpot")
                    }
                    (false, true) => self.tell("The loop at the right starts multiball"),
                    (false, false) => self.tell("Hit the three drop targets at the left"),
                }
            }
        }
    }

    /// Lights a lane. All three raise the multiplier.
    fn light(&mut self, number: usize) {
        self.lanes[number] = true;
        self.add(300);
        if self.lanes == [true; 3] {
            self.lanes = [false; 3];
            self.add(3000);
            self.multiplier = (self.multiplier + 1).min(MOST);
            self.news = format!("All lanes: the score counts {} times", self.multiplier);
        }
    }

    /// All drop targets are down.
    fn complete_bank(&mut self) {
        self.counts.banks += 1;
        self.add(5000);
        self.is_loop_lit |= !self.is_multiball;
        self.tell("All targets: the loop at the right starts multiball");
    }

    fn start_multiball(&mut self, now: f64) {
        self.counts.multiballs += 1;
        self.is_multiball = true;
        self.is_loop_lit = false;
        let saved_until = now + 2.0 * SAVE;
        self.serve = Serve { queue: 2, is_automatic: true, saved_until, was_saved: true };
        self.add(5000);
        self.tell("Multiball! Everything counts twice, the loop is a jackpot");
    }

    /// A ball has drained, and so many are left.
    fn drain(&mut self, left: usize, now: f64, is_tilted: bool) {
        self.counts.drains += 1;
        if now < self.serve.saved_until && !is_tilted {
            self.counts.saves += 1;
            self.serve.queue += 1;
            self.serve.is_automatic = true;
            // A ball alone is saved once, and those of multiball until their time is over.
            self.serve.was_saved = true;
            self.serve.saved_until = if self.is_multiball { self.serve.saved_until } else { now };
            self.tell("Ball saved");
            return;
        }
        let left = left + usize::from(self.serve.queue);
        self.is_multiball &= left > 1;
        if left > 0 {
            return;
        }
        let news = if is_tilted {
            "Tilt: no bonus. ".to_owned()
        } else {
            self.add(self.bonus);
            format!("Bonus {} times {}. ", self.bonus, self.multiplier)
        };
        if self.ball < BALLS {
            self.next_ball();
            self.news.insert_str(0, &news);
        } else {
            self.is_over = true;
            self.counts.games += 1;
            self.counts.points += self.score;
            let is_best = self.score == self.best;
            self.tell(if is_best { "Game over: the best score yet" } else { "Game over" });
        }
    }
}

/// Notes what balls hit.
pub fn collide(
    on: On<Collided>,
    balls: Query<(), With<Ball>>,
    mut parts: Query<(&Part, &mut Struck)>,
    (time, tilt): (Res<Time<Elastic>>, Res<Tilt>),
    mut game: ResMut<Game>,
) {
    if let (true, Ok((part, mut struck))) = (balls.contains(on.entity), parts.get_mut(on.other)) {
        struck.0 = time.elapsed_secs_f64();
        // A gate scores if it is passed.
        if !tilt.is_tilted && !matches!(part, Part::Loop | Part::Launch) {
            game.hit(*part, struck.0);
        }
    }
}

/// Notes what balls pass.
pub fn pass(
    on: On<SensorEntered>,
    balls: Query<(), With<Ball>>,
    mut parts: Query<(&Part, &mut Struck)>,
    (time, tilt): (Res<Time<Elastic>>, Res<Tilt>),
    mut game: ResMut<Game>,
) {
    if let (true, Ok((part, mut struck))) = (balls.contains(on.entity), parts.get_mut(on.sensor)) {
        struck.0 = time.elapsed_secs_f64();
        if !tilt.is_tilted {
            game.hit(*part, struck.0);
        }
    }
}

/// Notes whether the last drop target has fallen.
pub fn fall(
    _on: On<Broken>,
    targets: Query<(&Part, Has<Absorbed>)>,
    tilt: Res<Tilt>,
    mut game: ResMut<Game>,
) {
    let mut targets = targets.iter().filter(|(part, _)| matches!(part, Part::Target(_)));
    if targets.all(|(_, is_down)| is_down) && !tilt.is_tilted {
        game.complete_bank();
    }
}

/// Before each tick: takes away balls that have drained.
pub fn drain(
    balls: Query<(Entity, Has<Absorbed>), With<Ball>>,
    time: Res<Time<Elastic>>,
    mut tilt: ResMut<Tilt>,
    mut game: ResMut<Game>,
    mut commands: Commands,
) {
    let mut left = balls.iter().count();
    for (ball, _) in balls.iter().filter(|(_, is_drained)| *is_drained) {
        left -= 1;
        commands.entity(ball).despawn();
        game.drain(left, time.elapsed_secs_f64(), tilt.is_tilted);
    }
    if left == 0 && tilt.is_tilted {
        game.counts.tilts += 1;
        *tilt = Tilt::default();
    }
}

/// Before each tick: puts the next ball into the lane of the plunger, if it is free.
pub fn serve(
    balls: Query<&Position, With<Ball>>,
    mut plunger: Single<&mut Plunger>,
    mut game: ResMut<Game>,
    mut commands: Commands,
) {
    let is_free = !balls.iter().any(|ball| is_in_lane(ball.0));
    if is_free && game.serve.queue > 0 && plunger.pulled == 0.0 {
        game.serve.queue -= 1;
        plunger.is_automatic = game.serve.is_automatic;
        game.serve.is_automatic &= game.serve.queue > 0;
        commands.spawn(ball());
    }
}

/// Before each tick: a flipper that goes up moves the lit lanes on, to its side.
pub fn change_lanes(controls: Res<Controls>, mut game: ResMut<Game>, mut held: Local<[bool; 2]>) {
    let [left, right] = [0, 1].map(|it| controls.flippers[it] && !held[it]);
    *held = controls.flippers;
    if left {
        game.lanes.rotate_left(1);
    }
    if right {
        game.lanes.rotate_right(1);
    }
}

/// Starts the first game, or a new one.
pub fn restart(
    balls: Query<Entity, With<Ball>>,
    fallen: Query<Entity, (With<Part>, With<Absorbed>)>,
    mut game: ResMut<Game>,
    mut tilt: ResMut<Tilt>,
    mut commands: Commands,
) {
    balls.iter().for_each(|ball| commands.entity(ball).despawn());
    for target in &fallen {
        commands.entity(target).remove::<Absorbed>();
    }
    *tilt = Tilt::default();
    game.renew();
}

/// Writes that a new game is wanted, if this one is over.
pub fn ask_again(game: &Game, resets: &mut MessageWriter<ResetRequested>) {
    resets.write_batch(game.is_over.then_some(ResetRequested));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started() -> Game {
        let mut game = Game::default();
        game.renew();
        game
    }

    #[test]
    fn three_balls_end_a_game_and_the_best_score_stays() {
        let mut game = started();
        for ball in 1..=BALLS {
            assert!(game.ball == ball && !game.is_over && game.serve.queue == 1);
            game.hit(Part::Bumper, 0.0);
            game.serve.queue = 0;
            game.drain(0, 99.0, false);
        }
        assert!(game.is_over && game.counts.games == 1);
        assert_eq!(game.score, 3 * (100 + BONUS));
        game.renew();
        assert!(game.score == 0 && game.best == 3 * (100 + BONUS) && game.ball == 1);
    }

    #[test]
    fn ball_is_saved_once_after_its_launch_and_never_in_a_tilt() {
        let mut game = started();
        game.serve.queue = 0;
        game.hit(Part::Launch, 5.0);
        game.drain(0, 5.0 + 0.9 * SAVE, false);
        assert!(game.ball == 1 && game.serve.queue == 1 && game.serve.is_automatic);
        game.serve.queue = 0;
        game.hit(Part::Launch, 20.0);
        game.drain(0, 20.0 + 0.5 * SAVE, false);
        assert_eq!(game.ball, 2);
        game.serve.queue = 0;
        game.hit(Part::Launch, 50.0);
        game.drain(0, 51.0, true);
        assert_eq!(game.ball, 3);
    }

    #[test]
    fn lit_loop_starts_multiball_which_ends_with_the_last_but_one_ball() {
        let mut game = started();
        game.serve.queue = 0;
        game.hit(Part::Loop, 0.0);
        assert!(!game.is_multiball);
        game.complete_bank();
        game.hit(Part::Loop, 100.0);
        assert!(game.is_multiball && game.serve.queue == 2);
        game.serve.queue = 0;
        game.drain(2, 100.0 + 3.0 * SAVE, false);
        assert!(game.is_multiball);
        game.drain(1, 100.0 + 3.0 * SAVE, false);
        assert!(!game.is_multiball && game.ball == 1);
    }

    #[test]
    fn three_lanes_raise_the_multiplier() {
        let mut game = started();
        (0..3).for_each(|lane| game.hit(Part::Lane(lane), 0.0));
        assert!(game.multiplier == 2 && game.lanes == [false; 3]);
        let before = game.score;
        game.hit(Part::Bumper, 0.0);
        assert_eq!(game.score, before + 200);
    }
}
