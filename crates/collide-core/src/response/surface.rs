//! The surface of a pair of bodies, and the rules by which values of two bodies combine.

/// How the values of two bodies become the value of the pair.
///
/// # Example
/// ```
/// use collide_core::response::Combine;
///
/// assert_eq!(Combine::default().of(0.25, 1.0), 0.25);
/// assert_eq!(Combine::GeometricMean.of(0.25, 1.0), 0.5);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Combine {
    /// The smaller of the two: the duller surface decides.
    #[default]
    Min,
    /// The larger of the two.
    Max,
    /// The arithmetic mean, `(a + b) / 2`.
    Average,
    /// The geometric mean, `sqrt(a b)`: zero if either is, and between the two.
    GeometricMean,
    /// The product, `a b`: 1 leaves the other as it is.
    Multiply,
}

impl Combine {
    /// The value of a pair of bodies with the values `one` and `two`.
    ///
    /// Both should be finite and not negative. `Min`, `Max` and `Average` keep their unit, and so does
    /// `GeometricMean`; of `Multiply` one of the two should be a pure number. The order does not
    /// matter, and two equal values give that value to the bit, except as a product. The geometric
    /// mean is the root of the product, so it is zero or infinite where the product is, and loses
    /// accuracy where the product is below 1e-307. Where one value is NaN, `Min` and `Max` give the
    /// other and the rest give NaN.
    ///
    /// # Accuracy
    /// `Min` and `Max` are exact, the others within one unit in the last place.
    #[must_use]
    pub fn of(self, one: f64, two: f64) -> f64 {
        match self {
            Self::Min => f64::min(one, two),
            Self::Max => f64::max(one, two),
            Self::Average => 0.5 * (one + two),
            Self::GeometricMean => (one * two).sqrt(),
            Self::Multiply => one * two,
        }
    }
}

/// What the surfaces of a pair do at an impact.
///
/// By default nothing but bounce: restitution 1, no friction, no minimum impulse.
///
/// # Example
/// ```
/// use collide_core::response::Surface;
///
/// let cloth = Surface { friction: 0.2, ..Surface::default() };
/// assert_eq!((cloth.restitution, cloth.minimum_impulse), (1.0, 0.0));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Surface {
    /// How much of the approach speed a bounce gives back; a pure number, 0 to 1, and above 1 for a bumper.
    pub restitution: f64,
    /// Coulomb's coefficient: the largest impulse across the normal, as a share of that along it; a
    /// pure number, zero or more. Infinite, nothing slides.
    pub friction: f64,
    /// The least impulse with which the two are thrown apart once their approach has been stopped,
    /// in mass times speed; zero or more.
    pub minimum_impulse: f64,
    /// How much of the sliding of a body that turns is given back in the opposite direction, if friction is large enough:
    /// 0 nothing, so that it rolls, to 1 all, as of a superball. A pure number. It is not read if neither body turns.
    pub tangential_restitution: f64,
}

impl Surface {
    /// Whether each value is one that a surface can have: a finite restitution of 0 or more, a friction of 0 or more, a finite
    /// minimum impulse of 0 or more, and a tangential restitution of 0 to 1.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        (0.0..f64::INFINITY).contains(&self.restitution)
            && self.friction >= 0.0
            && (0.0..f64::INFINITY).contains(&self.minimum_impulse)
            && (0.0..=1.0).contains(&self.tangential_restitution)
    }
}

impl Default for Surface {
    fn default() -> Self {
        Self { restitution: 1.0, friction: 0.0, minimum_impulse: 0.0, tangential_restitution: 0.0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ALL: [Combine; 5] =
        [Combine::Min, Combine::Max, Combine::Average, Combine::GeometricMean, Combine::Multiply];

    #[test]
    fn each_rule_is_what_its_name_says() {
        assert_eq!(ALL.map(|rule| rule.of(0.25, 1.0)), [0.25, 1.0, 0.625, 0.5, 0.25]);
        assert_eq!(ALL.map(|rule| rule.of(0.0, 0.5)), [0.0, 0.5, 0.25, 0.0, 0.0]);
    }

    #[test]
    fn the_order_does_not_matter() {
        for rule in ALL {
            assert_eq!(rule.of(0.1, 0.7), rule.of(0.7, 0.1), "{rule:?}");
        }
    }

    #[test]
    fn equal_values_stay_as_they_are() {
        for value in [0.0, 1e-9, 0.1, 0.3, 0.7, 1.0, 1.9] {
            for rule in &ALL[..4] {
                assert_eq!(rule.of(value, value), value, "{rule:?}");
            }
        }
    }
}
