//! A gas of hard discs has the pressure and the rate of impacts of the literature, and the speeds that
//! Maxwell gave it.
//!
//! Time runs over `G = sum m r.v`, whose rate is `2 K + sum F.r`. In a gas at rest `G` stays bounded,
//! so its rate is zero in the long run. The forces are those of the walls, `-2 p A` in the plane, and
//! those of the impacts: an impulse `J` between two discs whose centres are one diameter `s` apart adds
//! `J s`. With `K = N kT` this leaves `p A = N kT + (sum J s) / (2 t)`, hence the compressibility
//!
//! ```text
//! Z = p A / (N kT) = 1 + sum J s / (2 N kT t)
//! ```
//!
//! and that is how it is measured without walls. Momentum is conserved and zero, so that `N - 1` discs
//! are free and `kT = K / (N - 1)`. The mean impulse of discs that meet is `sqrt(pi m kT)`, so that each
//! disc has `Gamma = (4 / sqrt(pi)) (Z - 1) sqrt(kT / m) / s` impacts a second.
//!
//! Of `N` discs the compressibility is less by about `(Z - 1) / N`, which is a twentieth of what the
//! statistics of the runs here can see.
//!
//! Source: J. Kolafa and M. Rottner, "Simulation-based equation of state of the hard disk fluid",
//! Molecular Physics 104 (2006), for the numbers; M. P. Allen and D. J. Tildesley, "Computer Simulation
//! of Liquids", for the virial.

use crate::support::spaces::in_all_spaces;
use core::f64::consts::PI;

use crate::support::random::Random;
use collide_core::body::{Body, Kind};
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum, momentum_scale};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::{Vector, Wide};
use collide_core::world::World;
use glam::{DVec2, DVec3, Vec2, Vec3};

/// The packing, the compressibility and the impacts of a disc in unit time.
const TRUTH: [[f64; 3]; 3] =
    [[0.1, 1.236_144, 0.532_919], [0.3, 2.063_261, 2.399_523], [0.5, 4.106_364, 7.010_313]];

/// How many standard errors a mean may lie off: of 30 blocks more happens once in 3000 runs.
const ERRORS: f64 = 4.0;

/// The blocks of a run, of which each is one measurement.
const BLOCKS: u32 = 30;

/// The length of the edge of a cell of the lattice on which balls of diameter 1 start.
fn cell(packing: f64, dimension: usize) -> f64 {
    let ball = if dimension == 2 { PI / 4.0 } else { PI / 6.0 };
    (ball / packing).powf(1.0 / dimension as f64)
}

/// Balls of diameter 1 and mass 1 in cells of this edge, `side` along each axis, without momentum.
fn gas<V: Vector>(side: usize, edge: f64) -> World<V> {
    let mut random = Random::new(1871);
    let (mut world, dimension) = (World::new(), V::Wide::DIMENSION);
    for number in 0..side.pow(dimension as u32) {
        let place = V::Wide::from_components(|axis| {
            let index = number / side.pow(axis as u32) % side;
            (index as f64 + 0.5 - 0.5 * side as f64) * edge
        });
        let velocity = V::Wide::from_components(|_| random.between(-1.0, 1.0));
        let ball = Body::dynamic(Shape::ball(0.5), V::narrow(place));
        world.add(Body { velocity: V::narrow(velocity), ..ball }).unwrap();
    }
    let drift = momentum(&world) / side.pow(dimension as u32) as f64;
    change_all(&mut world, |body| body.velocity = V::narrow(body.velocity.widen() - drift));
    world
}

/// The same in a space that repeats.
fn endless<V: Vector>(side: usize, packing: f64) -> World<V> {
    let edge = cell(packing, V::Wide::DIMENSION);
    let mut world = gas::<V>(side, edge);
    let length = side as f64 * edge;
    world.set_period(V::narrow(V::Wide::from_components(|_| length))).unwrap();
    world
}

fn change_all<V: Vector>(world: &mut World<V>, change: impl Fn(&mut Body<V>)) {
    let ids: Vec<_> = world.ids().collect();
    for id in ids {
        world.edit(id, &change).unwrap();
    }
}

fn stepper<V: Vector>() -> Stepper<V> {
    Stepper::with_settings(Settings { legs: Legs::None, ..Settings::default() })
}

