/** What every page of the article loads: its style, the theme button and the figures. */
import 'virtual:fonts.css';
import './tokens.css';
import './fallbacks.css';
import './page.css';
import './prose.css';
import './asides.css';
import './way.css';
import './waiting.css';
import './verdicts.css';
import './symbols.css';
import { defineAttnFigure } from '../element/define';
import { followStateLinks, goToAnchor } from './state-links';
import { addThemeButton, showPosters } from './theme';

// Before the figures start: what a poster shows is fetched once.
showPosters();
defineAttnFigure();
followStateLinks();
goToAnchor();
addEventListener('load', () => void import('./extras').then(({ addExtras }) => addExtras()));

const main = document.querySelector<HTMLElement>('main[data-symbols]');
if (main) void import('./equations').then(({ linkEquations }) => linkEquations(main));

const header = document.querySelector('.top');
if (header) addThemeButton(header);
