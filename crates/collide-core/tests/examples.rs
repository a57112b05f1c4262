//! The examples run and find their expected results.

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
fn examples_find_their_expected_results() {
    for main in [cradle::main, elastic::main, inelastic::main, oblique::main, pi::main] {
        main().unwrap();
    }
}
