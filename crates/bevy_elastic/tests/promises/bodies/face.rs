//! What a game imports is little.

#[test]
fn the_prelude_holds_at_most_three_dozen_names() {
    let source = include_str!("../../../src/lib.rs");
    let prelude = source.split_once("pub mod prelude {").expect("there is a prelude").1;
    let prelude = prelude.split_once("\n}").expect("it ends").0;
    let mut names = 0;
    for item in prelude.split(';').filter(|item| item.contains("pub use")) {
        names += match item.split_once('{') {
            Some((_, list)) => {
                list.trim_end_matches('}').split(',').filter(|name| !name.trim().is_empty()).count()
            }
            None => 1,
        };
    }
    assert!((20..=36).contains(&names), "the prelude holds {names} names");
}
