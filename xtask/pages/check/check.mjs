// Plays a round of each demo in a headless Chromium, on a desktop and on a phone, and saves what it saw.
//
//   node check.mjs FOLDER [DEMO ...]
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { ROUNDS } from './rounds.mjs';
import { serve } from './server.mjs';

// The density of the phone is given to the browser too: an emulated one does not reach the size of a canvas in pixels.
const SCREENS = {
  desktop: { viewport: { width: 1280, height: 720 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
};
// Software draws a few frames a second, and the machine may be busy.
const PATIENCE = 90_000;

const [folder, ...demos] = process.argv.slice(2);
const pictures = join(folder, 'check');
await mkdir(pictures, { recursive: true });
const server = await serve(folder);
const launch = ({ deviceScaleFactor }) => chromium.launch({
  executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--disable-background-networking',
    '--disable-component-update', '--disable-sync', '--no-first-run', `--force-device-scale-factor=${deviceScaleFactor ?? 1}`],
});
const problems = [];

/** A page of a demo with the means to drive it; whatever goes wrong in it is a problem. */
async function open(context, name, query) {
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const fail = (text) => {
    problems.push(`${name}: ${text}`);
    console.error(problems.at(-1));
  };
  page.on('console', (message) => message.type() === 'error' && fail(`console: ${message.text()}`));
  page.on('pageerror', (error) => String(error.message).includes('Using exceptions for control flow') || fail(error.message));
  page.on('requestfailed', (request) => fail(`${request.url()}: ${request.failure()?.errorText}`));
  page.on('response', (response) => response.status() >= 400 && fail(`${response.url()}: ${response.status()}`));
  await page.addInitScript(() => {
    window.strokes = 0;
    addEventListener('keydown', () => (window.strokes += 1), true);
  });
  await page.goto(`${server.address}${query}`);
  return page;
}

/** What a round does: it waits for states of the demo, and uses keys, a mouse and a finger. */
function driver(page, name) {
  const canvas = page.locator('#demo');
  const point = async (x, y) => {
    const box = await canvas.boundingBox();
    return [box.x + x * box.width, box.y + y * box.height];
  };
  let shots = 0;
  const self = {
    page,
    state: () => page.evaluate(() => window.state),
    /** The size of the canvas in pixels of the page. */
    size: () => canvas.boundingBox(),
    /** Waits until a function of the state holds. */
    until: async (holds, argument) => {
      const seen = `window.state && (${holds})(window.state, ${JSON.stringify(argument ?? null)})`;
      await page.waitForFunction(`!document.getElementById('problem').hidden || (${seen})`, null, { polling: 200 });
      if (await page.locator('#problem').isVisible()) throw new Error(await page.locator('#problem').textContent());
    },
    key: async (code) => {
      // The key is held until a frame has seen it.
      await page.keyboard.down(code);
      await self.frames(2);
      await page.keyboard.up(code);
      await self.frames(1);
    },
    /** Waits for frames of the demo. */
    frames: (count) => page.evaluate((count) => new Promise((resolve) => {
      const next = () => (count-- > 0 ? requestAnimationFrame(next) : resolve());
      next();
    }), count),
    mouse: {
      move: async (x, y) => { await page.mouse.move(...(await point(x, y))); await self.frames(2); },
      down: async () => { await page.mouse.down(); await self.frames(2); },
      up: async () => { await page.mouse.up(); await self.frames(2); },
    },
    /** Moves a finger along points of the canvas. */
    finger: async (...points) => {
      const session = await page.context().newCDPSession(page);
      const touch = async (type, at) => {
        await session.send('Input.dispatchTouchEvent', { type, touchPoints: at ? [{ x: at[0], y: at[1] }] : [] });
        await self.frames(3);
      };
      const places = await Promise.all(points.map(([x, y]) => point(x, y)));
      await touch('touchStart', places[0]);
      for (const place of places.slice(1)) await touch('touchMove', place);
      await touch('touchEnd');
      await session.detach();
    },
    /** Presses the button of a key in the list below the canvas. */
    button: async (label) => {
      const button = page.locator('#keys button', { hasText: new RegExp(`^${label.replace(/[[\].]/g, '\\$&')}$`) }).first();
      const session = await page.context().newCDPSession(page);
      await button.scrollIntoViewIfNeeded();
      const box = await button.boundingBox();
      const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      const before = await page.evaluate(() => window.strokes);
      const isStruck = () => page.waitForFunction((before) => window.strokes > before, before, { timeout: 5000 });
      // The browser drops a touch that a busy page does not answer in time: the touch is repeated, as a player would. One that
      // is only late would press the key twice, so there is time to wait for it.
      for (let tries = 0; tries < 5; tries++) {
        await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
        await self.frames(2);
        await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
        if (await isStruck().then(() => true, () => false)) break;
      }
      await session.detach();
      await page.evaluate(() => scrollTo(0, 0));
    },
    picture: async () => {
      await page.screenshot({ path: join(pictures, `${name}-${++shots}.png`) });
    },
    note: (text) => console.log(`${name}: ${text}`),
  };
  return self;
}

for (const [screen, settings] of Object.entries(SCREENS)) {
  const browser = await launch(settings);
  for (const demo of demos) {
    const name = `${demo}-${screen}`;
    if (!ROUNDS[demo]) problems.push(`${name}: no round in rounds.mjs`);
    for (const { query = '', viewport = settings.viewport, play } of ROUNDS[demo]?.[screen] ?? []) {
      const start = Date.now();
      const context = await browser.newContext({ ...settings, viewport });
      const page = await open(context, name, `${demo}/${query}`);
      const drive = driver(page, `${name}${query.replace(/[^a-z0-9]+/g, '-')}`);
      try {
        await play(drive);
        await drive.picture();
      } catch (error) {
        const state = await page.evaluate(() => window.state).catch(() => null);
        problems.push(`${name}${query}: ${error.message.split('\n')[0]}; the state is ${JSON.stringify(state)}`);
        console.error(problems.at(-1));
        await page.screenshot({ path: join(pictures, `${name}-failed.png`) }).catch(() => {});
      }
      await context.close();
      console.log(`${name}${query}: ${((Date.now() - start) / 1000).toFixed(0)} s`);
    }
  }
  const index = await open(await browser.newContext(settings), `index-${screen}`, '');
  await index.waitForFunction(() => [...document.images].every((image) => image.complete && image.naturalWidth > 0));
  await index.screenshot({ path: join(pictures, `index-${screen}.png`) });
  await browser.close();
}
server.close();
console.log(`${demos.length} demos, ${problems.length} problems; the pictures are in ${pictures}`);
process.exit(problems.length ? 1 : 0);
