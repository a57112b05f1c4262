//! Bodies: how they are spawned, edited, removed and described.

mod lifecycle;
mod disabled;
mod edits_in_a_pause;
mod exact_state;
mod shown_values;
mod bad_input;
mod rare_values;
mod reflection;
mod forms;
mod scales;
mod surfaces;
mod written;
mod face;
mod tiles;
mod compound;
