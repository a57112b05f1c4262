//! The command line options.

use std::net::SocketAddrV4;

use clap::{Parser, ValueEnum};
use harness::args::{RunArgs, between};

use crate::side::Side;

/// Air hockey against a bot, a friend at the same keyboard, or a friend at another machine
#[derive(Parser, Clone, Debug)]
#[command(version)]
pub struct AirHockeyArgs {
    /// The options of all demos.
    #[command(flatten)]
    pub run: RunArgs,

    /// The players at the start
    #[arg(long, value_name = "PLAYERS", value_enum, default_value_t = Players::One)]
    pub players: Players,

    /// How well the bot plays
    #[arg(long, value_name = "LEVEL", value_enum, default_value_t = Level::Middle)]
    pub level: Level,

    /// Without a window: how well the bot at the right plays, if not as well as the other
    #[arg(long, value_name = "LEVEL", value_enum)]
    pub other: Option<Level>,

    /// The number from which bots draw where they aim
    #[arg(long, value_name = "K", default_value_t = 0)]
    pub seed: u32,

    /// The options of two machines.
    #[command(flatten)]
    pub p2p: P2pArgs,
}

/// The options of a match of two machines.
#[derive(clap::Args, Clone, Debug)]
pub struct P2pArgs {
    /// Play against the machine with this address and port, which runs the same with the address of this one
    #[arg(long, value_name = "ADDRESS", requires = "side")]
    pub p2p: Option<SocketAddrV4>,

    /// With --p2p: the port of this machine
    #[arg(long, value_name = "PORT", default_value_t = 7000)]
    pub port: u16,

    /// With --p2p: the side of this machine; the other one has the other side
    #[arg(long, value_name = "SIDE", value_enum)]
    pub side: Option<Side>,

    /// With --p2p: by how many ticks of 1/60 s what a player does comes later on both machines, so that less is guessed
    #[arg(long, value_name = "TICKS", default_value_t = 2, value_parser = between(1_usize, 12))]
    pub input_delay: usize,

    /// With --p2p: make every message late by so many milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, value_parser = between(0_u64, 2000))]
    pub late: u64,

    /// With --p2p: lose so many messages in a hundred
    #[arg(long, value_name = "PERCENT", default_value_t = 0.0, value_parser = between(0.0, 90.0))]
    pub loss: f64,
}

/// What moves the two mallets.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Players {
    /// You at the left, and a bot
    #[default]
    One,
    /// Two at one keyboard
    Two,
    /// Two bots
    Bots,
}

/// How well a bot plays.
#[derive(ValueEnum, Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Level {
    /// Slow, and it sees late
    Easy,
    /// Quick
    #[default]
    Middle,
    /// Fast, and it aims well
    Hard,
}
