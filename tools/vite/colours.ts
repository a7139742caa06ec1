/** The colours of the drawings as variables of a page, and those of the roles in its text. */
import { roleNames } from '../../web/src/article/symbols.ts';
import { colourOf, type Theme, toneNames } from '../../web/src/draw/palette.ts';

/** What no drawing has: the ground of what stands beside the text. */
export const note = { light: '#f5f2e8', dark: '#1a1f28' } as const;

const colours = (theme: Theme): string =>
  [
    ...toneNames.map((name) => [name, colourOf(name, theme)]),
    ['note', note[theme]],
    ['accent', colourOf('focus', theme)],
  ]
    .map(([name, colour]) => `  --${name}: ${colour};\n`)
    .join('');

/** The figures take theirs from the article. Paper is light: the dark colours are for screens. */
export const coloursSheet = (): string => `:root {
${colours('light')}${toneNames.map((name) => `  --attn-${name}: var(--${name});\n`).join('')}}
@media screen and (prefers-color-scheme: dark) {
:root:not([data-theme='light']) {
${colours('dark')}}
}
@media screen {
:root[data-theme='dark'] {
${colours('dark')}}
}
${Object.keys(roleNames)
  .map((role) => `.r-${role} {\n  color: var(--${role});\n}\n`)
  .join('')}`;
