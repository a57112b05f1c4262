//! The engines that take part.

use crate::peer::{Engine, Make};

#[cfg(feature = "bevy")]
mod bevy;
mod box2d;
mod ours;
mod rapier;

/// All engines: this one first, those inside of Bevy last.
pub fn all() -> Vec<Engine> {
    let (ours, rapier, box2d) = (ours::version(), rapier::VERSION, box2d::VERSION);
    let alone: [(&'static str, &str, usize, Make); 10] = [
        ("ours f64", &ours, 1, ours::double),
        ("ours f64", &ours, 2, ours::double),
        ("ours f32", &ours, 1, ours::single),
        ("ours f32", &ours, 2, ours::single),
        ("ours discrete", &ours, 1, ours::discrete),
        ("rapier", rapier, 2, rapier::plain),
        ("rapier ccd", rapier, 2, rapier::continuous),
        ("box2d", box2d, 1, box2d::plain),
        ("box2d", box2d, 2, box2d::plain),
        ("box2d bullets", box2d, 2, box2d::bullets),
    ];
    let engine = |(name, version, threads, make): (_, &str, _, _)| Engine {
        name,
        version: version.to_owned(),
        threads,
        make,
    };
    #[cfg(feature = "bevy")]
    let inside = bevy::all(&ours);
    #[cfg(not(feature = "bevy"))]
    let inside = Vec::new();
    alone.into_iter().map(engine).chain(inside).collect()
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn versions_named_match_manifest() {
        let manifest = include_str!("../Cargo.toml");
        let engines = [
            ("rapier2d", "rapier"),
            ("boxdd", "box2d"),
            ("avian2d", "avian2d"),
            ("bevy_rapier2d", "bevy_rapier2d"),
        ];
        for (package, engine) in engines {
            let line = manifest.lines().find(|line| line.starts_with(&format!("{package} = ")));
            let pinned =
                line.and_then(|line| line.split('"').find_map(|text| text.strip_prefix('=')));
            let pinned = format!("{package} {}", pinned.expect("the manifest pins the version"));
            let named = all().into_iter().filter(|it| it.name.starts_with(engine));
            assert!(named.into_iter().all(|it| it.version.contains(&pinned)), "{pinned}");
        }
    }
}
