//! The session with the other machine, and what is said of it.

use std::time::Duration;

use bevy::prelude::*;
use bevy_ggrs::ggrs::{DesyncDetection, P2PSession};
use bevy_ggrs::prelude::*;
use harness::keys::SharedClock;

use super::line::Line;
use super::rollback::{self, Config};
use crate::args::P2pArgs;
use crate::game::RATE;
use crate::input::LineText;
use crate::side::Side;

/// How many ticks are made at most with guesses of what the other player does.
const MOST_GUESSED: usize = 12;

/// How long nothing may come from the other machine until it counts as gone.
const SILENCE: Duration = Duration::from_secs(5);

/// How often the two machines compare their hashes, in ticks.
const COMPARED: u32 = 30;

/// What is said of the line; `None` if all is well.
#[derive(Resource, Clone, Debug, Default)]
pub struct LineNews {
    text: Option<String>,
    /// A tick after which the machines differ, of those that they compared. There should never be one.
    pub differs: Option<i32>,
    /// Whether the other machine has gone.
    pub is_gone: bool,
}

/// The side of this machine.
pub fn side(args: &P2pArgs) -> Side {
    // The options ask for a side.
    args.side.unwrap_or(Side::Left)
}

/// Adds a match with another machine to a game, which must make its ticks in the schedule of the library.
///
/// # Errors
/// If the port cannot be opened.
pub fn add_match(app: &mut App, args: &P2pArgs) -> Result<(), String> {
    let session = start(args)?;
    rollback::game(app);
    app.insert_resource(Session::P2P(session))
        .insert_resource(SharedClock)
        .init_resource::<LineNews>()
        .add_systems(Update, listen);
    Ok(())
}

fn start(args: &P2pArgs) -> Result<P2PSession<Config>, String> {
    let peer = args.p2p.ok_or("no address of the other machine")?;
    let late = Duration::from_millis(args.late);
    let line = Line::open(args.port, late, args.loss / 100.0)
        .map_err(|error| format!("port {}: {error}", args.port))?;
    let mut builder = SessionBuilder::<Config>::new()
        .with_num_players(2)
        .and_then(|it| it.with_fps(RATE))
        .map_err(|error| error.to_string())?
        .with_max_prediction_window(MOST_GUESSED)
        .with_input_delay(args.input_delay)
        .with_disconnect_timeout(SILENCE)
        .with_desync_detection_mode(DesyncDetection::On { interval: COMPARED });
    for side in Side::BOTH {
        let is_here = side == self::side(args);
        let player = if is_here { PlayerType::Local } else { PlayerType::Remote(peer.into()) };
        builder = builder.add_player(player, side as usize).map_err(|error| error.to_string())?;
    }
    builder.start_p2p_session(line).map_err(|error| error.to_string())
}

/// Reads what the library says of the other machine.
fn listen(mut session: ResMut<Session<Config>>, mut news: ResMut<LineNews>) {
    let Session::P2P(session) = &mut *session else { return };
    for event in session.events() {
        if news.differs.is_some() {
            break;
        }
        news.text = match event {
            GgrsEvent::Synchronizing { .. } => Some("The other machine answers".to_owned()),
            GgrsEvent::Synchronized { .. } | GgrsEvent::NetworkResumed { .. } => None,
            GgrsEvent::NetworkInterrupted { .. } => {
                Some("Nothing comes from the other machine".to_owned())
            }
            GgrsEvent::Disconnected { .. } => {
                news.is_gone = true;
                Some("The other machine has gone".to_owned())
            }
            GgrsEvent::DesyncDetected { frame, .. } => {
                news.differs.get_or_insert(frame);
                Some(format!("The machines differ at tick {frame}"))
            }
            GgrsEvent::WaitRecommendation { .. } => continue,
        };
    }
}

/// Says in the bar what there is to say of the line to the other machine.
pub fn explain_line(
    news: Res<LineNews>,
    session: Res<Session<Config>>,
    mut text: ResMut<LineText>,
) {
    let Session::P2P(session) = &*session else { return };
    let waits = session.current_frame() == 0;
    text.0 = news.text.clone().or(waits.then(|| "Waiting for the other machine".to_owned()));
}
