//! Regions and consequences: sensors, absorbers, gates and bodies that break.

mod absorbers;
mod breaks;
mod one_way;
mod sensors;
