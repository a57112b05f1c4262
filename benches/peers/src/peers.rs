//! The engines that take part.

use glam::{DVec2, DVec3};

use crate::peer::{Engine, Make};

#[cfg(feature = "bevy")]
mod bevy;
mod box2d;
mod ours;
mod rapier;

/// All engines in the plane: this one first, those inside of Bevy last.
pub fn in_plane() -> Vec<Engine> {
    let (ours, rapier, box2d) = (ours::version(), rapier::VERSION_2D, box2d::VERSION);
    let alone: [Row<'_, DVec2>; 8] = [
        ("ours", &ours, 1, ours::continuous::<DVec2>),
        ("ours", &ours, 2, ours::continuous::<DVec2>),
        ("ours discrete", &ours, 1, ours::discrete::<DVec2>),
        ("rapier", rapier, 2, rapier::plane::plain),
        ("rapier ccd", rapier, 2, rapier::plane::continuous),
        ("box2d", box2d, 1, box2d::plain),
        ("box2d", box2d, 2, box2d::plain),
        ("box2d bullets", box2d, 2, box2d::bullets),
    ];
    #[cfg(feature = "bevy")]
    let inside = bevy::all(&ours);
    #[cfg(not(feature = "bevy"))]
    let inside = Vec::new();
    alone.into_iter().map(engine).chain(inside).collect()
}

/// All engines in space, this one first.
pub fn in_space() -> Vec<Engine<DVec3>> {
    let (ours, rapier) = (ours::version(), rapier::VERSION_3D);
    let alone: [Row<'_, DVec3>; 5] = [
        ("ours", &ours, 1, ours::continuous::<DVec3>),
        ("ours", &ours, 2, ours::continuous::<DVec3>),
        ("ours discrete", &ours, 1, ours::discrete::<DVec3>),
        ("rapier", rapier, rapier::THREADS_3D, rapier::space::plain),
        ("rapier ccd", rapier, rapier::THREADS_3D, rapier::space::continuous),
    ];
    alone.into_iter().map(engine).collect()
}

/// The name, version, number of threads and maker of an engine.
type Row<'a, W> = (&'static str, &'a str, usize, Make<W>);

fn engine<W>((name, version, threads, make): Row<'_, W>) -> Engine<W> {
    Engine { name, version: version.to_owned(), threads, make }
}

#[cfg(test)]
mod tests {
    use super::{in_plane, in_space};

    #[test]
    fn versions_named_match_manifest() {
        let manifest = include_str!("../Cargo.toml");
        let plane: Vec<_> = in_plane().into_iter().map(|it| (it.name, it.version)).collect();
        let space: Vec<_> = in_space().into_iter().map(|it| (it.name, it.version)).collect();
        let engines = [
            ("rapier2d", &plane, "rapier"),
            ("rapier3d", &space, "rapier"),
            ("boxdd", &plane, "box2d"),
            ("avian2d", &plane, "avian2d"),
            ("bevy_rapier2d", &plane, "bevy_rapier2d"),
        ];
        for (package, all, engine) in engines {
            let line = manifest.lines().find(|line| line.starts_with(&format!("{package} = ")));
            let pinned =
                line.and_then(|line| line.split('"').find_map(|text| text.strip_prefix('=')));
            let pinned = format!("{package} {}", pinned.expect("the manifest pins the version"));
            let mut named = all.iter().filter(|(name, _)| name.starts_with(engine));
            assert!(named.all(|(_, version)| version.contains(&pinned)), "{pinned}");
        }
    }
}
