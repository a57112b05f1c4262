//! The tools behind features: diagnostics, debug drawing and picking.

#[cfg(feature = "diagnostics")]
mod diagnostics;
#[cfg(feature = "gizmos")]
mod gizmos;
#[cfg(feature = "picking")]
mod picking;
