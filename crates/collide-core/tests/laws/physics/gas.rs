//! A gas of hard discs has the pressure and the impact rate of the literature, and Maxwell's speeds.
//!
//! The virial `G = sum m r.v` has the rate `2 K + sum F.r`. In a gas at rest `G` is bounded,
//! so its rate is zero in the long run. The forces are those of the walls, `-2 p A` in the plane, and
//! those of the impacts: an impulse `J` between two discs with centres one diameter `s` apart adds
//! `J s`. With `K = N kT` this leaves `p A = N kT + (sum J s) / (2 t)`, hence the compressibility
//!
//! ```text
//! Z = p A / (N kT) = 1 + sum J s / (2 N kT t)
//! ```
//!
//! which is how it is measured without walls. Momentum is conserved and zero, so `N - 1` discs are free and
//! `kT = K / (N - 1)`. The mean impulse of an impact is `sqrt(pi m kT)`, so each disc has
//! `Gamma = (4 / sqrt(pi)) (Z - 1) sqrt(kT / m) / s` impacts a second.
//!
//! A finite number `N` of discs lowers the compressibility by about `(Z - 1) / N`, a twentieth of what the
//! statistics of these runs resolve.
//!
//! Source: J. Kolafa and M. Rottner, "Simulation-based equation of state of the hard disk fluid",
//! Molecular Physics 104 (2006), for the numbers; M. P. Allen and D. J. Tildesley, "Computer Simulation
//! of Liquids", for the virial.

use crate::support::spaces::in_both_spaces;
use core::f64::consts::PI;

use crate::support::random::Random;
use collide_core::body::{Body, Kind};
use collide_core::measure::{deepest_overlap, kinetic_energy, momentum, momentum_scale};
use collide_core::report::Legs;
use collide_core::shape::Shape;
use collide_core::step::{Settings, Stepper};
use collide_core::vector::Vector;
use collide_core::world::World;
use glam::{DVec2, DVec3};

/// The packing fraction, the compressibility and the impacts of a disc in unit time.
const LITERATURE: [[f64; 3]; 3] =
    [[0.1, 1.236_144, 0.532_919], [0.3, 2.063_261, 2.399_523], [0.5, 4.106_364, 7.010_313]];

/// The largest deviation of a mean in standard errors: with 30 blocks, one run in 3000 exceeds it.
const MAX_STANDARD_ERRORS: f64 = 4.0;

/// The number of blocks of a run; each block is one measurement.
const BLOCKS: u32 = 30;

/// The edge of a cell of the lattice on which balls of diameter 1 start.
fn cell(packing: f64, dimension: usize) -> f64 {
    let ball = if dimension == 2 { PI / 4.0 } else { PI / 6.0 };
    (ball / packing).powf(1.0 / dimension as f64)
}

/// Balls of diameter 1 and mass 1, `side` along each axis in cells of this edge, with zero momentum.
fn gas<V: Vector>(side: usize, edge: f64) -> World<V> {
    let mut random = Random::new(1871);
    let (mut world, dimension) = (World::new(), V::DIMENSION);
    for number in 0..side.pow(dimension as u32) {
        let place = V::from_components(|axis| {
            let index = number / side.pow(axis as u32) % side;
            (index as f64 + 0.5 - 0.5 * side as f64) * edge
        });
        let velocity = V::from_components(|_| random.between(-1.0, 1.0));
        let ball = Body::dynamic(Shape::ball(0.5), place);
        world.add(Body { velocity, ..ball }).unwrap();
    }
    let drift = momentum(&world) / side.pow(dimension as u32) as f64;
    change_all(&mut world, |body| body.velocity -= drift);
    world
}

/// The gas in a periodic space.
fn periodic<V: Vector>(side: usize, packing: f64) -> World<V> {
    let edge = cell(packing, V::DIMENSION);
    let mut world = gas::<V>(side, edge);
    let length = side as f64 * edge;
    world.set_period(V::from_components(|_| length)).unwrap();
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

/// A measured quantity, with one value for each block.
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

    /// Asserts that the mean agrees with the expected value, with a standard error below `relative` times it.
    fn assert_agrees(&self, name: &str, expected: f64, relative: f64) {
        let (mean, error) = (self.mean(), self.error());
        println!("{name}: {mean:.5} +- {error:.5}, expected {expected:.5}");
        assert!(error < relative * expected, "{name}: the error is {error}");
        assert!(
            (mean - expected).abs() <= MAX_STANDARD_ERRORS * error,
            "{name}: {mean} +- {error}, expected {expected}"
        );
    }
}

