//! The stepper: makes the steps of a world, each by the strategy that suits it.

use std::sync::Arc;

use crate::executor::{Executor, Serial};
use crate::measure::state_hash;
use crate::report::Report;
use crate::settings::{Method, Settings};
use crate::step::discrete::move_and_correct;
use crate::step::domains::state::Domains;
use crate::step::engine::Engine;
use crate::step::engine::regime::Regime;
use crate::step::event_loop::run_events;
use crate::step::finish::StepEnd;
use crate::step::finish::contact_report::{
    collect_examined, keep_plastic_impacts, report_contacts, report_removed_contacts,
};
use crate::step::hook::Hook;
use crate::step::piles::solve_piles;
use crate::step::prediction::all_pairs::predict_all_pairs;
use crate::step::prediction::broad_phase::{rebuild_broad_phase, reinsert_rewritten};
use crate::step::response::regions::{report_arrivals, report_departures};
use crate::step::tracking::tracker::Tracking;
use crate::vector::Vector;
use crate::world::{ConservativeFlag, Epoch, Progress, World};

/// Whether a step came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub enum Outcome {
    /// The whole step was made.
    Finished,
    /// As many events as were allowed have been handled; call [`Stepper::resume`] to go on.
    Interrupted,
}

/// Makes the steps of a world, and keeps buffers from one step to the next. It holds nothing that decides
/// the future: any stepper continues any world, to the same bits.
///
/// # Example
/// ```
/// use collide_core::{body::Body, shape::Shape, step::Stepper, world::World};
/// use glam::DVec2;
///
/// let mut world = World::<DVec2>::new();
/// let ball = Body { velocity: DVec2::new(8.0, 0.0), ..Body::dynamic(Shape::ball(0.5), DVec2::ZERO) };
/// let ball = world.add(ball).unwrap();
/// world.add(Body::fixed(Shape::arena(DVec2::new(2.5, 9.0)), DVec2::ZERO)).unwrap();
///
/// let mut stepper = Stepper::new();
/// let report = stepper.step(&mut world, 1.0);
/// let times: Vec<f64> = report.impacts().map(|impact| impact.time).collect();
/// assert_eq!(times, [0.25, 0.75]);
/// assert_eq!(world.body(ball).unwrap().position, DVec2::ZERO);
/// ```
#[derive(Clone, Debug)]
pub struct Stepper<V: Vector> {
    /// How steps are made from now on.
    pub settings: Settings,
    /// The hook by which the game decides about pairs, if it has one. It should be set between steps; another one within a
    /// step counts from the present on, unless the world is changed between the same two calls.
    pub hook: Option<Hook<V>>,
    /// Divides work among threads. It changes the speed and no result.
    pub executor: Arc<dyn Executor>,
    /// The serial event loop, which makes all steps that no other strategy makes.
    pub(crate) engine: Engine<V>,
    /// The strategy for up to some thousands of bodies that do nothing but collide.
    pub(crate) tracking: Tracking<V>,
    /// The strategy for many such bodies, or several threads.
    pub(crate) domains: Domains<V>,
    end: StepEnd<V>,
}

impl<V: Vector> Default for Stepper<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V: Vector> Stepper<V> {
    /// A stepper with default settings.
    #[must_use]
    pub fn new() -> Self {
        Self::with_settings(Settings::default())
    }

    /// A stepper with these settings.
    #[must_use]
    pub fn with_settings(settings: Settings) -> Self {
        Self {
            settings,
            hook: None,
            executor: Arc::new(Serial),
            engine: Engine::default(),
            tracking: Tracking::default(),
            domains: Domains::default(),
            end: StepEnd::default(),
        }
    }

    /// A new stepper with the settings, the hook and the executor of this one.
    #[must_use]
    pub fn with_same_settings(&self) -> Self {
        let (hook, executor) = (self.hook.clone(), Arc::clone(&self.executor));
        Self { hook, executor, ..Self::with_settings(self.settings) }
    }

    /// What happened since the step began or was resumed.
    #[must_use]
    pub fn report(&self) -> &Report<V> {
        &self.engine.report
    }

    /// Begins a step of `dt` seconds. Within an interrupted step only the report begins anew.
    ///
    /// A `dt` that is NaN, infinite or not above zero begins no step.
    pub fn integrate(&mut self, world: &mut World<V>, dt: f64) {
        V::integrate(self, world, dt);
    }

