//! The fonts of the demos: two of those of egui. Its fonts of pictures would make a page larger by half a megabyte.

use std::sync::Arc;

use bevy::prelude::*;
use bevy_egui::egui::{FontData, FontDefinitions, FontFamily};
use bevy_egui::{EguiContext, EguiPreUpdateSet};
use epaint_default_fonts::{HACK_REGULAR, UBUNTU_LIGHT};

/// Gives egui the fonts before its first frame.
pub struct FontsPlugin;

impl Plugin for FontsPlugin {
    fn build(&self, app: &mut App) {
        let before = EguiPreUpdateSet::BeginPass;
        app.add_systems(PreUpdate, load.after(EguiPreUpdateSet::InitContexts).before(before));
    }
}

fn load(mut contexts: Query<&mut EguiContext, Added<EguiContext>>) {
    for mut context in &mut contexts {
        context.get_mut().set_fonts(fonts());
    }
}

/// A font for text and one for numbers in columns. Each has the signs that the other lacks.
fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::empty();
    for (name, bytes) in [("text", UBUNTU_LIGHT), ("columns", HACK_REGULAR)] {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    }
    let names = |names: [&str; 2]| names.map(str::to_owned).to_vec();
    fonts.families.insert(FontFamily::Proportional, names(["text", "columns"]));
    fonts.families.insert(FontFamily::Monospace, names(["columns", "text"]));
    fonts
}
