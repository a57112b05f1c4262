//! A line to another machine that can be made as bad as a real one: its messages are late, and some are lost.

use std::collections::VecDeque;
use std::net::SocketAddr;
use std::time::{Duration, Instant};

use bevy_ggrs::ggrs::{Message, NonBlockingSocket, UdpNonBlockingSocket};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A UDP socket behind which messages wait or are lost.
pub struct Line {
    socket: UdpNonBlockingSocket,
    late: Duration,
    /// The share of messages that are lost, from 0 to 1.
    loss: f64,
    random: ChaCha8Rng,
    /// What has been received, and when it is handed on.
    waiting: VecDeque<(Instant, SocketAddr, Message)>,
}

impl Line {
    /// Opens a port.
    ///
    /// # Errors
    /// If it is in use.
    pub fn open(port: u16, late: Duration, loss: f64) -> std::io::Result<Self> {
        let socket = UdpNonBlockingSocket::bind_to_port(port)?;
        let random = ChaCha8Rng::seed_from_u64(u64::from(port));
        Ok(Self { socket, late, loss, random, waiting: VecDeque::new() })
    }
}

impl NonBlockingSocket<SocketAddr> for Line {
    fn send_to(&mut self, message: &Message, address: &SocketAddr) {
        self.socket.send_to(message, address);
    }

    fn receive_all_messages(&mut self) -> Vec<(SocketAddr, Message)> {
        let now = Instant::now();
        for (address, message) in self.socket.receive_all_messages() {
            if self.random.random::<f64>() >= self.loss {
                self.waiting.push_back((now + self.late, address, message));
            }
        }
        let due = self.waiting.partition_point(|it| it.0 <= now);
        self.waiting.drain(..due).map(|(_, address, message)| (address, message)).collect()
    }
}
