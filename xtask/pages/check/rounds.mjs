// A round of each demo: what a player does in it, by mouse and keys on a desktop, and by a finger on a phone.

/** Waits until the first ball moves. */
async function moves(drive) {
  await drive.until((state) => state.ball !== null);
  const { ball } = await drive.state();
  await drive.until((state, ball) => Math.hypot(state.ball[0] - ball[0], state.ball[1] - ball[1]) > 1e-3, ball);
}

const air_hockey = {
  desktop: [{
    play: async (drive) => {
      await drive.until((state) => state.subtitle.includes('you are blue'));
      await drive.picture();
      // The mallet follows the mouse and hits the puck, which lies in the middle.
      await drive.mouse.move(0.3, 0.55);
      await drive.frames(20);
      await drive.mouse.move(0.49, 0.55);
      await drive.until((state) => state.impacts > 0);
      await drive.key('Digit3');
      await drive.until((state) => state.subtitle.includes('two bots'));
      await drive.until((state) => /scores/.test(state.message));
      await drive.picture();
      // Touches have been heard since the first key, and are not when the sound is off.
      await drive.page.waitForFunction(() => heard.state() === 'running' && heard.played > 0);
      await drive.page.click('#sound');
      await drive.page.waitForFunction(() => heard.state() === 'suspended');
      await drive.key('KeyR');
      await drive.until((state) => /0 : 0/.test(state.title));
    },
  }, {
    query: '?players=bots&level=hard',
    play: async (drive) => drive.until((state) => state.impacts > 20),
  }],
  phone: [{
    play: async (drive) => {
      await drive.until((state) => state.subtitle.includes('you are blue'));
      await drive.finger([0.2, 0.5], [0.4, 0.5]);
      await drive.picture();
      await drive.button('3');
      await drive.until((state) => state.impacts > 5);
    },
  }],
};

const breakout = {
  desktop: [{
    play: async (drive) => {
      await drive.until((state) => state.message === 'Space to launch the ball');
      await drive.mouse.move(0.7, 0.6);
      await drive.until((state) => state.ball[0] > 100);
      await drive.picture();
      await drive.mouse.down();
      await drive.mouse.up();
      await moves(drive);
      await drive.key('KeyB');
      await drive.until((state) => state.impacts > 2 && /Bricks ([0-6]\d|70|71) /.test(state.title));
      await drive.key('KeyP');
      await drive.until((state) => state.is_paused);
      await drive.key('KeyP');
      await drive.key('KeyH');
      await drive.picture();
      await drive.key('KeyH');
      await drive.key('KeyR');
      await drive.until((state) => /Bricks 72 /.test(state.title));
    },
  }, {
    query: '?times=200&bot',
    play: async (drive) => drive.until((state) => state.message.includes('you win')),
  }],
  phone: [{
    play: async (drive) => {
      await drive.until((state) => state.message === 'Space to launch the ball');
      await drive.picture();
      // A drag moves the paddle, and the ball leaves where the finger came down.
      await drive.finger([0.7, 0.7]);
      await moves(drive);
      await drive.button('B');
      await drive.until((state) => state.impacts > 2);
    },
  }],
};

const aims = (state) => /release to shoot|would be pocketed/.test(state.hint);

const billiards = {
  desktop: [{
    play: async (drive) => {
      await drive.until((state) => state.hint.length > 0);
      await drive.picture();
      await drive.key('Space');
      await drive.mouse.move(0.6, 0.5);
      await drive.picture();
      await drive.mouse.down();
      await drive.mouse.move(0.3, 0.5);
      await drive.picture();
      await drive.mouse.up();
      await moves(drive);
      await drive.until((state) => state.impacts > 10);
      await drive.picture();
      // The round ends with the verdict of the rules, and U takes the shot back.
      await drive.until((state) => state.hint !== '');
      await drive.key('KeyU');
      await drive.until(aims);
    },
  }, {
    query: '?break=8&seed=1',
    play: async (drive) => drive.until((state) => state.impacts > 10),
  }],
  phone: [{
    play: async (drive) => {
      await drive.until((state) => state.hint.length > 0);
      await drive.picture();
      await drive.button('Space');
      // A finger far from the cue ball turns the cue; from the ball back it shoots.
      await drive.finger([0.6, 0.4], [0.7, 0.55]);
      const { impacts } = await drive.state();
      await drive.finger([0.26, 0.53], [0.2, 0.53], [0.08, 0.53]);
      await drive.until((state, impacts) => state.impacts > impacts + 5, impacts);
      await drive.until((state) => state.hint !== '');
      await drive.button('U');
      await drive.until(aims);
    },
  }],
};

