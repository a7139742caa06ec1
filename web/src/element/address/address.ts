import { intoHash } from './state';

/**
 * The page's address, shared by all figures of the page. What moves by degrees (sliders, steps, the scrubber) replaces the entry of the
 * history; a jump (a preset, Reset, another draw) makes a new one, so that the back button takes back the jump and not the
 * slider's every step.
 */

/** Browsers refuse a page that rewrites its address too often: Safari at 100 times in 30 seconds, counted for all figures together. */
const interval = 400;
/** Marks the entries that figures wrote: what such an entry does not name is as it started. The entry of an anchor says nothing of figures. */
const mark = 'attn-figures';

const waiting = new Map<string, string | undefined>();
const claimed = new Set<string>();
let lastJump = -Infinity;

/** A name in the address that no other figure of the page uses: `name`, or with a number where that is taken. */
export function claimKey(name: string): string {
  let key = name;
  for (let n = 2; claimed.has(key); n++) key = `${name}-${n}`;
  claimed.add(key);
  return key;
}

/** Frees the name; what still waits to be written under it is not written. */
export function releaseKey(key: string): void {
  claimed.delete(key);
  waiting.delete(key);
}

/** Puts a figure's state into the page's address soon, or takes it out (`undefined`); at once, as a new entry, after a `jump`. */
export function writeLink(key: string, state: string | undefined, jump = false): void {
  // Of a burst of jumps the first makes the entry: a key held down is not a hundred ways back.
  if (jump && performance.now() - lastJump > interval) {
    flush();
    lastJump = performance.now();
    write(intoHash(location.hash, key, state), true);
  } else {
    if (waiting.size === 0) setTimeout(flush, interval);
    waiting.set(key, state);
  }
}

/** Whether the address lags behind what this figure shows. */
export const linkWaits = (key: string): boolean => waiting.has(key);

/**
 * To be asked when the address has changed: whether the reader came to an entry that figures wrote, by the back or forward button.
 * They mean to leave what they were at; what still waits to be written would end up in the wrong entry.
 */
export function cameBack(): boolean {
  const { state } = history;
  if (typeof state !== 'object' || state === null || !(mark in state)) return false;
  waiting.clear();
  return true;
}

function flush(): void {
  let hash = location.hash;
  for (const [key, state] of waiting) hash = intoHash(hash, key, state);
  waiting.clear();
  write(hash, false);
}

function write(hash: string, jump: boolean): void {
  if (hash === location.hash) return;
  const { state } = history;
  // What the page itself keeps there stays.
  const marked = typeof state === 'object' ? { ...state, [mark]: true } : state;
  try {
    if (jump) {
      history.replaceState(marked, '');
      history.pushState(marked, '', hash || location.pathname + location.search);
    } else history.replaceState(marked, '', hash || location.pathname + location.search);
  } catch {
    // A sandboxed frame may not touch its address; the figure works without.
  }
}
