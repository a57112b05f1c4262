//! The keys that all demos share, and the overlays that they toggle.
//!
//! Space belongs to each demo: it does what a player expects there, as to launch, to shoot or to drop.

use bevy::prelude::*;
use bevy_egui::input::EguiWantsInput;
use bevy_egui::{EguiContexts, EguiPostUpdateSet};
use bevy_elastic::prelude::*;
use bevy_elastic::space::Space;

use crate::host::IN_PAGE;

/// The keys of all demos and their actions, for the list of keys.
pub const KEYS: [(&str, &str); 15] = [
    ("P", "pause"),
    (".", "to the next impact"),
    ("N", "one tick"),
    ("[  ]", "slower, faster"),
    ("Backspace", "back one second"),
    ("R", "reset"),
    ("V", "velocities"),
    ("T", "trails"),
    ("L", "predicted paths"),
    ("Tab", "panel"),
    ("I", "inspector of the physics"),
    ("C", "colliders, contacts, impacts"),
    ("Wheel", "zoom; right drag pans"),
    ("H", "these keys"),
    ("Esc", if IN_PAGE { "close this list" } else { "close this list, then quit" }),
];

/// The overlays that are visible.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Overlays {
    /// Velocity arrows.
    pub vectors: bool,
    /// The colliders, contacts and impacts as the simulation has them.
    pub debug: bool,
    /// The inspector of the physics.
    pub inspector: bool,
    /// Trails: the past paths of bodies.
    pub trails: bool,
    /// Predicted paths of bodies.
    pub paths: bool,
    /// The panel of constants and measurements.
    pub panel: bool,
    /// The list of keys.
    pub help: bool,
}

/// If this resource exists, another machine has the same clock: the keys that stop, change or turn back the clock have no effect,
/// and neither has that of the inspector, which can do all of it.
#[derive(Resource, Clone, Copy, Debug)]
pub struct SharedClock;

/// If this resource exists, Backspace has no effect: what the game has despawned or counted would not come back.
#[derive(Resource, Clone, Copy, Debug)]
pub struct NoWayBack;

/// A message: the player asks to restart the game.
#[derive(Message, Clone, Copy, Debug)]
pub struct ResetRequested;

/// Reads the keys of all demos for a game in the space `V`.
pub struct KeysPlugin<V: Space>(std::marker::PhantomData<V>);

impl<V: Space> Default for KeysPlugin<V> {
    fn default() -> Self {
        Self(std::marker::PhantomData)
    }
}

impl<V: Space> Plugin for KeysPlugin<V> {
    fn build(&self, app: &mut App) {
        app.init_resource::<Overlays>()
            .add_message::<ResetRequested>()
            .add_systems(
                PreUpdate,
                (
                    (control_clock, rewind::<V>.run_if(not(resource_exists::<NoWayBack>)))
                        .chain()
                        .run_if(not(resource_exists::<SharedClock>)),
                    toggle_overlays,
                )
                    .chain()
                    .after(bevy::input::InputSystems)
                    .run_if(not(is_typing)),
            )
            .add_systems(
                PostUpdate,
                release_focus
                    .after(EguiPostUpdateSet::EndPass)
                    .before(EguiPostUpdateSet::ProcessOutput),
            );
    }
}

/// Whether a text field of the panel takes the keys.
#[must_use]
pub fn is_typing(egui: Option<Res<EguiWantsInput>>) -> bool {
    egui.is_some_and(|egui| egui.wants_keyboard_input())
}

/// Takes the keyboard focus from every widget but a text field. Otherwise a slider would keep it after it
/// was dragged, and Tab, which opens the panel, would give it to the first button in the panel.
fn release_focus(
    mut contexts: EguiContexts,
    keys: Res<ButtonInput<KeyCode>>,
    mut was_writing: Local<bool>,
) -> Result {
    let context = contexts.ctx_mut()?;
    let is_new = keys.just_pressed(KeyCode::Tab) && !*was_writing;
    if !context.text_edit_focused() || is_new {
        context.memory_mut(|memory| {
            if let Some(focused) = memory.focused() {
                memory.surrender_focus(focused);
            }
        });
    }
    *was_writing = context.text_edit_focused();
    Ok(())
}

fn control_clock(keys: Res<ButtonInput<KeyCode>>, mut time: ResMut<Time<Elastic>>) {
    if keys.just_pressed(KeyCode::KeyP) {
        if time.is_paused() { time.unpause() } else { time.pause() }
    }
    if keys.just_pressed(KeyCode::Period) {
        time.seek_impact();
    }
    if keys.just_pressed(KeyCode::KeyN) {
        time.pause();
        time.request_ticks(1);
    }
    let speed = time.relative_speed();
    if keys.just_pressed(KeyCode::BracketLeft) {
        time.set_relative_speed((speed / 2.0).max(1.0 / 64.0));
    }
    if keys.just_pressed(KeyCode::BracketRight) {
        time.set_relative_speed((speed * 2.0).min(16.0));
    }
}

fn rewind<V: Space>(keys: Res<ButtonInput<KeyCode>>, mut snapshots: Snapshots<V>) {
    if keys.just_pressed(KeyCode::Backspace) {
        snapshots.rewind(1.0);
    }
}

fn toggle_overlays(
    keys: Res<ButtonInput<KeyCode>>,
    mut shown: ResMut<Overlays>,
    (mut time, is_shared): (ResMut<Time<Elastic>>, Option<Res<SharedClock>>),
    mut ran: Local<bool>,
    mut resets: MessageWriter<ResetRequested>,
    mut exit: MessageWriter<AppExit>,
) {
    let shown = &mut *shown;
    for (key, switch) in [
        (KeyCode::KeyV, &mut shown.vectors),
        (KeyCode::KeyT, &mut shown.trails),
        (KeyCode::KeyL, &mut shown.paths),
        (KeyCode::Tab, &mut shown.panel),
        (KeyCode::KeyI, &mut shown.inspector),
        (KeyCode::KeyC, &mut shown.debug),
    ] {
        let is_kept_shut = is_shared.is_some() && key == KeyCode::KeyI;
        if keys.just_pressed(key) && !is_kept_shut {
            *switch = !*switch;
        }
    }
    if keys.just_pressed(KeyCode::KeyR) {
        resets.write(ResetRequested);
    }
    let escapes = keys.just_pressed(KeyCode::Escape);
    if escapes && !shown.help {
        if !IN_PAGE {
            exit.write(AppExit::Success);
        }
    } else if escapes || keys.just_pressed(KeyCode::KeyH) {
        shown.help = !shown.help;
        // The game pauses while the list of keys is open.
        if is_shared.is_some() {
            return;
        }
        if shown.help {
            *ran = !time.is_paused();
            time.pause();
        } else if *ran {
            time.unpause();
        }
    }
}
