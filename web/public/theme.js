// What must not wait for the page. First the theme that the reader chose here before, ahead of the first paint; without a choice the
// page follows the system.
try {
  const theme = localStorage.getItem('attn-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {
  // Storage is blocked: there is no choice to remember.
}

// Then the worker that computes the figures, with the part of the wasm that the first of them needs: it loads while the page is read
// and laid out. web/src/engine/start-worker.ts takes it over; what it says until then is kept.
const { worker: address, part } = document.currentScript.dataset;
if (address) {
  try {
    const worker = new Worker(address, { type: 'module' });
    const early = { worker, first: undefined };
    worker.onmessage = worker.onerror = ({ type }) => {
      early.first ??= type;
    };
    worker.postMessage({ kind: 'warm', part });
    globalThis.attnWorker = early;
  } catch {
    // Workers are refused: the engine finds another way.
  }
}

// And until that figure is live, what comes after it is laid out only where it is seen (web/src/article/prose.css): that is most of a
// chapter, and its heights are estimates so long. Not where a place further down is asked for, by an anchor or by coming back.
const [visit] = performance.getEntriesByType('navigation');
if (address && visit?.type === 'navigate' && !location.hash) {
  const page = document.documentElement;
  page.dataset.opening = '';
  const whole = () => delete page.dataset.opening;
  const soon = () => (globalThis.requestIdleCallback ?? setTimeout)(whole);
  addEventListener('figure-ready', soon, { once: true });
  addEventListener('figure-error', soon, { once: true });
  addEventListener('load', () => {
    // One that stands far below waits for its reader; one that does not come is no reason to wait for ever.
    const near = document.querySelector('attn-figure').getBoundingClientRect().top < 2 * innerHeight;
    if (near) setTimeout(soon, 3000);
    else whole();
  });
  // Who moves on needs the heights, and so does paper.
  for (const type of ['scroll', 'wheel', 'touchstart', 'pointerdown', 'keydown', 'beforeprint'])
    addEventListener(type, whole, { once: true, capture: true, passive: true });
}