/// What was measured, one number for each block.
#[derive(Default)]
struct Blocks(Vec<f64>);

impl Blocks {
    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    /// The standard error of the mean.
    fn error(&self) -> f64 {
        let (count, mean) = (self.0.len() as f64, self.mean());
        let squares: f64 = self.0.iter().map(|value| (value - mean).powi(2)).sum();
        (squares / (count * (count - 1.0))).sqrt()
    }

    /// Asserts that the mean is the truth, and that the statistics are as good as `relative`.
    fn agree(&self, name: &str, truth: f64, relative: f64) {
        let (mean, error) = (self.mean(), self.error());
        println!("{name}: {mean:.5} +- {error:.5}, expected {truth:.5}");
        assert!(error < relative * truth, "{name}: only known to {error}");
        assert!((mean - truth).abs() <= ERRORS * error, "{name}: {mean} +- {error}, not {truth}");
    }
}

/// Pressure, impacts and speeds of discs, with `per_disc` impacts of each measured.
fn measures_what_the_literature_says(side: usize, per_disc: f64, relative: f64) {
    for [packing, compressibility, rate] in TRUTH {
        let mut world = endless::<DVec2>(side, packing);
        let count = world.ids().count() as f64;
        let energy = kinetic_energy(&world);
        let temperature = energy / (count - 1.0);
        let mut stepper = stepper();
        // A step in which a disc has one impact; of those 30 to equilibrate, and the blocks.
        let dt = 1.0 / (rate * temperature.sqrt());
        for _ in 0..30 {
            stepper.step(&mut world, dt);
        }
        let steps = (per_disc / f64::from(BLOCKS)).ceil();
        let time = steps * dt;
        let [mut pressure, mut impacts, mut speeds] = [(); 3].map(|()| Blocks::default());
        let (mut all, mut deepest) = (0, 0f64);
        for _ in 0..BLOCKS {
            let (mut number, mut virial) = (0, 0.0);
            for _ in 0..steps as usize {
                let report = stepper.step(&mut world, dt);
                assert!(report.limits.is_empty());
                for impact in report.impacts() {
                    number += 1;
                    virial += impact.impulse;
                }
            }
            all += number;
            pressure.0.push(1.0 + virial / (2.0 * count * temperature * time));
            impacts.0.push(2.0 * f64::from(number) / (count * time * temperature.sqrt()));
            speeds.0.push(flatness(&world));
            if count < 2000.0 {
                deepest = deepest.max(deepest_overlap(&world));
            }
        }
        let drift = kinetic_energy(&world) / energy - 1.0;
        let pushed = momentum(&world).length() / momentum_scale(&world);
        println!(
            "packing {packing}, {count} discs: {all} impacts, energy drift {drift:.1e}, momentum \
             {pushed:.1e}, deepest overlap {deepest:.1e}"
        );
        pressure.agree("  compressibility", compressibility, relative);
        impacts.agree("  impacts of a disc", rate, relative);
        speeds.agree("  <v^4>/<v^2>^2", maxwell::<DVec2>(count), 0.01);
        assert!(drift.abs() <= 1e-12 && pushed <= 1e-12 && deepest <= 1e-9);
    }
}

/// `<v^4>/<v^2>^2` of the speeds of a world.
fn flatness<V: Vector>(world: &World<V>) -> f64 {
    let squares =
        || world.ids().map(|id| world.body(id).unwrap().velocity.widen().length_squared());
    let count = world.ids().count() as f64;
    let (second, fourth) = (squares().sum::<f64>(), squares().map(|v| v * v).sum::<f64>());
    fourth * count / (second * second)
}

/// What it is in the mean: 2 in the plane and 5/3 in space, of `n` free coordinates that share an energy
/// `n / (n + 2)` of that.
fn maxwell<V: Vector>(count: f64) -> f64 {
    let dimension = V::Wide::DIMENSION as f64;
    let free = dimension * (count - 1.0);
    (1.0 + 2.0 / dimension) * free / (free + 2.0)
}

/// A million impacts let 0.6 % be asked, which is four errors of 0.15 %; fewer, in the measure of their
/// root, less.
#[test]
fn a_thousand_discs_have_the_pressure_of_the_literature() {
    measures_what_the_literature_says(32, 300.0, 4e-3);
}

