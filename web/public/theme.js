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
    worker.postMessage({ kind: 'warm', part: JSON.parse(part) });
    globalThis.attnWorker = early;
  } catch {
    // Workers are refused: the engine finds another way.
  }
}

// Until that figure is live, what comes after it is laid out where it is seen (decision 18).
const [visit] = performance.getEntriesByType('navigation');
if (address && visit?.type === 'navigate' && !location.hash) {
  const { dataset } = document.documentElement;
  dataset.opening = '';
  // Heights were guesses so far: what a script has scrolled to stays where it is.
  const whole = () => {
    if (dataset.opening === undefined) return;
    const seen = [0.5, 0.3, 0.7]
      .map((part) =>
        document.elementFromPoint(innerWidth / 2, part * innerHeight)?.closest('main > *, footer'),
      )
      .find(Boolean);
    const top = () => seen?.getBoundingClientRect().top ?? 0;
    const before = top();
    delete dataset.opening;
    scrollBy(0, top() - before);
  };
  const once = { once: true, capture: true };
  addEventListener('figure-ready', () => setTimeout(whole, 99), once);
  addEventListener('load', () => {
    const { top } = document.querySelector('attn-figure').getBoundingClientRect();
    setTimeout(whole, top < 2 * innerHeight ? 3000 : 0);
  });
  // Not at a press: what is under the pointer must not move before it is let go, and it is laid out already.
  for (const type of ['scroll', 'wheel', 'click', 'keydown', 'beforeprint'])
    addEventListener(type, whole, once);
}