    pub(crate) fn begin(&mut self, world: &mut World<V>, dt: f64) {
        let dt = world.progress.map_or(dt, |progress| progress.dt);
        self.engine.report.clear(dt);
        if world.progress.is_some() || !dt.is_finite() || dt <= 0.0 {
            return;
        }
        world.journal.note_beginning(dt, self.settings, self.hook.is_some());
        world.progress = Some(Progress::new(dt));
        if !self.settings.sleep || self.settings.method != Method::Continuous {
            world.wake_all();
        }
        let before = world.epoch;
        world.epoch = Epoch::new();
        self.domains.keep_partition(dt, before, world.epoch);
        self.engine.search.follow_epoch(before, world.epoch);
        if self.tracking.is_of(before) {
            self.tracking.set_epoch(Some(world.epoch));
        }
        drive_all(world, dt);
    }

    /// Reports what the game has moved into and out of sensors, and predicts the earliest events inside
    /// the step that has begun; the discrete method predicts none. Where bodies do nothing but collide, that may be
    /// left to [`respond`](Self::respond), which does it part by part, or when their time comes.
    pub fn detect(&mut self, world: &mut World<V>) {
        V::detect(self, world);
    }

    pub(crate) fn detect_what_follows(&mut self, world: &mut World<V>) {
        let Some(Progress { dt, now, .. }) = world.progress else { return };
        self.engine.configure(self.settings, self.hook.as_ref(), &self.executor);
        self.engine.report.dt = dt;
        self.engine.report_woken(world, now);
        if self.engine.predictions.has_other_hook(world, self.hook.as_ref()) {
            // Pairs that meet from now on may have passed through each other before, and that stays so.
            world.mark_all_moved();
        }
        report_departures(&mut self.engine, world);
        if self.settings.contacts {
            report_removed_contacts(&mut self.engine, world);
        }
        let regime = Regime::of(&self.engine, world);
        if self.tracking.choose(&mut self.engine, world, regime, dt)
            || self.domains.choose(&mut self.engine, world, regime, dt)
        {
            self.mark_valid(world);
        } else {
            self.detect_all(world, dt);
        }
    }

    /// Predicts the earliest events of all bodies, for the serial event loop.
    fn detect_all(&mut self, world: &mut World<V>, dt: f64) {
        let engine = &mut self.engine;
        if rebuild_broad_phase(engine, world, dt) {
            report_arrivals(engine, world);
        }
        if self.settings.method != Method::Continuous {
            self.mark_valid(world);
            return;
        }
        if world.progress.is_some_and(|progress| !progress.has_begun) {
            solve_piles(engine, world, dt);
            reinsert_rewritten(engine, world, dt);
        }
        self.mark_valid(world);
        predict_all_pairs(&mut self.engine, world, dt);
    }

    /// Handles the predicted events in order, at most `events` of them, and ends the step when none
    /// is left. The discrete method ends the step whatever `events` is.
    ///
    /// What was changed since [`detect`](Self::detect) counts: if the game has edited, added or removed
    /// a body, or changed the space, the settings or the hook, or if this stepper has not looked at this
    /// world, everything is detected anew first.
    pub fn respond(&mut self, world: &mut World<V>, events: u64) -> Outcome {
        V::respond(self, world, events)
    }

    pub(crate) fn handle_events(&mut self, world: &mut World<V>, events: u64) -> Outcome {
        let Some(Progress { dt, .. }) = world.progress else { return Outcome::Finished };
        world.journal.note_going_on(events, self.settings, self.hook.is_some());
        self.engine.configure(self.settings, self.hook.as_ref(), &self.executor);
        if !self.engine.predictions.is_valid(world, self.settings, self.hook.as_ref()) {
            self.detect(world);
        }
        // Until it is known where this ends, the predictions are of no state.
        self.engine.predictions.invalidate();
        if let Method::Discrete(discrete) = self.settings.method {
            move_and_correct(&mut self.engine, world, discrete, dt);
            self.finish(world, dt, false);
            self.engine.report.sort_by_time();
            return Outcome::Finished;
        }
        let epoch = world.epoch;
        let is_serial = !self.run_strategy(world, events, dt);
        if !is_serial {
            self.engine.search.forget_static();
        }
        if !is_serial || run_events(&mut self.engine, world, events, dt) {
            self.finish(world, dt, is_serial);
            self.engine.search.follow_epoch(epoch, world.epoch);
            self.tracking.end(world.epoch);
            return Outcome::Finished;
        }
        if self.settings.contacts {
            keep_plastic_impacts(&self.engine, world);
        }
        self.mark_valid(world);
        Outcome::Interrupted
    }