#[test]
#[ignore = "a million impacts of ten thousand discs at each of three densities"]
fn ten_thousand_discs_have_the_pressure_of_the_literature() {
    measures_what_the_literature_says(100, 210.0, 1.5e-3);
}

#[test]
fn spheres_have_the_speeds_of_maxwell() {
    let mut world = endless::<DVec3>(10, 0.2);
    let mut stepper = stepper();
    let mut speeds = Blocks::default();
    let mut impacts = 0;
    for block in 0..BLOCKS + 15 {
        for _ in 0..2 {
            impacts += stepper.step(&mut world, 0.3).impacts().count();
        }
        if block >= 15 {
            speeds.0.push(flatness(&world));
        }
    }
    println!("{impacts} impacts");
    speeds.agree("<v^4>/<v^2>^2 in space", maxwell::<DVec3>(1000.0), 0.01);
}

/// The gas in an arena, of which the centres can reach `side` cells of this edge.
fn walled<V: Vector>(side: usize, edge: f64) -> World<V> {
    let mut world = gas::<V>(side, edge);
    let room = 0.5 * (side as f64 * edge + 1.0);
    let arena = Shape::arena(V::Wide::from_components(|_| room));
    world.add(Body::fixed(arena, V::default())).unwrap();
    world
}

/// `G = sum m r.v`.
fn virial<V: Vector>(world: &World<V>) -> f64 {
    let bodies = world.ids().filter_map(|id| world.body(id));
    bodies.map(|body| body.position.widen().dot(body.velocity.widen())).sum()
}

/// The impulses between balls and those of the walls in some steps, and the number of both.
fn push<V: Vector>(
    stepper: &mut Stepper<V>,
    world: &mut World<V>,
    dt: f64,
    steps: u32,
) -> (f64, f64, u32) {
    let (mut pairs, mut walls, mut impacts) = (0.0, 0.0, 0);
    for _ in 0..steps {
        let report = stepper.step(world, dt);
        assert!(report.limits.is_empty());
        for impact in report.impacts() {
            impacts += 1;
            let is_wall = world.body(impact.bodies[1]).unwrap().kind == Kind::Static;
            *(if is_wall { &mut walls } else { &mut pairs }) += impact.impulse;
        }
    }
    (pairs, walls, impacts)
}

/// In walls nothing is left to chance: `G(t) - G(0) = 2 K t + sum J s - sum J h`, where the walls push
/// at the distance `h` that the centres keep from the middle. Whatever the step tells of impulses, times
/// and places is in it.
fn the_virial_is_kept<V: Vector>() {
    let (side, packing) = if V::Wide::DIMENSION == 2 { (18, 0.4) } else { (7, 0.3) };
    let edge = cell(packing, V::Wide::DIMENSION);
    let mut world = walled::<V>(side, edge);
    let (before, energy) = (virial(&world), kinetic_energy(&world));
    let (pairs, walls, impacts) = push(&mut stepper(), &mut world, 0.5, 50);
    let (moved, pushed) = (2.0 * energy * 25.0, virial(&world) - before);
    let walls = walls * 0.5 * side as f64 * edge;
    let off = (moved + pairs - walls - pushed) / moved;
    println!(
        "{impacts} impacts: 2 K t {moved:.3}, balls {pairs:.3}, walls {walls:.3}, G {pushed:.3}: off \
         by {off:.1e}"
    );
    let most = if V::EPSILON > f64::EPSILON { 1e-4 } else { 1e-12 };
    assert!(impacts > 5000 && off.abs() <= most, "{off}");
}

in_all_spaces!(the_virial_is_kept);

/// After two impacts of each, all velocities turned round bring a thousand balls back.
fn flown_backwards_it_is_where_it_began<V: Vector>() {
    let side = if V::Wide::DIMENSION == 2 { 32 } else { 10 };
    let mut world = endless::<V>(side, 0.2);
    let start = world.clone();
    let count = world.ids().count();
    let mut stepper = stepper();
    let (mut steps, mut there) = (0, 0);
    while there < count {
        there += stepper.step(&mut world, 0.1).impacts().count();
        steps += 1;
    }
    change_all(&mut world, |body| body.velocity = V::narrow(-body.velocity.widen()));
    let back: usize = (0..steps).map(|_| stepper.step(&mut world, 0.1).impacts().count()).sum();
    let period = world.period().widen().component(0);
    let off = start.ids().map(|id| {
        let [from, to] = [&start, &world].map(|world| world.body(id).unwrap().position.widen());
        let off = (to - from).max_magnitude();
        f64::min(off, period - off)
    });
    let off = off.fold(0.0, f64::max);
    println!("{there} impacts there, {back} back, {off:.1e} diameters off");
    assert_eq!(there, back);
    assert!(off <= 1e-8, "{off}");
}

