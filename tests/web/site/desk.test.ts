// @vitest-environment node
import { expect, test } from 'vitest';
import { captionHtml, deskHtml, waitingCss } from '../../../tools/posters/desk';
import { initialState } from '../../../web/src/element/address/state';
import { controls } from '../../../web/src/element/style/controls';
import type { Figure } from '../../../web/src/figures/declare';
import { figures } from '../../../web/src/figures/registry';

const all = await Promise.all(
  Object.values(figures).map(async (load) => (await load()).default as unknown as Figure),
);
const desk = (figure: Figure, author = {}): string => deskHtml(figure, initialState(figure), author);
const find = (id: string): Figure => all.find((figure) => figure.id === id) as Figure;

test('a desk is made of boxes that nobody can press, reach by a name, or hear twice', () => {
  for (const figure of all) {
    const html = desk(figure);
    expect(html, figure.id).not.toMatch(/<(button|input|label)| (id|for|name|style|role|title|aria-[a-z]+)=/);
    expect(html.match(/<select(?![^>]* disabled)/), figure.id).toBeNull();
  }
  expect(typeof document).toBe('undefined');
});

test('a desk has the words of the live controls, and of those alone that an author lets stand', () => {
  const particles = find('particles');
  const html = desk(particles);
  for (const { name } of particles.presets) expect(html).toContain(`>${name}<`);
  for (const word of ['Reset', 'Keep this run', 'bandwidth', '5 more', 'layer <b'])
    expect(html).toContain(word);
  const bare = desk(particles, { controls: 'eta', lock: 'eta' });
  expect(bare).toContain('step size');
  expect(bare).not.toMatch(/bandwidth|more|layer <b/);
});

test('every class of a desk has a rule, and the rules are those of the live card', () => {
  const sheet = waitingCss();
  const used = all.flatMap((figure) =>
    [...desk(figure).matchAll(/ class=(?:"([^"]*)"|(\w+))/g)].flatMap(([, many, one]) =>
      (many ?? one ?? '').split(' '),
    ),
  );
  expect(new Set(used).size).toBeGreaterThan(20);
  for (const name of new Set(used)) expect(sheet).toMatch(new RegExp(`\\.${name}(?!\\w)`));
  const padding = /\.try\{(padding:[^;]*);/.exec(controls)?.[1];
  expect(padding).toBeDefined();
  expect(sheet).toContain(`{${padding};border-top:1px solid}`);
  expect(sheet).toMatch(/@media \(min-width:34em\)\{attn-figure:not\(:defined\)\{padding:/);
  expect(sheet).toContain('font:400 max(13px,.8125rem)/');
  expect(sheet).not.toMatch(/--_|:hover|cursor|transition/);
});

test('the numbers of a caption are set apart', () => {
  expect(captionHtml({ text: ['a < ', '.'], numbers: ['5'] })).toBe('a &lt; <b>5</b>.');
});
