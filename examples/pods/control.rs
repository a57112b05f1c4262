//! What drives the pods: a bot that reacts, a bot that searches, or the player.

use bevy::math::DVec2;
use bevy::prelude::*;

use crate::args::Players;
use crate::bots::reactive;
use crate::bots::search::Search;
use crate::bots::track::Track;
use crate::course::Course;
use crate::pod::{MAX_THRUST, Order, Pod, Power};
use crate::race::Race;
use crate::team::{PODS, Team};

/// The pod that the player steers; the other one of its team reacts.
pub const OF_PLAYER: usize = 0;

/// What drives a team.
enum Driver {
    Reacts,
    Searches(Box<Search>),
    Player,
}

/// What drives the teams.
#[derive(Resource)]
pub struct Drivers {
    pub players: Players,
    of: [Driver; 2],
    /// How many plans a bot tries for each pod.
    plans: u32,
    /// How many futures were run for the last turn.
    pub searched: usize,
    /// The world in which futures of the coming turn are run; none before the first one of it.
    track: Option<Track>,
}

/// What the player at this machine asks for.
#[derive(Resource, Clone, Copy, Debug, Default)]
pub struct Hand {
    /// Where the pointer is.
    pub place: Option<DVec2>,
    /// Whether thrust is wanted now.
    pub presses: bool,
    /// What was asked for since the last turn, however shortly.
    pub asked: Option<Power>,
}

impl Hand {
    /// The order for a pod.
    pub fn order(&self, pod: &Pod) -> Order {
        let way = self.place.map_or(DVec2::ZERO, |place| place - pod.place);
        let heading = if way == DVec2::ZERO { pod.coast().heading } else { way.to_angle() };
        let pressed = if self.presses { MAX_THRUST } else { 0.0 };
        Order { heading, power: self.asked.unwrap_or(Power::Thrust(pressed)) }
    }
}

impl Drivers {
    /// The drivers of these players. Bots that search try so many plans for each pod.
    pub fn new(players: Players, plans: u32, seed: u32) -> Self {
        let searches = |team| Driver::Searches(Box::new(Search::new(team, plans, seed)));
        let blue = match players {
            Players::Reactive => Driver::Reacts,
            Players::Searching => searches(Team::Blue),
            Players::You => Driver::Player,
        };
        Self { players, of: [blue, searches(Team::Orange)], plans, searched: 0, track: None }
    }

    /// Drivers for another race.
    pub fn restart(&mut self, seed: u32) {
        *self = Self::new(self.players, self.plans, seed);
    }

    /// The searches, of the teams that search.
    pub fn searches(&self) -> impl Iterator<Item = (Team, &Search)> {
        let of = Team::BOTH.into_iter().zip(&self.of);
        of.filter_map(|(team, driver)| match driver {
            Driver::Searches(search) => Some((team, search.as_ref())),
            Driver::Reacts | Driver::Player => None,
        })
    }

    /// Ends the searches for a turn that was made.
    pub fn end_turn(&mut self) {
        self.searched = self.searches().map(|(_, search)| search.count()).sum();
        self.forget();
    }

    /// Forgets the world of the coming turn, as another turn comes.
    pub fn forget(&mut self) {
        self.track = None;
    }

    /// Runs some futures of the coming turn for each team that searches, in a copy of the world.
    pub fn think(
        &mut self,
        copy: impl FnOnce() -> Track,
        course: &Course,
        race: &Race,
        futures: u32,
    ) {
        let is_new = self.track.is_none();
        let track = self.track.get_or_insert_with(copy);
        for driver in &mut self.of {
            let Driver::Searches(search) = driver else { continue };
            if is_new {
                search.begin();
            }
            search.advance(track, course, race, futures);
        }
    }

    /// The orders for the coming turn.
    pub fn orders(&self, course: &Course, race: &Race, hand: &Hand) -> [Order; PODS] {
        let mut orders = race.pods.map(|pod| reactive::order(course, &pod));
        for (team, driver) in Team::BOTH.into_iter().zip(&self.of) {
            match driver {
                Driver::Reacts => {}
                Driver::Player => orders[OF_PLAYER] = hand.order(&race.pods[OF_PLAYER]),
                Driver::Searches(search) => {
                    let Some((found, _)) = search.result() else { continue };
                    for (pod, order) in team.pods().into_iter().zip(found) {
                        orders[pod] = order;
                    }
                }
            }
        }
        orders
    }
}
