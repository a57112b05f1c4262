//! The panels beside the table: the score at the left, and what to do at the right.

use bevy::prelude::*;
use bevy_egui::EguiContexts;
use bevy_egui::egui::{Align2, Color32, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};
use bevy_elastic::components::Absorbed;
use bevy_elastic::prelude::*;
use harness::bar::{HEIGHT, Pen, WINDOW};
use harness::palette::{FAINT, PANEL, TEXT, TEXT_FAINT, WRONG, egui_color};

use super::colors::{CYAN, GOLD, GREEN, PINK};
use super::segments::number;
use crate::parts::Part;
use crate::plunger::Plunger;
use crate::rules::{BALLS, Game, MOST, SAVE};
use crate::tilt::Tilt;

/// The width of the table in points, with its rim.
const TABLE: f32 = 396.0;

/// The least width of a panel; in narrower windows only the score is shown, above the table.
const LEAST: f32 = 190.0;

/// The most width of a panel.
const MOST_WIDTH: f32 = 330.0;

type Targets<'w, 's> = Query<'w, 's, (&'static Part, Has<Absorbed>)>;

/// Paints the panels.
pub fn draw(
    mut contexts: EguiContexts,
    (game, tilt, time): (Res<Game>, Res<Tilt>, Res<Time<Elastic>>),
    plunger: Single<&Plunger>,
    targets: Targets,
) -> Result {
    let context = contexts.ctx_mut()?;
    let screen = context.viewport_rect();
    let pen = Pen::on_bar(context);
    let room = 0.5 * (screen.width() - TABLE);
    announce(&pen, screen.center() + vec2(0.0, 0.5 * HEIGHT - 40.0), &game, &tilt);
    if room < LEAST {
        display(&pen.0, pos2(screen.center().x, screen.top() + HEIGHT + 34.0), 34.0, game.score);
        return Ok(());
    }
    let size = vec2((room - 40.0).min(MOST_WIDTH), 430.0);
    let middle = screen.top() + 0.5 * (WINDOW + HEIGHT);
    let place = |side: f32| {
        let x = screen.center().x + side * 0.5 * (TABLE + room);
        Rect::from_center_size(pos2(x, middle), size)
    };
    for side in [-1.0, 1.0] {
        let border = Stroke::new(1.0, egui_color(FAINT));
        pen.0.rect(place(side), 12.0, egui_color(PANEL), border, StrokeKind::Inside);
    }
    score(&pen, place(-1.0), &game);
    let fallen = targets
        .iter()
        .filter(|(part, is_down)| matches!(part, Part::Target(_)) && *is_down)
        .count();
    goals(&pen, place(1.0), &game, fallen);
    let saved = (game.serve.saved_until - time.elapsed_secs_f64()) as f32 / SAVE as f32;
    meters(
        &pen,
        place(1.0),
        [
            ("Ball save", saved, GREEN),
            ("Plunger", plunger.share(), GOLD),
            ("Tilt", tilt.share(), WRONG),
        ],
    );
    Ok(())
}

/// What stands across the table while no ball can be played.
fn announce(pen: &Pen, middle: Pos2, game: &Game, tilt: &Tilt) {
    let (text, color) = match (tilt.is_tilted, game.is_over) {
        (true, _) => ("TILT", WRONG),
        (false, true) => ("GAME OVER", TEXT),
        _ => return,
    };
    let board = Rect::from_center_size(middle, vec2(270.0, 84.0));
    pen.0.rect_filled(board, 12.0, Color32::from_black_alpha(190));
    pen.text(middle, Align2::CENTER_CENTER, text, 42.0, color);
}

/// A display of seven digits.
fn display(painter: &Painter, middle: Pos2, height: f32, value: u64) {
    let glass = Rect::from_center_size(middle, vec2(5.5 * height, 1.6 * height));
    painter.rect_filled(glass, 6.0, Color32::from_rgb(20, 12, 10));
    let colors = [Color32::from_rgb(44, 26, 18), Color32::from_rgb(255, 150, 54)];
    number(painter, middle, height, value, 7, colors);
}

fn score(pen: &Pen, place: Rect, game: &Game) {
    let x = place.center().x;
    let height = place.width() / 6.4;
    let caption = |y: f32, text: &str| {
        pen.text(pos2(x, place.top() + y), Align2::CENTER_CENTER, text, 13.5, TEXT_FAINT);
    };
    caption(32.0, "SCORE");
    display(&pen.0, pos2(x, place.top() + 92.0), height, game.score);
    caption(164.0, "BEST");
    display(&pen.0, pos2(x, place.top() + 202.0), 0.55 * height, game.best);
    caption(258.0, "BALL");
    for ball in 1..=BALLS {
        let at = pos2(x + 34.0 * (f32::from(ball) - 2.0), place.top() + 288.0);
        let is_on = ball == game.ball && !game.is_over;
        let color = if is_on {
            TEXT
        } else if ball < game.ball || game.is_over {
            FAINT
        } else {
            TEXT_FAINT
        };
        pen.0.circle(
            at,
            10.0,
            egui_color(if is_on { TEXT } else { PANEL }),
            Stroke::new(2.0, egui_color(color)),
        );
    }
    caption(334.0, "THE SCORE COUNTS");
    for times in 1..=MOST {
        let at = pos2(x + 44.0 * (f32::from(times) - 3.0), place.top() + 366.0);
        let color = if times == game.multiplier { GOLD } else { FAINT };
        pen.text(at, Align2::CENTER_CENTER, &format!("{times}x"), 22.0, color);
    }
    let twice = if game.is_multiball { PINK } else { FAINT };
    pen.text(pos2(x, place.top() + 402.0), Align2::CENTER_CENTER, "MULTIBALL: TWICE", 13.5, twice);
}

/// The list of what to do, with lamps.
fn goals(pen: &Pen, place: Rect, game: &Game, fallen: usize) {
    let rows = [
        ("Drop targets light the loop", fallen, 3, CYAN),
        ("The loop starts multiball", usize::from(game.is_loop_lit), 1, PINK),
        ("Three lanes raise the multiplier", game.lanes.iter().filter(|it| **it).count(), 3, CYAN),
        ("In multiball the loop is a jackpot", usize::from(game.is_multiball), 1, GOLD),
    ];
    for (row, (text, lit, lamps, color)) in (0u8..).zip(rows) {
        let y = place.top() + 36.0 + 58.0 * f32::from(row);
        let left = place.left() + 26.0;
        let tone = if lit > 0 { TEXT } else { TEXT_FAINT };
        pen.text(pos2(left, y), Align2::LEFT_CENTER, text, 15.5, tone);
        for lamp in 0..lamps {
            let at = pos2(left + 8.0 + 24.0 * lamp as f32, y + 22.0);
            let fill = if lamp < lit { color } else { color.mix(&PANEL, 0.82) };
            pen.0.circle(
                at,
                7.0,
                egui_color(fill),
                Stroke::new(1.0, egui_color(color.mix(&PANEL, 0.5))),
            );
        }
    }
}

/// Bars that show shares from 0 to 1.
fn meters(pen: &Pen, place: Rect, bars: [(&str, f32, Color); 3]) {
    for (row, (text, share, color)) in (0u8..).zip(bars) {
        let y = place.bottom() - 138.0 + 44.0 * f32::from(row);
        let left = place.left() + 26.0;
        pen.text(pos2(left, y), Align2::LEFT_CENTER, text, 14.0, TEXT_FAINT);
        let groove =
            Rect::from_min_max(pos2(left + 82.0, y - 6.0), pos2(place.right() - 26.0, y + 6.0));
        pen.0.rect_filled(groove, 6.0, egui_color(color.mix(&PANEL, 0.86)));
        let full = groove.width() * share.clamp(0.0, 1.0);
        if full > 1.0 {
            let filled = Rect::from_min_size(groove.min, vec2(full, groove.height()));
            pen.0.rect_filled(filled, 6.0, egui_color(color));
        }
    }
}