    /// Ends the step: flies all bodies to its end, and follows their contacts. `is_serial` is whether the serial event loop
    /// made the step.
    fn finish(&mut self, world: &mut World<V>, dt: f64, is_serial: bool) {
        let Self { engine, domains, end, .. } = self;
        let examined =
            self.settings.contacts.then(|| collect_examined(engine, world, is_serial, dt));
        end.finish(engine, domains, world, dt);
        match examined {
            Some(examined) => report_contacts(engine, world, examined, dt),
            None => world.contacts.points.clear(),
        }
        if world.journal.note_end_of_step() {
            let hash = state_hash(world);
            world.journal.note_hash(hash);
        }
    }

    /// Makes all of the step by tracking or by domains, if that was chosen, and returns whether it was made. If it was
    /// not, all is predicted for the serial event loop.
    fn run_strategy(&mut self, world: &mut World<V>, events: u64, dt: f64) -> bool {
        let is_whole = events == u64::MAX;
        if self.tracking.is_on {
            if is_whole && self.tracking.follow(&mut self.engine, world, dt) {
                return true;
            }
            self.tracking.stop();
        } else if std::mem::take(&mut self.domains.is_chosen) {
            if is_whole && self.domains.run(&mut self.engine, world, dt) {
                return true;
            }
        } else {
            return false;
        }
        self.detect_all(world, dt);
        self.engine.predictions.invalidate();
        false
    }

    /// Records that the predictions are valid for the present state of the world.
    fn mark_valid(&mut self, world: &mut World<V>) {
        let before = world.epoch;
        self.engine.predictions.mark_valid(world, self.settings, self.hook.as_ref());
        self.engine.search.follow_epoch(before, world.epoch);
    }

    /// Makes a whole step of `dt` seconds. An interrupted step is finished instead, whatever `dt` is.
    ///
    /// A `dt` that is NaN, infinite or not above zero makes no step, and the report is empty.
    pub fn step(&mut self, world: &mut World<V>, dt: f64) -> &Report<V> {
        self.integrate(world, dt);
        self.detect(world);
        let _finished = self.respond(world, u64::MAX);
        self.report()
    }

    /// Goes on with an interrupted step for at most `events` events. The report begins anew.
    pub fn resume(&mut self, world: &mut World<V>, events: u64) -> Outcome {
        let dt = world.progress.map_or(0.0, |progress| progress.dt);
        self.integrate(world, dt);
        self.detect(world);
        self.respond(world, events)
    }
}

/// Applies what acts once at the start of a step of `dt` seconds: damping, and the way to a target.
fn drive_all<V: Vector>(world: &mut World<V>, dt: f64) {
    let environment = world.environment();
    let mut driven = Vec::new();
    if world.has_driven() {
        driven.resize(world.slots.len(), false);
        for slot in world.slots.iter_mut().flatten().filter(|slot| slot.takes_part()) {
            driven[slot.id.index()] = slot.drive(&environment, dt);
        }
    }
    let is_driven = |index: usize| driven.get(index) == Some(&true);
    if driven.is_empty() && !world.flags.changed.0 {
        return;
    }
    world.flags.changed = ConservativeFlag(false);
    // A pair that bounced at the end of the last step may approach again at once, if one of the two was driven or
    // edited since.
    for index in 0..world.slots.len() {
        let Some(slot) = &world.slots[index] else { continue };
        let Some((partner, _)) = slot.bounced() else { continue };
        let changed = world
            .slot(partner)
            .is_none_or(|partner| partner.edited || is_driven(partner.id.index()));
        if (changed || is_driven(slot.id.index()))
            && let Some(slot) = &mut world.slots[index]
        {
            slot.set_bounced(None);
        }
    }
}
