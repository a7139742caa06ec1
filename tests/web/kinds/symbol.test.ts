// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { symbol } from '../../../web/src/kinds/symbol';

test.each([
  ['\\beta', '<i>β</i>'],
  ['\\sigma^2', '<i>σ</i><sup>2</sup>'],
  ['x_{ij}', '<i>x</i><sub><i>i</i><i>j</i></sub>'],
  ['\\tilde{x}^\\star', '<i>x\u0303</i><sup>⋆</sup>'],
  ['\\hat x', '<i>x\u0302</i>'],
  ['\\hat\\beta', '<i>β\u0302</i>'],
  ['L', '<i>L</i>'],
  ['T_{\\mathrm{max}}', '<i>T</i><sub>max</sub>'],
  ['-1', '−1'],
  ['{a{b}}_c', '<i>a</i><i>b</i><sub><i>c</i></sub>'],
])('%s is typeset', (tex, markup) => {
  expect(symbol(tex).innerHTML).toBe(markup);
});

test('what is not TeX is shown as text and never as markup', () => {
  const element = symbol('<img src=x onerror=alert(1)>');
  expect(element.querySelector('img')).toBeNull();
  expect(element.textContent).toContain('<img');
  expect(symbol('\\unknown').textContent).toBe('\\unknown');
});

test.each(['', '^', '_', '{', '}', '{{{', '\\', '\\tilde', '^_^', 'x^'])(
  'the fragment "%s" does no harm',
  (tex) => {
    expect(symbol(tex).className).toBe('symbol');
  },
);
