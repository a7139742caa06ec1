/** What a chapter that is one file does of what its page does: figures, links to their states, equations that are lit, the theme. */
import { defineAttnFigure } from '../element/shell/define';
import { whenParsed } from '../element/shell/parsed';
import { figures } from '../figures/registry';
import { linkEquations } from './equations';
import { followStateLinks, goToAnchor } from './state-links';
import { addThemeButton, showPosters } from './theme';

/** Starts it. Which figures there are, the build says in place of the registry. */
export function start(): void {
  defineAttnFigure({ figures });
  followStateLinks();
  whenParsed(() => {
    showPosters();
    goToAnchor();
    const header = document.querySelector('.top');
    if (header) addThemeButton(header);
    const main = document.querySelector<HTMLElement>('main[data-symbols]');
    if (main) linkEquations(main);
  });
}
