//! Formulas of statistical mechanics for hard discs in the plane.
//!
//! Masses, lengths and times are in the units of the game, and temperatures are energies, `k T`.

use std::f64::consts::PI;

use bevy::math::DVec2;

/// The probability density of a speed at a temperature.
///
/// In the plane, `f(v) = m v / kT exp(-m v^2 / (2 kT))`.
///
/// Source: Maxwell, Illustrations of the Dynamical Theory of Gases (1860), with one axis less.
#[must_use]
pub fn speed_density(speed: f64, mass: f64, temperature: f64) -> f64 {
    let slope = mass * speed / temperature;
    slope * (-0.5 * slope * speed).exp()
}

/// Pearson's chi-square of the speeds of bodies with mass 1 against Maxwell's distribution, over `cells` speed
/// classes with equal expected counts.
///
/// The share of bodies slower than v is `1 - exp(-v^2 / (2 kT))`, so a body falls into cell
/// `cells (1 - exp(-v^2 / (2 kT)))`.
#[must_use]
pub fn chi_square(speeds: &[f64], temperature: f64, cells: usize) -> f64 {
    let mut counts = vec![0u32; cells];
    for speed in speeds {
        let share = 1.0 - (-0.5 * speed * speed / temperature).exp();
        counts[((share * cells as f64) as usize).min(cells - 1)] += 1;
    }
    let expected = speeds.len() as f64 / cells as f64;
    counts.into_iter().map(|count| (f64::from(count) - expected).powi(2) / expected).sum()
}

/// The value that [`chi_square`] exceeds with a probability of 1 %. The number of bodies and the temperature,
/// which is estimated from the same speeds, reduce the degrees of freedom by one each.
///
/// With d degrees of freedom it is `d (1 - 2/(9d) + z sqrt(2/(9d)))^3`, where z = 2.3263 is the value that a
/// standard normal variable exceeds with a probability of 1 %.
///
/// # Accuracy
/// Within a thousandth from d = 10 on. Because the temperature is estimated from ungrouped speeds, the true
/// bound is equal or slightly larger (Chernoff and Lehmann).
///
/// Source: Wilson and Hilferty, PNAS 17 (1931); Chernoff and Lehmann, Annals of Mathematical Statistics 25
/// (1954).
#[must_use]
pub fn chi_square_bound(cells: usize) -> f64 {
    let freedom = cells as f64 - 2.0;
    let spread = 2.0 / (9.0 * freedom);
    freedom * (1.0 - spread + 2.3263 * spread.sqrt()).powi(3)
}

/// The compressibility factor `Z = p A / (N kT)` of hard discs that cover this share of the plane.
///
/// # Accuracy
/// Within 0.6 % up to a packing of 0.5; invalid above 0.7, where discs freeze.
///
/// Source: Henderson, Molecular Physics 30 (1975), 971: `Z = (1 + y^2/8) / (1 - y)^2`.
#[must_use]
pub fn compressibility(packing: f64) -> f64 {
    (1.0 + packing * packing / 8.0) / (1.0 - packing).powi(2)
}

/// The pressure of `count` hard discs that cover a share of a vessel, as a force per length: `N kT Z / A`,
/// where A is the area that centres can reach.
///
/// Packing and area are those of the vessel, not of the fluid far from its walls. Two errors of this almost
/// cancel. Along a wall the density of discs is higher (see [`packing_inside`]), so far from the walls it is
/// lower than N / A. The packing in Z is relative to the whole vessel, including the strip along the walls that
/// centres cannot reach, so it is lower too. With `Z = 1 / (1 - y)^2` of scaled particle theory the errors
/// cancel to first order in the share of the strip. With Henderson's Z a fiftieth remains at a packing of 0.5,
/// which is 0.03 % for 10,000 discs.
#[must_use]
pub fn pressure(count: usize, area: f64, packing: f64, temperature: f64) -> f64 {
    count as f64 * temperature * compressibility(packing) / area
}

/// The packing far from the walls, for `count` discs with an area and an edge of the region that their centres
/// can reach.
///
/// Along a wall the density of discs is slightly higher, because no disc pushes them away from it. By scaled
/// particle theory this is equivalent to a region that is wider by `2y/(1+y)` of a radius on each side:
///
/// ```text
/// N = rho (A + L r 2y/(1+y)),      y = rho pi r^2
/// ```
///
/// Source: Helfand, Frisch and Lebowitz, Journal of Chemical Physics 34 (1961), 1037, for the work of
/// inserting a large disc. The excess follows from the derivative of its edge term, `y / (pi r (1-y))`, by the
/// chemical potential (Gibbs), with the edge moved from the discs to their centres.
#[must_use]
pub fn packing_inside(count: usize, radius: f64, area: f64, edge: f64) -> f64 {
    let covered = count as f64 * PI * radius * radius;
    // Each iteration reduces the error by a factor of about the share of the edge strip in the area.
    (0..50).fold(covered / area, |packing, _| {
        covered / (area + edge * radius * 2.0 * packing / (1.0 + packing))
    })
}

