/** What every page of the article loads: its style, the theme button and the figures. */
import 'virtual:fonts.css';
import 'virtual:colours.css';
import './tokens.css';
import './page.css';
import './prose.css';
import './asides.css';
import './way.css';
import 'virtual:waiting.css';
import './waiting.css';
import './verdicts.css';
import './symbols.css';
import { defineAttnFigure } from '../element/shell/define';
import { whenParsed } from '../element/shell/parsed';
import { playHero } from './hero';
import { followMoved } from './moved';
import { followStateLinks, goToAnchor } from './state-links';
import { addThemeButton, showPosters } from './theme';

// What a poster shows is fetched once: of those that are there already before the figures start, of the others with the page.
showPosters();
defineAttnFigure();
followStateLinks();
// Who has begun to move is not led anywhere.
let moves = false;
for (const type of ['wheel', 'touchstart', 'pointerdown', 'keydown'])
  addEventListener(type, () => (moves = true), { once: true, passive: true });
addEventListener('load', () => void import('./extras').then(({ addExtras }) => addExtras(moves)));

// What lights symbols waits for the first figure, which on a slow line is sooner without it; not for one that is far below.
const patience = 2000;
// Without the event, which would keep its figure.
const live = new Promise<void>((resolve) =>
  addEventListener('figure-ready', () => resolve(), { once: true }),
);
addEventListener('load', async () => {
  const main = document.querySelector<HTMLElement>('main[data-symbols]');
  if (!main) return;
  await Promise.race([live, new Promise((resolve) => setTimeout(resolve, patience))]);
  (await import('./equations')).linkEquations(main);
});

/** What needs the whole page. This script does not wait for it, so that the first figure is made while the rest is read. */
function whole(): void {
  showPosters();
  followMoved();
  goToAnchor();
  playHero();
  const header = document.querySelector('.top');
  if (header) addThemeButton(header);
}
whenParsed(whole);