/// Asserts pressure, impact rate and speeds of discs, measured over `per_disc` impacts of each.
fn assert_literature(side: usize, per_disc: f64, relative: f64) {
    for [packing, compressibility, rate] in LITERATURE {
        let mut world = periodic::<DVec2>(side, packing);
        let count = world.ids().count() as f64;
        let energy = kinetic_energy(&world);
        let temperature = energy / (count - 1.0);
        let mut stepper = stepper();
        // In a step of this length a disc has one impact; 30 steps equilibrate the gas.
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
        pressure.assert_agrees("  compressibility", compressibility, relative);
        impacts.assert_agrees("  impacts of a disc", rate, relative);
        speeds.assert_agrees("  <v^4>/<v^2>^2", maxwell::<DVec2>(count), 0.01);
        assert!(drift.abs() <= 1e-12 && pushed <= 1e-12 && deepest <= 1e-9);
    }
}

/// `<v^4>/<v^2>^2`, the flatness of the speeds of a world.
fn flatness<V: Vector>(world: &World<V>) -> f64 {
    let squares = || world.ids().map(|id| world.body(id).unwrap().velocity.length_squared());
    let count = world.ids().count() as f64;
    let (second, fourth) = (squares().sum::<f64>(), squares().map(|v| v * v).sum::<f64>());
    fourth * count / (second * second)
}

/// The mean flatness of a Maxwell gas: 2 in the plane and 5/3 in space, times `n / (n + 2)` for `n` free
/// coordinates that share a constant energy.
fn maxwell<V: Vector>(count: f64) -> f64 {
    let dimension = V::DIMENSION as f64;
    let free = dimension * (count - 1.0);
    (1.0 + 2.0 / dimension) * free / (free + 2.0)
}

/// A million impacts resolve 0.6 %, four standard errors of 0.15 %; the error grows as the inverse square root
/// of the number of impacts.
#[test]
fn thousand_discs_have_the_pressure_of_the_literature() {
    assert_literature(32, 300.0, 4e-3);
}

#[test]
#[ignore = "a million impacts of ten thousand discs at each of three densities"]
fn ten_thousand_discs_have_the_pressure_of_the_literature() {
    assert_literature(100, 210.0, 1.5e-3);
}

#[test]
fn spheres_have_maxwell_speeds() {
    let mut world = periodic::<DVec3>(10, 0.2);
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
    speeds.assert_agrees("<v^4>/<v^2>^2 in space", maxwell::<DVec3>(1000.0), 0.01);
}

/// The gas in an arena in which centres reach `side` cells of this edge along each axis.
fn walled<V: Vector>(side: usize, edge: f64) -> World<V> {
    let mut world = gas::<V>(side, edge);
    let room = 0.5 * (side as f64 * edge + 1.0);
    let arena = Shape::arena(V::from_components(|_| room));
    world.add(Body::fixed(arena, V::default())).unwrap();
    world
}

/// `G = sum m r.v`.
fn virial<V: Vector>(world: &World<V>) -> f64 {
    let bodies = world.ids().filter_map(|id| world.body(id));
    bodies.map(|body| body.position.dot(body.velocity)).sum()
}

