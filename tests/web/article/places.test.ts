// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { bind, findPlaces, type Placed } from '../../../web/src/article/places';
import { keyed, swept } from '../../../web/src/article/steer';
import type { SymbolEntry } from '../../../web/src/article/symbols';
import type { AttnFigure } from '../../../web/src/element/shell/attn-figure';
import { slider } from '../../../web/src/figures/declare';

const symbol = (id: string, param = false): SymbolEntry => ({
  id,
  tex: id,
  name: `the ${id}`,
  shape: 'scalar',
  about: '.',
  param,
});
const [beta, z] = [symbol('beta', true), symbol('z')];

const placed = (name: string, order: number, section: number, params: string, draws: string): Placed => ({
  figure: name as unknown as AttnFigure,
  order,
  section,
  params: params.split(' '),
  draws: draws.split(' '),
});

test('a symbol goes to the figures of its section that show it', () => {
  const figures = [
    placed('first', 1, 1, 'beta', 'z'),
    placed('second', 5, 2, 'beta', 'v'),
    placed('third', 6, 2, 'beta', 'z'),
  ];
  expect(bind(beta, { order: 3, section: 2 }, figures)).toEqual(['second', 'third']);
  expect(bind(z, { order: 3, section: 2 }, figures)).toEqual(['third']);
});

test('where no figure of the section shows it, it goes to the nearest that does', () => {
  const figures = [placed('above', 1, 1, 'beta', 'z'), placed('below', 9, 3, 'beta', 'z')];
  expect(bind(z, { order: 4, section: 2 }, figures)).toEqual(['above']);
  expect(bind(z, { order: 7, section: 2 }, figures)).toEqual(['below']);
  expect(bind(symbol('w'), { order: 7, section: 2 }, figures)).toEqual([]);
});

test('a parameter goes to a figure where it can be changed, besides those of its section that only draw it', () => {
  const figures = [placed('draws', 2, 1, '', 'beta'), placed('changes', 8, 2, 'beta', '')];
  expect(bind(beta, { order: 1, section: 1 }, figures)).toEqual(['changes', 'draws']);
});

test('equations are found with their symbols, once each in the order of their TeX, and the headings divide the page', () => {
  document.body.innerHTML = `<main>
    <h2>One</h2>
    <p><span class="katex"><i data-s="beta"></i></span></p>
    <attn-figure data-params="beta" data-draws="z"></attn-figure>
    <h2>Two</h2>
    <div class="eq" data-number="4" data-order="beta z"><div class="eq-wide"><span class="katex"><i data-s="z"></i><i data-s="beta"></i><i data-s="z"></i></span></div>
      <div class="eq-narrow"><span class="katex"><i data-s="z"></i></span></div><span class="eq-number"></span></div>
    <p><span class="katex"><i data-s="unknown"></i></span></p>
  </main>`;
  const main = document.querySelector('main') as HTMLElement;
  const places = findPlaces(main, new Map([beta, z].map((entry) => [entry.id, entry])));
  expect(places.map(({ name }) => name)).toEqual(['this equation', 'equation 4']);
  expect(places[1]?.element.className).toBe('eq-number');
  expect(places[1]?.links.map(({ entry, marks, section }) => [entry.id, marks.length, section])).toEqual([
    ['beta', 1, 2],
    ['z', 3, 2],
  ]);
  const figure = document.querySelector('attn-figure');
  for (const { links } of places) for (const link of links) expect(link.figures).toEqual([figure]);
});

test('a link reads the first figure that knows the quantity, and sets it wherever it is a parameter', () => {
  document.body.innerHTML = `<main><p><span class="katex"><i data-s="beta"></i></span></p>
    <attn-figure data-params="beta"></attn-figure><attn-figure data-params="beta"></attn-figure><attn-figure data-draws="beta"></attn-figure></main>`;
  const main = document.querySelector('main') as HTMLElement;
  const [link] = findPlaces(main, new Map([['beta', beta]])).flatMap(({ links }) => links);
  const figures = [...main.querySelectorAll('attn-figure')] as AttnFigure[];
  const [asleep, live, draws] = figures as [AttnFigure, AttnFigure, AttnFigure];
  const set: string[] = [];
  for (const [i, figure] of figures.entries())
    Object.assign(figure, {
      quantity: () => undefined,
      set: async (name: string) => set.push(`${i} ${name}`),
    });
  expect(link?.now()).toBeUndefined();
  Object.assign(live, { quantity: () => ({ text: '5.00', param: log, value: 5 }) });
  Object.assign(draws, { quantity: () => ({ text: 'a curve' }) });
  expect(link?.now()).toEqual({ text: '5.00', param: log, value: 5, range: [0.5, 50] });
  link?.set(6);
  expect(set).toEqual(['1 beta']);
  expect(link?.figures).toEqual([asleep, live, draws]);
});

const log = slider({ symbol: '\\beta', label: 'b', range: [0.5, 50], scale: 'log', value: 5, about: '.' });
const linear = slider({ symbol: 'c', label: 'c', range: [0, 4], step: 0.5, value: 2, about: '.' });

test('a drag goes over the scale of the slider, and stops at its ends', () => {
  expect(swept(linear, 2, 0)).toBe(2);
  expect(swept(linear, 2, 60)).toBe(3);
  expect(swept(linear, 2, -1000)).toBe(0);
  expect(swept(linear, 2, 1000)).toBe(4);
  expect(swept(log, 5, 60)).toBeCloseTo(5 * 100 ** 0.25, 0);
  expect(swept(log, 5, 1e6)).toBe(50);
  expect(swept(log, 5, -1e6)).toBe(0.5);
});

test('keys move by the steps of the slider, to its ends, and sideways only where nothing else is to go to', () => {
  expect(keyed(linear, 2, 'ArrowUp', false)).toBe(2.5);
  expect(keyed(linear, 2, 'PageDown', false)).toBe(0);
  expect(keyed(log, 5, 'Home', false)).toBe(0.5);
  expect(keyed(log, 5, 'End', false)).toBe(50);
  expect(keyed(log, 5, 'ArrowDown', false)).toBeLessThan(5);
  expect(keyed(linear, 2, 'ArrowRight', false)).toBeUndefined();
  expect(keyed(linear, 2, 'ArrowRight', true)).toBe(2.5);
  expect(keyed(linear, 2, 'a', true)).toBeUndefined();
});
