// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { languageAt } from '../../../web/src/element/shell/language';
import whyRootD from '../../../web/src/figures/bilinear-form/why-root-d';
import whyRootDInGerman from '../../../web/src/figures/bilinear-form/why-root-d.de';
import { read } from '../../../web/src/kinds/field';
import { aloud, show } from '../../../web/src/kinds/numbers';
import type { Slider } from '../../../web/src/kinds/param';
import { de } from '../../../web/src/words/de';
import { english } from './english';

/** Words that are the same in both, by the way to them. */
const same = ['panels.kinds.python'];
/** What says no words of its own. */
const wordless = ['number', 'typed', 'reason'];

/** Every word of a table by the way to it; one that depends on numbers is asked with some. */
function said(table: object, way = ''): [string, string][] {
  return Object.entries(table).flatMap(([name, word]): [string, string][] => {
    const here = way + name;
    if (wordless.includes(here)) return [];
    if (typeof word === 'object') return said(word, `${here}.`);
    return [[here, typeof word === 'function' ? word(2, 3, 4, 5, 6) : word]];
  });
}

test('German has each word of English, and a word of its own for it but for a named few', () => {
  const [en, german] = [new Map(said(english)), new Map(said(de))];
  expect([...german.keys()].sort()).toEqual([...en.keys()].sort());
  expect([...en].filter(([way, word]) => german.get(way) === word).map(([way]) => way)).toEqual(same);
  for (const [way, word] of german) expect(word, way).not.toMatch(/undefined|["“]\w/);
});

test('one and many have forms of their own', () => {
  expect([de.more(1), de.more(2)]).toEqual(['1 weiterer', '2 weitere']);
  expect([de.checks(1, 3), de.checks(2, 3)]).toEqual([
    '1 von 3 Prüfungen schlägt fehl',
    '2 von 3 Prüfungen schlagen fehl',
  ]);
  expect(de.film.saved('film.webm', 1)).toContain('1 Sekunde.');
  expect([english.panels.more(1, '1'), english.panels.more(2, '2')]).toEqual([
    '1 more row is not shown.',
    '2 more rows are not shown.',
  ]);
});

const width: Slider = {
  kind: 'slider',
  label: 'width',
  symbol: 'w',
  value: 1,
  range: [0, 5],
  step: 0.25,
  unit: 'px',
  about: 'How wide it is.',
};

test('numbers have a comma in German, and are written as they were in English', () => {
  expect(show(width, 2.5)).toBe('2.50');
  expect(aloud({ ...width, words: de }, 2.5)).toBe('2,50 px');
  expect(
    show({ ...width, words: de, range: [1e-9, 1], scale: 'log', step: undefined } as never, 1.5e-8),
  ).toBe('1,50\u00a0×\u00a010⁻⁸');
});

test.each([
  ['2,5', 2.5],
  ['2.5', 2.5],
  ['0,250', 0.25],
  ['2,500', 2.5],
  ['1.000', 1000],
  ['12.345,5', 12345.5],
  ['−3', -3],
  ['x', undefined],
])('“%s” is read as a German hand has meant it', (typed, value) => {
  expect(read(de.typed(typed))).toBe(value);
});

test('the language of a place is that of the nearest element that says one, itself and hosts of shadow roots among them', () => {
  document.body.innerHTML = '<div lang="de-AT"><p></p><i lang="fr"></i><b></b></div><u></u>';
  const at = (name: string): Element => document.querySelector(name) as Element;
  const inside = at('b').attachShadow({ mode: 'open' }).appendChild(document.createElement('span'));
  expect([at('p'), at('i'), inside, at('u')].map(languageAt)).toEqual(['de-AT', 'fr', 'de-AT', undefined]);
});

test('a translated figure has other words, and is the same besides', () => {
  const [en, german] = [whyRootD, whyRootDInGerman];
  expect(german).toMatchObject({ id: en.id, lang: 'de', source: en.source });
  expect(Object.keys(german.params)).toEqual(Object.keys(en.params));
  expect(german.presets.map(({ params }) => params)).toEqual(en.presets.map(({ params }) => params));
  expect(german.title).not.toBe(en.title);
  german.presets.forEach(({ name, says }, i) => {
    expect(name).not.toBe(en.presets[i]?.name);
    expect(says).not.toBe(en.presets[i]?.says);
  });
});
