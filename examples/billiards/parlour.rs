//! How do the rules and the looks meet while nothing moves yet?
//!
//! The balls stand still; Enter plays a shot from a list, so that the rules and the HUD can be seen.

use bevy::app::{App, AppExit, Plugin, Startup, Update};
use bevy::asset::Assets;
use bevy::camera::Camera;
use bevy::camera::visibility::Visibility;
use bevy::ecs::prelude::{
    Commands, DetectChangesMut, Entity, IntoScheduleConfigs, MessageWriter, Query, Res, ResMut,
    Resource, Single, With,
};
use bevy::image::Image;
use bevy::input::ButtonInput;
use bevy::input::keyboard::KeyCode;
use bevy::input::mouse::MouseButton;
use bevy::math::Vec2;
use bevy::transform::components::GlobalTransform;
use bevy::window::{PrimaryWindow, Window};
use scenes::billiards::{HEAD_STRING, RACK_GAP, Table, rack};

use crate::look::balls::{self, BallPictures, Numbered};
use crate::look::cue::CueView;
use crate::look::hud::{HudView, Side};
use crate::look::{camera, table};
use crate::rules::ball::{Ball, BallSet};
use crate::rules::eight_ball::EightBall;
use crate::rules::practice::Practice;
use crate::rules::shot::{Happening, Shot};
use crate::rules::verdict::{Placement, Player};

/// Contacts of the cue ball and balls pocketed, one shot a line; a pocketed zero is a scratch.
const SHOTS: [(u8, &[u8]); 6] =
    [(1, &[12]), (9, &[9, 3]), (10, &[]), (2, &[2]), (4, &[4, 0]), (11, &[11])];

/// What is being played.
#[derive(Clone)]
enum Game {
    EightBall(EightBall),
    Practice(Practice),
}

/// The game, those before it, and the last answer.
#[derive(Resource)]
struct Parlour {
    game: Game,
    before: Vec<(Game, String, bool)>,
    message: String,
    foul: bool,
    /// When the last shot ended, in seconds after the stroke.
    ended: f64,
    help: bool,
}

/// The table with a rack on it.
pub struct ParlourPlugin;

impl Plugin for ParlourPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Parlour {
            game: Game::EightBall(EightBall::new(Player::One)),
            before: vec![],
            message: "Player 1 breaks.".to_owned(),
            foul: false,
            ended: 0.0,
            help: false,
        })
        .add_systems(Startup, (set_table, table_of_scene))
        .add_systems(Update, (keys, aim, clear, show).chain());
    }
}

fn table_of_scene(workshop: table::Workshop) {
    table::spawn(&Table::nine_foot(), workshop);
}

fn set_table(mut commands: Commands, mut images: ResMut<Assets<Image>>) {
    commands.spawn(camera());
    let pictures = BallPictures::new(&mut images);
    let places = rack(8, RACK_GAP).balls;
    for (ball, place) in Ball::all().zip(places) {
        balls::spawn(&mut commands, &pictures, ball, place);
    }
    commands.insert_resource(pictures);
}

fn keys(
    keys: Res<ButtonInput<KeyCode>>,
    mut parlour: ResMut<Parlour>,
    mut exit: MessageWriter<AppExit>,
) {
    if keys.just_pressed(KeyCode::Escape) {
        exit.write(AppExit::Success);
    }
    if keys.just_pressed(KeyCode::KeyH) {
        parlour.help = !parlour.help;
    }
    if keys.just_pressed(KeyCode::KeyM) {
        parlour.before.clear();
        parlour.foul = false;
        (parlour.game, parlour.message) = match parlour.game {
            Game::EightBall(_) => {
                (Game::Practice(Practice::default()), "Free practice.".to_owned())
            }
            Game::Practice(_) => {
                (Game::EightBall(EightBall::new(Player::One)), "Player 1 breaks.".to_owned())
            }
        };
    }
    if keys.just_pressed(KeyCode::Enter) {
        parlour.play();
    }
    if keys.just_pressed(KeyCode::KeyU)
        && let Some((game, message, foul)) = parlour.before.pop()
    {
        (parlour.game, parlour.message, parlour.foul) = (game, message, foul);
    }
}

