// Plays the sounds that a demo asks for: a short damped tone for each touch.

/** The largest number of sounds at once. */
const VOICES = 32;
/** How loud the loudest is, of what would distort. */
const LOUDEST = 0.35;
/** How long a sound is, in seconds, at 200 hertz; higher ones are shorter. */
const LENGTH = 0.3;

let context = null;
let voices = 0;

/** How often a sound was played and how often there were too many, for the check of the pages. */
export const heard = { played: 0, dropped: 0, state: () => context?.state };

/** Plays a sound: a tone with its first overtone, which ends sooner, so that a touch is bright and then rings. */
function play({ loudness, tone }) {
  if (voices >= VOICES) return void (heard.dropped += 1);
  voices += 1;
  heard.played += 1;
  const now = context.currentTime;
  const length = LENGTH * Math.sqrt(200 / tone);
  const parts = [[1, 1, length], [2.76, 0.5, length / 3]];
  parts.forEach(([times, share, seconds], part) => {
    const [oscillator, gain] = [context.createOscillator(), context.createGain()];
    oscillator.frequency.value = tone * times;
    gain.gain.setValueAtTime(0, now);
    gain.gain.linearRampToValueAtTime(LOUDEST * loudness * share, now + 0.002);
    gain.gain.exponentialRampToValueAtTime(1e-4, now + seconds);
    oscillator.connect(gain).connect(context.destination);
    oscillator.start(now);
    oscillator.stop(now + seconds);
    if (part === 0) oscillator.onended = () => (voices -= 1);
  });
}

/**
 * Sets up the sounds of a page, with a button that turns them off. Browsers allow sound after the first key or click only; a
 * finger clicks when it is lifted.
 */
export function listen(button) {
  const begin = () => {
    context ??= new AudioContext();
    if (button.getAttribute('aria-pressed') === 'true') context.resume();
  };
  for (const kind of ['pointerdown', 'pointerup', 'keydown']) addEventListener(kind, begin, true);
  button.addEventListener('click', () => {
    const isOn = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', isOn);
    if (isOn) begin(); else context?.suspend();
  });
  addEventListener('sounds', (event) => {
    if (context?.state === 'running') JSON.parse(event.detail).forEach(play);
  });
}
