//! Slow reference computations, in 106 bits or in exact arithmetic, and the cases they judge.

pub mod double_double;
pub mod exact_polynomial;
pub mod polynomial_cases;
pub mod solids;
pub mod touch_cases;
pub mod touch_oracle;
pub mod touch_verdict;
