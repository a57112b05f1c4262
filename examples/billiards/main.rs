//! stub
mod rules;
fn main() {}