const collision_lab = {
  desktop: [{
    play: async (drive) => {
      await moves(drive);
      await drive.until((state) => state.impacts > 0);
      await drive.picture();
      await drive.key('Digit6');
      await drive.until((state) => state.subtitle.includes('Free'));
      await drive.key('KeyP');
      await drive.until((state) => state.is_paused);
      // The state is sent ten times a second: that of the new lesson has the clock at which it stands still.
      await drive.frames(20);
      const { ball } = await drive.state();
      // The camera shows at least 14.2 by 8 metres around (1.9, -0.78).
      const { width, height } = await drive.size();
      const pixels = Math.min(width / 14.2, height / 8);
      const at = ([x, y]) => [0.5 + ((x - 1.9) * pixels) / width, 0.5 - ((y + 0.78) * pixels) / height];
      await drive.mouse.move(...at(ball));
      await drive.mouse.down();
      const there = [ball[0] - 0.5, ball[1] - 0.5];
      await drive.mouse.move(...at(there));
      await drive.mouse.up();
      await drive.until((state, there) => Math.abs(state.ball[0] - there[0]) < 0.1, there);
      // A link to this state starts with the clock stopped and the ball where it is now.
      await drive.key('KeyK');
      const link = new URL(drive.page.url());
      await drive.key('KeyP');
      await moves(drive);
      if (!link.searchParams.getAll('ball').some((ball) => Math.abs(Number(ball.split(',')[1]) - there[0]) < 0.1)) {
        throw new Error(`the link is ${link}`);
      }
    },
  }, {
    query: '?lesson=free&paused&ball=1,-2,0,3,0&ball=2,1,0,0,0&restitution=0.5',
    play: async (drive) => drive.until((state) => state.is_paused && Math.abs(state.ball[0] + 2) < 1e-6),
  }, {
    query: '?lesson=juggling',
    play: async (drive) => drive.page.getByText("invalid value 'juggling'").waitFor(),
  }],
  phone: [{
    play: async (drive) => {
      await moves(drive);
      await drive.picture();
      await drive.button('3');
      await drive.until((state) => state.subtitle.includes('In the plane'));
      await drive.button('Tab');
      await drive.until((state) => state.impacts > 0);
    },
  }],
};

const cradle_and_pi = {
  desktop: [{
    play: async (drive) => {
      await moves(drive);
      await drive.picture();
      await drive.key('KeyM');
      await drive.until((state) => state.subtitle.includes('cradle'));
      await drive.until((state) => state.impacts > 0);
      await drive.mouse.move(0.65, 0.6);
      await drive.mouse.down();
      await drive.mouse.move(0.8, 0.5);
      await drive.until((state) => state.is_paused);
      await drive.mouse.up();
      await drive.until((state) => !state.is_paused);
      const { impacts } = await drive.state();
      await drive.until((state, impacts) => state.impacts > impacts, impacts);
    },
  }, {
    query: '?power=0',
    play: async (drive) => drive.until((state) => state.impacts === 3),
  }],
  phone: [{
    play: async (drive) => {
      await moves(drive);
      await drive.picture();
      await drive.button('M');
      await drive.until((state) => state.subtitle.includes('cradle'));
      await drive.finger([0.65, 0.6], [0.75, 0.55]);
      const { impacts } = await drive.state();
      await drive.until((state, impacts) => state.impacts > impacts, impacts);
    },
  }],
};

const fruits = {
  desktop: [{
    play: async (drive) => {
      await drive.until((state) => state.subtitle.includes('0 dropped'));
      await drive.mouse.move(0.45, 0.5);
      await drive.picture();
      await drive.mouse.down();
      await drive.mouse.up();
      await drive.until((state) => state.subtitle.includes(' 1 dropped'));
      await drive.until((state) => state.impacts > 0);
      await drive.key('KeyB');
      await drive.until((state) => /[1-9]\d* of [1-9]\d* drops as foretold/.test(state.message));
      await drive.until((state) => /Fruits +[1-9]/.test(state.title));
      await drive.picture();
      await drive.key('KeyR');
      await drive.until((state) => /Fruits +0$/.test(state.title));
    },
  }],
  phone: [{
    play: async (drive) => {
      await drive.until((state) => state.subtitle.includes('0 dropped'));
      await drive.finger([0.5, 0.5], [0.3, 0.5]);
      await drive.until((state) => state.subtitle.includes(' 1 dropped'));
      await drive.picture();
      await drive.button('B');
      await drive.until((state) => /Fruits +[1-9]/.test(state.title));
    },
  }],
};

const gas = {
  desktop: [{
    play: async (drive) => {
      await moves(drive);
      await drive.until((state) => state.impacts > 5000);
      await drive.picture();
      await drive.key('Digit2');
      await drive.until((state) => state.message.includes('compress'));
      const { subtitle } = await drive.state();
      await drive.page.keyboard.down('ArrowLeft');
      await drive.until((state, subtitle) => state.subtitle !== subtitle, subtitle);
      await drive.page.keyboard.up('ArrowLeft');
    },
  }],
  phone: [{
    query: '?count=500',
    play: async (drive) => {
      await moves(drive);
      await drive.until((state) => state.impacts > 1000);
      await drive.button('4');
      await drive.until((state) => state.message.includes('one temperature'));
    },
  }],
};

