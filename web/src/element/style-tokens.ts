/** name, light, dark: the look of the article, so that a figure on another page is the same figure. */
const colours = `
paper #fcfbf7 #15171c
surface #ffffff #1b1e24
ink #1d2026 #e8e6e1
ink-2 #565c66 #b3b6bd
ink-3 #686e78 #8e939c
rule #e4e1d8 #2d3138
grid #efece4 #252930
focus #1724ad #b9c8ff
good #00714a #00b659
bad #700012 #ffb2a7
query #1724ad #b9c8ff
key #a05c00 #dd6b0a
value #00714a #00b659
weight #8555ba #a68cff
error #700012 #ffb2a7
loss #666e79 #b3bac7
particle #00454f #0f9bab
margin #4b3d00 #e9bd00`
  .trim()
  .split('\n')
  .map((line) => line.split(' ') as [string, string, string]);

/** `--attn-ink` of the page over the default of the theme. */
const palette = (theme: 1 | 2): string =>
  colours.map((c) => `--_${c[0]}:var(--attn-${c[0]},${c[theme]});`).join('');

/** Of its own, whatever the page's colours are: those of a light page would be lost on a dark card. */
const own = (theme: 1 | 2): string => colours.map((c) => `--_${c[0]}:${c[theme]};`).join('');

/** With forced colours the shapes tell the roles apart. */
const forced = colours
  .map(([name]) => {
    if (name === 'paper' || name === 'surface') return `--_${name}:Canvas;`;
    if (name === 'rule' || name === 'grid') return `--_${name}:GrayText;`;
    return `--_${name}:${name === 'query' || name === 'focus' ? 'Highlight' : 'CanvasText'};`;
  })
  .join('');

export const tokens = `
:host{${palette(1)}
--_sans:var(--attn-sans,"Inter Variable",Inter,system-ui,sans-serif);
--_serif:var(--attn-serif,"Source Serif 4 Variable","Source Serif 4",Georgia,serif)}
@media (prefers-color-scheme:dark){:host{${palette(2)}}}
:host([theme=light]){color-scheme:light;${own(1)}}
:host([theme=dark]){color-scheme:dark;${own(2)}}
@media (forced-colors:active){:host,:host([theme]){${forced}}svg{forced-color-adjust:none}}`;