/// The temperature after a slow adiabatic compression from one packing to another.
///
/// The work of the piston, `dE = -p dA` with `E = N kT`, gives `d ln T = Z d ln y`, which is integrated by
/// Simpson's rule.
#[must_use]
pub fn compressed(temperature: f64, from: f64, to: f64) -> f64 {
    const STEPS: u32 = 64;
    let step = (to / from).ln() / f64::from(STEPS);
    let at = |number: u32| compressibility(from * (step * f64::from(number)).exp());
    let weighted = (0..=STEPS).map(|number| match number {
        0 | STEPS => at(number),
        odd if odd % 2 == 1 => 4.0 * at(odd),
        even => 2.0 * at(even),
    });
    temperature * (weighted.sum::<f64>() * step / 3.0).exp()
}

/// The mean square displacement over `lag` steps of a path; `None` if the path is not longer.
#[must_use]
pub fn mean_square_displacement(path: &[DVec2], lag: usize) -> Option<f64> {
    let pairs = path.iter().zip(path.get(lag..)?);
    let (sum, count) = pairs.fold((0.0, 0.0), |(sum, count), (start, end)| {
        (sum + start.distance_squared(*end), count + 1.0)
    });
    (count > 0.0).then(|| sum / count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chi_square_accepts_quantiles_and_rejects_equal_speeds() {
        // The quantile function of the speed, sqrt(-2 kT ln(1 - share)).
        let speeds: Vec<f64> = (0..5000)
            .map(|number| (-6.0 * (1.0 - (f64::from(number) + 0.5) / 5000.0).ln()).sqrt())
            .collect();
        assert!(chi_square(&speeds, 3.0, 50) < 1e-9);
        assert!(chi_square(&speeds, 3.6, 50) > chi_square_bound(50));
        assert!(chi_square(&vec![6f64.sqrt(); 5000], 3.0, 50) > 1e5);
    }

    #[test]
    fn speed_density_is_normalised_and_has_temperature() {
        let step = 1e-3;
        let speeds = (0..40_000).map(|number| (f64::from(number) + 0.5) * step);
        let [all, squares] = speeds.fold([0.0, 0.0], |[all, squares], speed| {
            let share = speed_density(speed, 2.0, 5.0) * step;
            [all + share, squares + share * speed * speed]
        });
        // The mean of m v^2 / 2 is kT.
        assert!((all - 1.0).abs() < 1e-6 && (squares - 5.0).abs() < 1e-5, "{all} {squares}");
    }

    #[test]
    fn chi_square_bound_matches_tables() {
        // The upper percentage points of chi-square at 1 % for 10, 48 and 100 degrees of freedom.
        for (freedom, bound) in [(10, 23.209), (48, 73.683), (100, 135.807)] {
            let found = chi_square_bound(freedom + 2);
            assert!((found / bound - 1.0).abs() < 1.5e-3, "{freedom}: {found}");
        }
    }

    #[test]
    fn compressibility_follows_virial_series() {
        // B2..B10 over powers of B2: Tonks (1936), Rowlinson and Hemmer (1964), Clisby and McCoy (2006).
        let virial =
            [1.0, 0.782004, 0.532232, 0.333556, 0.198838, 0.114873, 0.064993, 0.036219, 0.019954];
        for packing in [0.05, 0.1, 0.2, 0.3, 0.4, 0.5] {
            let mut power = 1.0;
            let series = virial.iter().fold(1.0, |sum, coefficient| {
                power *= 2.0 * packing;
                sum + coefficient * power
            });
            // At 0.5 the truncation of the series is about half a percent.
            let share = compressibility(packing) / series - 1.0;
            assert!(share.abs() < 0.011, "{packing}: {share}");
            assert!(packing > 0.4 || share.abs() < 0.004, "{packing}: {share}");
        }
    }

    #[test]
    fn walls_matter_little_for_few_discs_in_large_area() {
        let packing = packing_inside(100, 0.5, 1e6, 4e3);
        assert!((packing / (25.0 * PI / 1e6) - 1.0).abs() < 1e-6);
        let [packing, closer] = [4e-9, 400.0].map(|edge| packing_inside(6366, 0.5, 1e4, edge));
        assert!((packing - 0.5).abs() < 1e-4 && (0.485..0.495).contains(&closer), "{closer}");
    }

    #[test]
    fn dilute_gas_in_half_the_area_is_twice_as_hot() {
        // In the plane `T A` is constant, and Z is nearly 1.
        assert!((compressed(3.0, 1e-6, 2e-6) - 6.0).abs() < 1e-4);
        let [once, back] = [(0.2, 0.4), (0.4, 0.2)];
        let there = compressed(1.0, once.0, once.1);
        assert!(there > 2.0 && (compressed(there, back.0, back.1) - 1.0).abs() < 1e-12);
    }

    #[test]
    fn straight_path_has_square_of_its_length() {
        let path: Vec<DVec2> = (0..9).map(|step| DVec2::new(3.0, 4.0) * f64::from(step)).collect();
        assert_eq!(mean_square_displacement(&path, 3), Some(225.0));
        assert_eq!(mean_square_displacement(&path, 9), None);
    }
}