const pachinko = {
  desktop: [{
    play: async (drive) => {
      await moves(drive);
      await drive.picture();
      await drive.mouse.move(0.4, 0.93);
      await drive.mouse.down();
      await drive.mouse.up();
      await drive.until((state) => /future (lands|has)/.test(state.message));
      await drive.picture();
      await drive.key('Digit4');
      await drive.until((state) => /^[1-9]\d\d balls fall/.test(state.subtitle));
    },
  }],
  phone: [{
    play: async (drive) => {
      await moves(drive);
      await drive.finger([0.6, 0.62]);
      await drive.button('Space');
      await drive.picture();
    },
  }],
};

const pinball = {
  desktop: [{
    play: async (drive) => {
      await drive.until((state) => state.message.includes('hold Space'));
      await drive.picture();
      // The ball lies on the plunger. Pulled for long enough it passes the gate.
      await drive.page.keyboard.down('Space');
      await drive.until((state) => state.ball[1] < 60);
      await drive.page.keyboard.up('Space');
      await drive.until((state) => state.message.includes('drop targets'));
      await drive.key('ArrowLeft');
      await drive.key('KeyD');
      await drive.picture();
      await drive.key('KeyB');
      await drive.until((state) => state.subtitle.includes('the bot plays'));
      await drive.until((state) => /Pinball +[1-9]\d{3}/.test(state.title));
      await drive.key('KeyR');
      await drive.until((state) => /Pinball +0$/.test(state.title));
    },
  }, {
    query: '?bot',
    play: async (drive) => drive.until((state) => state.impacts > 20),
  }],
  phone: [{
    play: async (drive) => {
      await drive.until((state) => state.message.includes('hold Space'));
      await drive.picture();
      await drive.button('B');
      await drive.until((state) => /Pinball +[1-9]\d{2}/.test(state.title));
    },
  }],
};

const pods = {
  desktop: [{
    play: async (drive) => {
      await moves(drive);
      await drive.until((state) => /: [1-9]\d\d futures/.test(state.hint));
      await drive.picture();
      await drive.key('KeyF');
      await drive.key('Digit2');
      await drive.until((state) => state.subtitle.includes('blue: searching'));
      await drive.until((state) => state.impacts > 0);
      await drive.picture();
      await drive.key('Digit3');
      await drive.until((state) => state.message === 'Space: start');
      await drive.mouse.move(0.8, 0.3);
      await drive.key('Space');
      await drive.until((state) => state.message.includes('Blue: lap 1'));
      // A held button thrusts.
      const { ball } = await drive.state();
      await drive.mouse.down();
      await drive.until((state, ball) => Math.hypot(state.ball[0] - ball[0], state.ball[1] - ball[1]) > 500, ball);
      await drive.mouse.up();
    },
  }, {
    query: '?players=searching&plans=20',
    play: async (drive) => {
      // A race lasts for four minutes.
      for (let faster = 0; faster < 3; faster += 1) await drive.key('BracketRight');
      await drive.until((state) => state.message.includes('wins'));
    },
  }],
  phone: [{
    play: async (drive) => {
      await moves(drive);
      await drive.picture();
      await drive.button('3');
      await drive.until((state) => state.message === 'Space: start');
      await drive.button('Space');
      await drive.until((state) => state.message.includes('Blue: lap 1'));
      await drive.finger([0.7, 0.4], [0.6, 0.6]);
    },
  }],
};

/** Notes the mean duration of the ticks of the first 16 seconds, and fails above a limit in milliseconds. */
const timed = (query, limit) => ({
  query,
  // Few pixels, or the software that draws takes the cores.
  viewport: { width: 400, height: 300 },
  play: async (drive) => {
    const means = [];
    // A state has the mean of the last 120 ticks, which are two seconds.
    for (let second = 2; second <= 16; second += 2) {
      await drive.until((state, second) => state.seconds >= second && state.tick_time !== null, second);
      means.push((await drive.state()).tick_time);
    }
    const mean = means.reduce((sum, each) => sum + each, 0) / means.length;
    const text = `${query}: a tick takes ${mean.toFixed(2)} ms, two seconds each ${means.map((each) => each.toFixed(2)).join(' ')}`;
    drive.note(text);
    if (mean > limit) throw new Error(`${text}, more than ${limit} ms`);
  },
});

const stress = {
  desktop: [
    timed('?scene=gas&count=1000', 4),
    timed('?scene=pile&count=500', 2),
    {
      play: async (drive) => {
        await moves(drive);
        await drive.key('ArrowRight');
        await drive.until((state) => state.title === 'shot');
      },
    },
  ],
  phone: [{
    query: '?scene=funnel',
    play: async (drive) => {
      await moves(drive);
      await drive.picture();
      await drive.button('Right');
      await drive.until((state) => state.title === 'heap');
    },
  }],
};

export const ROUNDS = {
  air_hockey, billiards, breakout, collision_lab, cradle_and_pi, fruits, gas, pachinko, pinball, pods, stress,
};
