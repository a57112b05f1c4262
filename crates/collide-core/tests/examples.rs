//! The examples run, and each finds the result that it expects.

#[path = "../examples/cradle.rs"]
mod cradle;
#[path = "../examples/elastic.rs"]
mod elastic;
#[path = "../examples/inelastic.rs"]
mod inelastic;
#[path = "../examples/oblique.rs"]
mod oblique;
#[path = "../examples/pi.rs"]
mod pi;

#[test]
fn every_example_finds_what_it_expects() {
    for main in [cradle::main, elastic::main, inelastic::main, oblique::main, pi::main] {
        main().unwrap();
    }
}
