/**
 * Leads a reader who comes back to a page to the line that they left it at. The browser itself keeps only how far they had scrolled,
 * and what is far from the screen has guessed heights until it comes near (prose.css): by their errors it leads beside that line.
 */
import type { AttnFigure } from '../element/shell/attn-figure';

const kept = 'attn-left-at';

interface Place {
  readonly path: string;
  /** Of the piece of the page that was in the middle of the window, or next below, among its siblings. */
  readonly index: number;
  /** Its upper edge, from that of the window, in pixels. */
  readonly top: number;
}

const pieces = (): Element[] => [...document.querySelectorAll('main > *')];

function here(): Place | undefined {
  const all = pieces();
  const index = all.findIndex((piece) => piece.getBoundingClientRect().bottom > innerHeight / 2);
  const piece = all[index];
  return piece && { path: location.pathname, index, top: piece.getBoundingClientRect().top };
}

function moveTo({ path, index, top }: Place): void {
  const piece = pieces()[index];
  if (!piece || path !== location.pathname) return;
  scrollBy({ top: piece.getBoundingClientRect().top - top, behavior: 'instant' });
}

/** The figure whose state a new address begins with, as one does that was copied from a figure and put into the tab of its page. */
function figureOf(address: string): Element | undefined {
  const [, key] = /^#([\w-]+)=v\d/.exec(new URL(address).hash) ?? [];
  return [...document.querySelectorAll<AttnFigure>('attn-figure')].find((figure) => figure.key === key);
}

/** The same on the page itself: back from a link to a state, Chromium leads to the anchor of the address, not to the link. */
function resumeEntries(navigation: Navigation): void {
  const left = new Map<string, Place>();
  navigation.addEventListener('navigate', ({ navigationType, hashChange, destination }) => {
    // Figures replace their entry several times a second while they are moved.
    if (navigationType === 'replace' && !hashChange) return;
    const place = here();
    const { key } = navigation.currentEntry ?? {};
    if (key && place && navigationType !== 'replace') left.set(key, place);
    if (hashChange && navigationType !== 'traverse') figureOf(destination.url)?.scrollIntoView();
  });
  addEventListener('popstate', () => {
    const place = left.get(navigation.currentEntry?.key ?? '');
    // After the browser's own scrolling.
    if (place) requestAnimationFrame(() => moveTo(place));
  });
}

/** Where the reader moves already, they stay, and only the next place is kept. */
export function resumeReading(moves: boolean): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  try {
    const place = sessionStorage.getItem(kept);
    if (place && !moves && visit?.type !== 'navigate') moveTo(JSON.parse(place));
  } catch {
    // Storage is blocked, or holds something else: the browser’s place is near enough.
  }
  // Not in older browsers, which do as they always did.
  if ('navigation' in window) resumeEntries(navigation);
  addEventListener('pagehide', () => {
    const place = here();
    try {
      if (place) sessionStorage.setItem(kept, JSON.stringify(place));
    } catch {
      // As above.
    }
  });
}
