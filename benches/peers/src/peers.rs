//! Who takes part?

use crate::peer::Contestant;

#[cfg(feature = "bevy")]
mod bevy;
mod box2d;
mod ours;
mod rapier;

/// All of them, ours first; at last those inside of Bevy.
pub fn all() -> Vec<Contestant> {
    let alone = [
        Contestant { name: "ours f64", threads: 1, make: ours::double },
        Contestant { name: "ours f64", threads: 2, make: ours::double },
        Contestant { name: "ours f32", threads: 1, make: ours::single },
        Contestant { name: "ours f32", threads: 2, make: ours::single },
        Contestant { name: "ours discrete", threads: 1, make: ours::discrete },
        Contestant { name: "rapier", threads: 2, make: rapier::plain },
        Contestant { name: "rapier ccd", threads: 2, make: rapier::continuous },
        Contestant { name: "box2d", threads: 1, make: box2d::plain },
        Contestant { name: "box2d", threads: 2, make: box2d::plain },
        Contestant { name: "box2d bullets", threads: 2, make: box2d::bullets },
    ];
    #[cfg(feature = "bevy")]
    let inside = bevy::all();
    #[cfg(not(feature = "bevy"))]
    let inside = Vec::new();
    alone.into_iter().chain(inside).collect()
}