/// The sum of the impulses between balls, that of the impulses of the walls, and the number of impacts, in
/// some steps.
fn impulses<V: Vector>(
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

/// Between walls the virial is exact: `G(t) - G(0) = 2 K t + sum J s - sum J h`, where the walls push at the
/// distance `h` of the centres from the middle. It depends on all reported impulses, times and positions.
fn virial_between_walls_is_exact<V: Vector>() {
    let (side, packing) = if V::DIMENSION == 2 { (18, 0.4) } else { (7, 0.3) };
    let edge = cell(packing, V::DIMENSION);
    let mut world = walled::<V>(side, edge);
    let (before, energy) = (virial(&world), kinetic_energy(&world));
    let (pairs, walls, impacts) = impulses(&mut stepper(), &mut world, 0.5, 50);
    let (moved, pushed) = (2.0 * energy * 25.0, virial(&world) - before);
    let walls = walls * 0.5 * side as f64 * edge;
    let off = (moved + pairs - walls - pushed) / moved;
    println!(
        "{impacts} impacts: 2 K t {moved:.3}, balls {pairs:.3}, walls {walls:.3}, G {pushed:.3}: off \
         by {off:.1e}"
    );
    let most = 1e-12;
    assert!(impacts > 5000 && off.abs() <= most, "{off}");
}

in_both_spaces!(virial_between_walls_is_exact);

/// Asserts that reversed velocities return a thousand balls to the start after two impacts of each.
fn assert_reversed_gas_returns<V: Vector>() {
    let side = if V::DIMENSION == 2 { 32 } else { 10 };
    let mut world = periodic::<V>(side, 0.2);
    let start = world.clone();
    let count = world.ids().count();
    let mut stepper = stepper();
    let (mut steps, mut forwards) = (0, 0);
    while forwards < count {
        forwards += stepper.step(&mut world, 0.1).impacts().count();
        steps += 1;
    }
    change_all(&mut world, |body| body.velocity = -body.velocity);
    let back: usize = (0..steps).map(|_| stepper.step(&mut world, 0.1).impacts().count()).sum();
    let period = world.period().component(0);
    let off = start.ids().map(|id| {
        let [from, to] = [&start, &world].map(|world| world.body(id).unwrap().position);
        let off = (to - from).max_magnitude();
        f64::min(off, period - off)
    });
    let off = off.fold(0.0, f64::max);
    println!("{forwards} impacts forwards, {back} back, {off:.1e} diameters off");
    assert_eq!(forwards, back);
    assert!(off <= 1e-8, "{off}");
}

#[test]
fn thousand_balls_with_reversed_velocities_return_to_the_start() {
    assert_reversed_gas_returns::<DVec2>();
    assert_reversed_gas_returns::<DVec3>();
}

/// The pressure on the walls is `p = Z n kT` for `n` discs in a unit of area far from the walls.
///
/// Discs are denser at a wall, because no other disc can hit them from there: `N = n A + c l` for walls of
/// length `l` around an area `A` of centres. For a disc at the distance `z` from the wall, the segment of its
/// circle beyond `z` cannot hold another disc; the integral of these segments is `2/3` in units of the
/// diameter, so `c = 2/3 n^2` in a thin gas. At the packing fraction `f` it grows as `n^2 / (1 + f)` by
/// scaled particle theory (E. Helfand, H. L. Frisch and J. L. Lebowitz, Journal of Chemical Physics 34
/// (1961): the tension of a wall is proportional to `n^2 kT / (1 - f)^2`, and `c` is its negative derivative
/// by the chemical potential).
///
/// Sound waves change the pressure on the walls; the change of `G` measures and removes them.
#[test]
#[ignore = "a million impacts of ten thousand discs at each of three densities, between walls"]
fn pressure_on_the_walls_is_that_of_the_literature() {
    for [packing, compressibility, rate] in LITERATURE {
        let (density, count, steps) = (4.0 * packing / PI, 1e4, 7);
        let surplus = 2.0 / 3.0 * density * density / (1.0 + packing);
        // The length with `density length^2 + 4 surplus length = count`.
        let half = 2.0 * surplus / density;
        let length = (half * half + count / density).sqrt() - half;
        let mut world = walled::<DVec2>(100, length / 100.0);
        let temperature = kinetic_energy(&world) / count;
        let (mut stepper, mut pressure) = (stepper(), Blocks::default());
        let dt = 1.0 / (rate * temperature.sqrt());
        impulses(&mut stepper, &mut world, dt, 60);
        let time = f64::from(steps) * dt;
        for _ in 0..BLOCKS {
            let before = virial(&world);
            let (_, walls, _) = impulses(&mut stepper, &mut world, dt, steps);
            let pushed = walls * 0.5 * length + virial(&world) - before;
            pressure.0.push(pushed / (2.0 * length * length * time * density * temperature));
        }
        let at_walls = 4.0 * surplus * length / count;
        println!("packing {packing}: {at_walls:.4} of the discs are the surplus at the walls");
        pressure.assert_agrees("  compressibility", compressibility, 1.5e-3);
    }
}

/// Asserts that a million impacts change energy and momentum by rounding only.
fn assert_million_impacts_conserve<V: Vector>() {
    let side = if V::DIMENSION == 2 { 32 } else { 10 };
    let mut world = periodic::<V>(side, 0.3);
    let (energy, before) = (kinetic_energy(&world), momentum(&world));
    let (mut stepper, mut impacts) = (stepper(), 0);
    while impacts < 1_000_000 {
        impacts += stepper.step(&mut world, 0.4).impacts().count();
    }
    let drift = (kinetic_energy(&world) / energy - 1.0).abs();
    let pushed = (momentum(&world) - before).length() / momentum_scale(&world);
    println!("{impacts} impacts: energy drift {drift:.1e}, momentum drift {pushed:.1e}");
    let most = 1e-12;
    assert!(drift <= most && pushed <= most);
}

#[test]
#[ignore = "a million impacts in each space"]
fn million_impacts_conserve_energy_and_momentum() {
    assert_million_impacts_conserve::<DVec2>();
    assert_million_impacts_conserve::<DVec3>();
}
