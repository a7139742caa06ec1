import { colourOf, type Theme, toneNames } from '../../draw/palette';

/** `--attn-ink` of the page over the default of the theme. */
const palette = (theme: Theme): string =>
  toneNames.map((name) => `--_${name}:var(--attn-${name},${colourOf(name, theme)});`).join('');

/** Of its own, whatever the page's colours are: those of a light page would be lost on a dark card. */
const own = (theme: Theme): string =>
  toneNames.map((name) => `--_${name}:${colourOf(name, theme)};`).join('');

/** With forced colours the shapes tell the roles apart. */
const forced = toneNames
  .map((name) => {
    if (name === 'paper' || name === 'surface') return `--_${name}:Canvas;`;
    if (name === 'rule' || name === 'grid') return `--_${name}:GrayText;`;
    return `--_${name}:${name === 'query' || name === 'focus' ? 'Highlight' : 'CanvasText'};`;
  })
  .join('');

// Paper is light: the dark colours are for screens.
export const tokens = `
:host{${palette('light')}
--_sans:var(--attn-sans,"Inter Variable",Inter,system-ui,sans-serif);
--_serif:var(--attn-serif,"Source Serif 4 Variable","Source Serif 4",Georgia,serif)}
@media screen and (prefers-color-scheme:dark){:host{${palette('dark')}}}
:host([theme=light]){color-scheme:light;${own('light')}}
@media screen{:host([theme=dark]){color-scheme:dark;${own('dark')}}}
@media (prefers-contrast:more){:host,:host([theme]){--_rule:var(--_ink-3);--_ink-2:var(--_ink)}}
@media (forced-colors:active){:host,:host([theme]){${forced}}svg{forced-color-adjust:none}svg .f.grid{fill:Canvas;stroke:GrayText}}`;
