// Loads the demo of this page with a bar that shows the progress, and shows its words and its keys beside the canvas.

import { heard, listen } from './sound.js';

const at = (id) => document.getElementById(id);

/** Shows a problem over the canvas. */
function showProblem(text) {
  at('loading').hidden = true;
  at('problem').textContent = text;
  at('problem').hidden = false;
}

/** The response with its bytes counted by the bar. The bar knows the size of the file: a server may send it compressed. */
function counted(response) {
  const reader = response.body.getReader();
  const stream = new ReadableStream({
    async pull(controller) {
      const { done, value } = await reader.read();
      if (done) return controller.close();
      at('progress').value += value.length;
      controller.enqueue(value);
    },
  });
  return new Response(stream, { headers: { 'content-type': 'application/wasm' } });
}

/** Downloads and starts the demo. */
async function start() {
  if (!document.createElement('canvas').getContext('webgl2')) {
    return showProblem('This browser has no WebGL 2, which the demo needs.');
  }
  const { default: init } = await import(new URL('demo.js', document.baseURI));
  const response = await fetch('demo_bg.wasm');
  if (!response.ok) throw new Error(`demo_bg.wasm: ${response.status}`);
  at('demo').focus({ preventScroll: true });
  await init({ module_or_path: counted(response) });
}

/** The buttons of an entry of the list of keys: each is a label, the code and the value of a key. */
function keysOf(entry) {
  const arrow = (way) => [way, `Arrow${way}`, `Arrow${way}`];
  const named = { Space: ' ', Backspace: 'Backspace', Tab: 'Tab', Esc: 'Escape' };
  const marks = { '.': 'Period', '[': 'BracketLeft', ']': 'BracketRight' };
  const range = entry.match(/^(\d) (?:-|to) (\d)$/);
  if (range) {
    const [first, last] = [Number(range[1]), Number(range[2])];
    return Array.from({ length: last - first + 1 }, (_, step) => [`${first + step}`, `Digit${first + step}`, `${first + step}`]);
  }
  if (/drag|wheel/i.test(entry)) return [];
  return entry.split(/[\s,]+/).flatMap((word) => {
    if (/^[A-Z]$/.test(word)) return [[word, `Key${word}`, word.toLowerCase()]];
    if (/^\d$/.test(word)) return [[word, `Digit${word}`, word]];
    if (/^(up|down|left|right)$/i.test(word)) return [arrow(word[0].toUpperCase() + word.slice(1).toLowerCase())];
    if (word in marks) return [[word, marks[word], word]];
    if (word in named) return [[word, word === 'Esc' ? 'Escape' : word, named[word]]];
    return [];
  });
}

/** A button that acts as a key while it is held. */
function button([label, code, key]) {
  const button = document.createElement('button');
  button.textContent = label;
  const send = (kind) => at('demo').dispatchEvent(new KeyboardEvent(kind, { code, key, bubbles: true }));
  let held = false;
  const press = (event) => { event.preventDefault(); held = true; send('keydown'); };
  const release = () => { if (held) { held = false; send('keyup'); } };
  button.addEventListener('pointerdown', press);
  for (const end of ['pointerup', 'pointercancel', 'pointerleave']) button.addEventListener(end, release);
  // From a keyboard a button is clicked, at a stroke.
  button.addEventListener('click', (event) => { if (event.detail === 0) { send('keydown'); setTimeout(() => send('keyup'), 100); } });
  return button;
}

let shownKeys = '';

/** Lists the keys, each with its action, when they have changed. */
function listKeys(keys) {
  const text = JSON.stringify(keys);
  if (text === shownKeys) return;
  shownKeys = text;
  const item = ([entry, action]) => {
    const [item, own, words] = ['li', 'span', 'span'].map((name) => document.createElement(name));
    const buttons = keysOf(entry).map(button);
    own.className = 'of-key';
    own.append(...(buttons.length ? buttons : [entry]));
    words.textContent = action;
    item.append(own, words);
    return item;
  };
  document.querySelector('#keys ul').replaceChildren(...keys.map(item));
}

/** Shows the state that the demo sends. */
function show(state) {
  at('loading').hidden = true;
  const title = [state.title, state.subtitle].filter((part) => part).join(' \u00b7 ');
  for (const [id, words] of [['title', title], ['clock', state.clock], ['message', state.message], ['hint', state.hint]]) {
    if (at(id).textContent !== words) at(id).textContent = words;
  }
  at('message').className = state.is_wrong ? 'wrong' : '';
  listKeys(state.keys);
}

addEventListener('demo', (event) => {
  window.state = JSON.parse(event.detail);
  show(window.state);
});
at('problem').addEventListener('click', () => { at('problem').hidden = true; });
addEventListener('problem', (event) => showProblem(event.detail));
addEventListener('error', (event) => {
  if (event.error instanceof WebAssembly.RuntimeError) showProblem('The demo has stopped. Reload the page to start it again.');
});
listen(at('sound'));
at('sound').addEventListener('click', () => at('demo').focus({ preventScroll: true }));
window.heard = heard;
// A phone has no keyboard: its keys are these buttons.
at('keys').open = matchMedia('(pointer: coarse)').matches;
start().catch((error) => {
  // winit leaves `main` by an exception, since there is no other way out of it in a browser.
  if (!String(error.message).startsWith('Using exceptions for control flow')) {
    showProblem(`The demo could not be loaded. ${error.message}`);
    throw error;
  }
});
