import { intoHash } from '../element/address/state';
import type { AttnFigure } from '../element/shell/attn-figure';

const entries = (): string[] => location.hash.slice(1).split('&');
const isState = (entry: string): boolean => entry.includes('=');

/** A link on the page to a state of one of its figures: `#particles=v1.beta=5,seed=7,t=40`. */
const pattern = /^#([\w-]+)=(v\d+(?:-\d+)?\..*)$/;

/**
 * Links to a state of a figure on the same page: the figure takes the state and comes into view, and the other figures keep theirs,
 * which the browser alone would drop with the rest of the address. Without scripts the link is an anchor that leads nowhere.
 */
export function followStateLinks(): void {
  document.addEventListener('click', (event) => {
    if (event.defaultPrevented || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey)
      return;
    const link = event.target instanceof Element ? event.target.closest('a[href^="#"]') : null;
    if (!link) return;
    const [, key, state] = pattern.exec(link.getAttribute('href') ?? '') ?? [];
    if (key === undefined) return keepStates();
    const figures = [...document.querySelectorAll<AttnFigure>('attn-figure')];
    const figure = figures.find((one) => one.key === key) ?? figures.find((one) => one.fig === key);
    if (!figure) return;
    event.preventDefault();
    location.hash = intoHash(location.hash, figure.key, state);
    // An address that stays as it is is no event, and a figure that plays or has just been moved does not listen to it.
    if (state !== undefined) figure.value = state;
    // At once, as anchors do: figures that wake up on the way would stop a smooth scroll.
    figure.scrollIntoView({ block: 'start' });
  });
}

/** An anchor takes the place of the whole address: what figures have written there follows it, and outlives a reload. */
function keepStates(): void {
  const states = entries().filter(isState);
  if (states.length === 0) return;
  addEventListener(
    'hashchange',
    () => history.replaceState(history.state, '', [location.hash, ...states].join('&')),
    { once: true },
  );
}

/** Goes to the anchor of an address that names states behind it, which the browser takes for one long name. */
export function goToAnchor(): void {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const [anchor = '', ...states] = entries();
  // A reload leaves readers where they were.
  if (visit?.type === 'navigate' && states.some(isState)) document.getElementById(anchor)?.scrollIntoView();
}
