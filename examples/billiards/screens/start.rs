//! The start screen: the game, and what plays for each player.

use bevy::prelude::*;
use bevy_egui::egui::{Align2, RichText, Window};
use bevy_egui::{EguiContexts, EguiPrimaryContextPass};
use clap::ValueEnum;
use harness::palette::{ACCENT, TEXT_FAINT, egui_color};

use crate::args::{BilliardsArgs, GameName, Seat};
use crate::bots::bot::Seats;
use crate::game::Game;
use crate::referee::GameChosen;

/// What is chosen, and whether the screen is open. While it is, nothing is aimed at.
#[derive(Resource, Clone, Debug)]
pub struct StartScreen {
    pub is_open: bool,
    pub game: GameName,
}

/// Shows the start screen, at once if nothing else was asked for.
pub struct StartPlugin(pub BilliardsArgs);

impl Plugin for StartPlugin {
    fn build(&self, app: &mut App) {
        let is_open = self.0.break_speed.is_none() && self.0.run.is_played();
        app.insert_resource(StartScreen { is_open, game: self.0.game })
            .add_systems(EguiPrimaryContextPass, show);
    }
}

/// Whether the start screen is open.
pub fn is_open(screen: Res<StartScreen>) -> bool {
    screen.is_open
}

fn show(
    mut contexts: EguiContexts,
    keys: Res<ButtonInput<KeyCode>>,
    mut screen: ResMut<StartScreen>,
    mut seats: ResMut<Seats>,
    mut chosen: MessageWriter<GameChosen>,
) -> Result {
    if keys.just_pressed(KeyCode::KeyG) {
        screen.is_open = !screen.is_open;
    }
    if !screen.is_open {
        return Ok(());
    }
    let mut starts = keys.any_just_pressed([KeyCode::Space, KeyCode::Enter]);
    let (mut game, mut sits) = (screen.game, *seats);
    let window = Window::new("Billiards").title_bar(false).resizable(false);
    window.anchor(Align2::CENTER_CENTER, [0.0, 20.0]).show(contexts.ctx_mut()?, |ui| {
        ui.set_width(430.0);
        ui.vertical_centered(|ui| {
            ui.label(RichText::new("Billiards").size(30.0).color(egui_color(ACCENT)));
        });
        ui.add_space(10.0);
        ui.horizontal(|ui| {
            for name in GameName::value_variants() {
                ui.selectable_value(&mut game, *name, RichText::new(name.title()).size(19.0));
            }
        });
        if game != GameName::Practice {
            for (player, seat) in ["Player 1", "Player 2"].iter().zip(&mut sits.0) {
                ui.add_space(6.0);
                ui.horizontal(|ui| {
                    ui.label(RichText::new(*player).size(16.0).color(egui_color(TEXT_FAINT)));
                    for one in Seat::value_variants() {
                        ui.selectable_value(seat, *one, RichText::new(one.name()).size(16.0));
                    }
                });
            }
            let looks =
                "An easy bot looks at 3 futures of its shot, a bot at 30, a hard bot at 600.";
            ui.add_space(6.0);
            ui.label(RichText::new(looks).color(egui_color(TEXT_FAINT)));
        }
        ui.add_space(10.0);
        ui.vertical_centered(|ui| {
            starts |= ui.button(RichText::new("  Play (Space)  ").size(20.0)).clicked();
        });
    });
    if screen.game != game {
        screen.game = game;
    }
    seats.set_if_neq(sits);
    if starts {
        screen.is_open = false;
        chosen.write(GameChosen(Game::start(game)));
    }
    Ok(())
}
