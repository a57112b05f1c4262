//! Tests of laws of nature and known answers.

mod break15;
mod conservation;
mod cradle;
mod discrete_convergence;
mod discrete_method;
mod friction;
mod galperin;
mod gas;
mod inelastic_collapse;
mod line;
mod pile_impact;
mod piles;
mod response_forms;
mod response_laws;
mod symmetries;