#[test]
fn a_thousand_balls_find_their_way_back() {
    flown_backwards_it_is_where_it_began::<DVec2>();
    flown_backwards_it_is_where_it_began::<DVec3>();
}

/// The walls feel the pressure `p = Z n kT` of the `n` discs in a unit of area far from them.
///
/// Discs like to lie at a wall, which keeps others away that could be in their way. So of the length
/// `l` of the walls `N = n A + c l`, of the area `A` that centres can reach. Of a disc at the distance
/// `z` from its wall the segment beyond `z` of the circle is free, in which others cannot lie; all of
/// these segments together are `2/3` in units of the diameter, and in a thin gas `c = 2/3 n^2`. With
/// the packing `f` this grows as `n^2 / (1 + f)`, says the scaled particle theory (E. Helfand, H. L.
/// Frisch and J. L. Lebowitz, Journal of Chemical Physics 34 (1961): the tension of a wall goes as
/// `n^2 kT / (1 - f)^2`, and `c` is what it falls by with the chemical potential).
///
/// What sound waves do to the walls is seen in `G`, and left out.
#[test]
#[ignore = "a million impacts of ten thousand discs at each of three densities, between walls"]
fn the_walls_feel_the_pressure_of_the_literature() {
    for [packing, compressibility, rate] in TRUTH {
        let (density, count, steps) = (4.0 * packing / PI, 1e4, 7);
        let surplus = 2.0 / 3.0 * density * density / (1.0 + packing);
        // The length with `density length^2 + 4 surplus length = count`.
        let half = 2.0 * surplus / density;
        let length = (half * half + count / density).sqrt() - half;
        let mut world = walled::<DVec2>(100, length / 100.0);
        let temperature = kinetic_energy(&world) / count;
        let (mut stepper, mut pressure) = (stepper(), Blocks::default());
        let dt = 1.0 / (rate * temperature.sqrt());
        push(&mut stepper, &mut world, dt, 60);
        let time = f64::from(steps) * dt;
        for _ in 0..BLOCKS {
            let before = virial(&world);
            let (_, walls, _) = push(&mut stepper, &mut world, dt, steps);
            let pushed = walls * 0.5 * length + virial(&world) - before;
            pressure.0.push(pushed / (2.0 * length * length * time * density * temperature));
        }
        let at_walls = 4.0 * surplus * length / count;
        println!("packing {packing}: {at_walls:.4} of the discs are there because of the walls");
        pressure.agree("  compressibility", compressibility, 1.5e-3);
    }
}

/// A million impacts change energy and momentum by rounding only.
fn a_million_impacts_keep_energy_and_momentum<V: Vector>() {
    let side = if V::Wide::DIMENSION == 2 { 32 } else { 10 };
    let mut world = endless::<V>(side, 0.3);
    let (energy, before) = (kinetic_energy(&world), momentum(&world));
    let (mut stepper, mut impacts) = (stepper(), 0);
    while impacts < 1_000_000 {
        impacts += stepper.step(&mut world, 0.4).impacts().count();
    }
    let drift = (kinetic_energy(&world) / energy - 1.0).abs();
    let pushed = (momentum(&world) - before).length() / momentum_scale(&world);
    println!("{impacts} impacts: energy drift {drift:.1e}, momentum drift {pushed:.1e}");
    let most = if V::EPSILON > f64::EPSILON { 1e-4 } else { 1e-12 };
    assert!(drift <= most && pushed <= most);
}

#[test]
#[ignore = "a million impacts in each space"]
fn a_million_impacts_change_nothing_but_the_last_places() {
    a_million_impacts_keep_energy_and_momentum::<Vec2>();
    a_million_impacts_keep_energy_and_momentum::<Vec3>();
    a_million_impacts_keep_energy_and_momentum::<DVec2>();
    a_million_impacts_keep_energy_and_momentum::<DVec3>();
}
