import { intoHash } from './state';

/** Browsers refuse a page that rewrites its address too often: Safari at 100 times in 30 seconds, counted for all figures together. */
const interval = 400;

const waiting = new Map<string, string | undefined>();

/**
 * Puts a figure's state into the page's address soon, or takes it out (`undefined`). Replaces the history entry: a reader who leaves
 * with the back button should not have to walk back through every slider.
 */
export function writeLink(key: string, state: string | undefined): void {
  if (waiting.size === 0) setTimeout(flush, interval);
  waiting.set(key, state);
}

/** Whether the address lags behind what this figure shows. */
export const linkWaits = (key: string): boolean => waiting.has(key);

function flush(): void {
  let hash = location.hash;
  for (const [key, state] of waiting) hash = intoHash(hash, key, state);
  waiting.clear();
  if (hash === location.hash) return;
  try {
    history.replaceState(history.state, '', hash || location.pathname + location.search);
  } catch {
    // A sandboxed frame may not touch its address; the figure works without.
  }
}