impl Parlour {
    /// Judges the next shot of the list.
    fn play(&mut self) {
        let Some(&(first, pocketed)) = SHOTS.get(self.before.len()) else { return };
        let mut happenings = vec![
            Happening::Contact { a: Ball::CUE, b: Ball(first), time: 0.4 },
            Happening::Cushion { ball: Ball(first), time: 0.9 },
        ];
        for (place, &ball) in pocketed.iter().enumerate() {
            let time = 1.0 + place as f64;
            happenings.push(Happening::Pocketed { ball: Ball(ball), pocket: place, time });
        }
        let shot = Shot::new(happenings);
        self.ended = shot.happenings().last().map_or(0.0, Happening::time);
        let (game, message, foul, hand) = match &self.game {
            Game::EightBall(game) => {
                let verdict = game.judge(&shot);
                let foul = !verdict.fouls.is_empty();
                (Game::EightBall(verdict.next), verdict.message, foul, verdict.ball_in_hand)
            }
            Game::Practice(game) => {
                let verdict = game.judge(&shot);
                (Game::Practice(verdict.next), verdict.message, false, verdict.ball_in_hand)
            }
        };
        let place = match hand {
            None => "",
            Some(Placement::Anywhere) => " Ball in hand.",
            Some(Placement::BehindHeadString) => " Ball in hand behind the head string.",
        };
        let before = std::mem::replace(&mut self.game, game);
        let said = std::mem::replace(&mut self.message, message + place);
        self.before.push((before, said, self.foul));
        self.foul = foul;
    }

    fn on_table(&self) -> BallSet {
        match &self.game {
            Game::EightBall(game) => game.table,
            Game::Practice(game) => game.table,
        }
    }
}

/// The cue follows the mouse; holding the left button pulls it back.
fn aim(
    window: Single<&Window, With<PrimaryWindow>>,
    camera: Single<(&Camera, &GlobalTransform)>,
    buttons: Res<ButtonInput<MouseButton>>,
    mut cue: ResMut<CueView>,
) {
    let ball = Vec2::new(HEAD_STRING as f32, 0.0);
    let (lens, place) = *camera;
    let cursor = window.cursor_position().and_then(|at| lens.viewport_to_world_2d(place, at).ok());
    let direction = cursor.map_or(Vec2::X, |cursor| (cursor - ball).normalize_or(Vec2::X));
    let power = if buttons.pressed(MouseButton::Left) { 0.7 } else { 0.25 };
    let pull_back = 0.02 + 0.25 * power;
    cue.set_if_neq(CueView { visible: true, ball, direction, pull_back, power });
}

/// Hides the balls that are not on the table.
fn clear(parlour: Res<Parlour>, mut balls: Query<(Entity, &Numbered)>, mut commands: Commands) {
    let table = parlour.on_table();
    for (entity, &Numbered(ball)) in &mut balls {
        let shown = ball == Ball::CUE || table.contains(ball);
        let visibility = if shown { Visibility::Inherited } else { Visibility::Hidden };
        commands.entity(entity).insert(visibility);
    }
}

fn show(parlour: Res<Parlour>, mut view: ResMut<HudView>) {
    let (sides, active) = match &parlour.game {
        Game::EightBall(game) => {
            let side = |player| eight_ball_side(game, player);
            ([side(Player::One), side(Player::Two)], usize::from(game.turn == Player::Two))
        }
        Game::Practice(game) => {
            let task = format!("{} pocketed in {} shots", game.pocketed, game.shots);
            let side = Side { name: "Practice".to_owned(), task, balls: vec![] };
            ([side, Side::default()], 0)
        }
    };
    view.set_if_neq(HudView {
        sides,
        active,
        message: parlour.message.clone(),
        foul: parlour.foul,
        hint: format!("{:.1} s     H  keys", parlour.ended),
        keys: KEYS.to_vec(),
        help: parlour.help,
    });
}

/// The keys of the game and what they do.
const KEYS: [(&str, &str); 7] = [
    ("Mouse", "aim"),
    ("Left button", "pull back"),
    ("Enter", "play the next shot of the list"),
    ("U", "take a shot back"),
    ("M", "eight-ball or free practice"),
    ("H", "these keys"),
    ("Esc", "leave"),
];

fn eight_ball_side(game: &EightBall, player: Player) -> Side {
    let group = game.group(player);
    let balls: Vec<Ball> = group.map_or(vec![], |group| game.table.of(group).collect());
    let (task, balls) = match (game.winner, group) {
        (Some(winner), _) => (if winner == player { "wins" } else { "" }, vec![]),
        (None, None) => ("open table", balls),
        (None, Some(_)) if balls.is_empty() => ("on the eight", vec![Ball::EIGHT]),
        (None, Some(group)) => (group.name(), balls),
    };
    Side { name: player.name().to_owned(), task: task.to_owned(), balls }
}
