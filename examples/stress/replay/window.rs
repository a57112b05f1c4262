//! A recording in a window.

use std::process::ExitCode;
use std::time::Duration;

use bevy::math::DVec2;
use bevy::prelude::*;
use bevy_elastic::systems::ElasticSystems;
use bevy_elastic::time::{Elastic, ElasticTime};
use collide_core::body::{Body, Kind, Role};
use collide_core::recording::{Recording, Replay};
use collide_core::shape::Shape;
use harness::args::RunArgs;
use harness::bar::Bar;
use harness::camera::{camera, view};
use harness::keys::ResetRequested;
use harness::palette;
use harness::play::windowed;

use super::outline::outline;

/// How many frames an impact is shown.
const FLASH: u8 = 12;

/// Half the length of the cross of an impact, as a share of what the camera shows.
const CROSS_SHARE: f32 = 0.006;

/// The recording that is played.
#[derive(Resource)]
struct Played {
    recording: Recording<DVec2>,
    replay: Replay<DVec2>,
    /// The tick in which the replay began.
    start: u64,
    /// Where the last impacts were, and for how many frames they are still shown.
    impacts: Vec<(DVec2, u8)>,
    impact_count: usize,
    problem: Option<String>,
    is_over: bool,
    /// How large is what the camera shows, in length units; 0 before any body has entered.
    size: f32,
}

impl Played {
    fn new(recording: Recording<DVec2>, start: u64) -> Self {
        let replay = recording.clone().replay();
        let (impacts, impact_count, problem, is_over) = (Vec::new(), 0, None, false);
        Self { recording, replay, start, impacts, impact_count, problem, is_over, size: 0.0 }
    }

    /// Makes the next step, and returns its length in seconds if there is one.
    fn step(&mut self) -> Option<f64> {
        let step = self.replay.step().map(|report| {
            report.map(|it| (it.dt, it.impacts().map(|hit| hit.point).collect::<Vec<_>>()))
        });
        match step {
            Ok(Some((dt, points))) => {
                self.impact_count += points.len();
                self.impacts.extend(points.into_iter().map(|point| (point, FLASH)));
                return Some(dt);
            }
            Ok(None) => self.is_over = true,
            Err(error) => self.problem = Some(error.to_string()),
        }
        None
    }
}

/// Plays a recording in a window.
pub fn play(recording: Recording<DVec2>, args: &RunArgs) -> ExitCode {
    let args = RunArgs { record: None, ..args.clone() };
    let mut app = windowed::<DVec2>("Replay", 0.1, &args);
    app.insert_resource(Played::new(recording, 0))
        .add_systems(Startup, |mut commands: Commands| {
            commands.spawn(camera(Vec2::ZERO, Vec2::ONE));
        })
        .add_systems(FixedPostUpdate, step.in_set(ElasticSystems::Prepare))
        .add_systems(
            Update,
            (restart, show_all.run_if(|it: Res<Played>| it.size == 0.0), draw, fill_bar).chain(),
        );
    harness::play::play(app)
}

/// Fits the camera to the first bodies that have bounds: a recording may begin before any has entered.
fn show_all(
    mut played: ResMut<Played>,
    camera: Single<(&mut Transform, &mut Projection), With<Camera2d>>,
) {
    let world = played.replay.world();
    let bodies = world.ids().filter_map(|id| world.body(id));
    let bounded = bodies.filter(|body| !matches!(body.shape, Shape::HalfSpace { .. }));
    let points = bounded.flat_map(|body| placed(&body).concat());
    let bounds = points.fold(None, |bounds: Option<[DVec2; 2]>, point| {
        let [low, high] = bounds.unwrap_or([point; 2]);
        Some([low.min(point), high.max(point)])
    });
    let Some([low, high]) = bounds.map(|corners| corners.map(|corner| corner.as_vec2())) else {
        return;
    };
    let size = (high - low).max(Vec2::splat(1e-3));
    // With a margin, and the bar above.
    let middle = (low + high) * 0.5 + Vec2::Y * 0.045 * size.y;
    let (mut place, mut projection) = camera.into_inner();
    place.translation = middle.extend(place.translation.z);
    *projection = view(size * vec2(1.05, 1.15));
    played.size = size.max_element();
}

/// The closed lines of a body where it is.
fn placed(body: &Body<DVec2>) -> Vec<Vec<DVec2>> {
    let place = |point: DVec2| body.position + body.rotation.to_global(point);
    outline(&body.shape).into_iter().map(|line| line.into_iter().map(place).collect()).collect()
}

/// Makes the step of a tick. After a rewind the recording is played again up to it.
fn step(mut played: ResMut<Played>, elastic: Res<Time<Elastic>>, mut fixed: ResMut<Time<Fixed>>) {
    let wanted = elastic.tick().saturating_sub(played.start);
    if wanted < played.replay.steps() {
        let (recording, start) = (played.recording.clone(), played.start.min(elastic.tick()));
        *played = Played { size: played.size, ..Played::new(recording, start) };
        while played.replay.steps() < wanted && played.step().is_some() {}
    }
    if let Some(dt) = played.step() {
        let tick = Duration::from_secs_f64(dt.clamp(1e-4, 1.0));
        if fixed.timestep() != tick {
            fixed.set_timestep(tick);
        }
    }
}

fn restart(
    mut resets: MessageReader<ResetRequested>,
    mut played: ResMut<Played>,
    time: Res<Time<Elastic>>,
) {
    if resets.read().count() > 0 {
        let again = Played::new(played.recording.clone(), time.tick());
        *played = Played { size: played.size, ..again };
    }
}

/// Draws the bodies after the last step, and the last impacts.
fn draw(mut played: ResMut<Played>, mut gizmos: Gizmos) {
    let world = played.replay.world();
    for id in world.ids() {
        let Some(body) = world.body(id).filter(|_| world.absorbed_by(id).is_none()) else {
            continue;
        };
        let color = match (&body.role, body.kind) {
            (Role::Solid, Kind::Dynamic) if world.is_asleep(id) => palette::TEXT_FAINT,
            (Role::Solid, Kind::Dynamic) => {
                palette::BODIES[world.key(id).unwrap_or_default() as usize % 8]
            }
            (Role::Solid, Kind::Static) => palette::WALL,
            (Role::Solid, Kind::Kinematic) => palette::ACCENT,
            _ => palette::FAINT,
        };
        for line in placed(&body) {
            let points = line.iter().chain(line.first()).map(|point| point.as_vec2());
            gizmos.linestrip_2d(points, color);
        }
    }
    let length = CROSS_SHARE * played.size;
    for (place, frames) in &mut played.bypass_change_detection().impacts {
        let share = f32::from(*frames) / f32::from(FLASH);
        gizmos.cross_2d(place.as_vec2(), length, palette::IVORY.with_alpha(share));
        *frames -= 1;
    }
    played.impacts.retain(|(_, frames)| *frames > 0);
}

fn fill_bar(played: Res<Played>, mut bar: ResMut<Bar>) {
    let (made, all) = (played.replay.steps(), played.recording.steps());
    bar.set_if_neq(Bar {
        title: "Replay".to_owned(),
        subtitle: format!("{} bodies", played.replay.world().ids().count()),
        message: match &played.problem {
            Some(problem) => problem.clone(),
            None if played.is_over => "The recording is over".to_owned(),
            None => format!("Step {made} of {all}, {} impacts", played.impact_count),
        },
        is_wrong: played.problem.is_some(),
        hint: "Space  pause     N  one step     R  from the start".to_owned(),
        keys: &[],
        unused: &[".", "V", "T", "L", "Tab", "I", "C"],
    });
}
