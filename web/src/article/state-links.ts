import type { AttnFigure } from '../element/attn-figure';
import { intoHash } from '../element/state';

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
    const [, key, state] = pattern.exec(link?.getAttribute('href') ?? '') ?? [];
    if (key === undefined) return;
    const figures = [...document.querySelectorAll<AttnFigure>('attn-figure')];
    const figure = figures.find((one) => one.key === key) ?? figures.find((one) => one.fig === key);
    if (!figure) return;
    event.preventDefault();
    location.hash = intoHash(location.hash, figure.key, state);
    // An address that stays as it is is no event, and a figure that plays or has just been moved does not listen to it.
    if (state !== undefined) figure.state = state;
    // At once, as anchors do: figures that wake up on the way would stop a smooth scroll.
    figure.scrollIntoView({ block: 'start' });
  });
}
