/** What is quoted stands in the papers, of which the repository has hashes of five words each. */
import { describe, expect, test } from 'vitest';
import { faults, numbersOf, quoted, withoutMark } from '../../../tools/ledger/quotation.ts';
import { known, missing, once, runs, words } from '../../../tools/ledger/quotations.mjs';

const hashed = (text: string): Set<string> => new Set(runs(words(text)));

describe('a quotation', () => {
  test('has at most one number between asterisks, and T* has none', () => {
    expect(quoted('lower loss of *1.8961* nats')).toEqual({
      before: 'lower loss of ',
      printed: '1.8961',
      after: ' nats',
    });
    expect(quoted('v(T*) at T* = 0').printed).toBe('');
    expect(quoted('v at T* is *0.13* or so').printed).toBe('0.13');
    expect(quoted('memory of *O(n)*, and *no* more').printed).toBe('O(n)');
    expect(withoutMark('about *69 %* of T*')).toBe('about 69 % of T*');
    expect(withoutMark('no mark')).toBe('no mark');
  });

  test('has its numbers, the one in question first', () => {
    expect(numbersOf('from 2.58 to *2.46* at 1,013')).toEqual(['2.46', '2.58', '1013']);
    expect(numbersOf('much slower')).toEqual([]);
  });

  test('is one short run of words', () => {
    expect(faults('attains a lower loss of *1.8961* nats in the end')).toEqual([]);
    expect(faults(`${'word '.repeat(15)}7`)).toEqual([]);
    expect(faults('word '.repeat(16))).toEqual(['16 words, more than 15']);
    expect(faults('x_1 + '.repeat(41))).toEqual(['41 signs and words, more than 40']);
    expect(faults('the loss … falls')).toEqual([expect.stringContaining('an ellipsis')]);
    expect(faults('the loss ... falls')).toEqual([expect.stringContaining('an ellipsis')]);
    expect(faults('Letting U = [u_1, …, u_T] and i_0 < … < i_h')).toEqual([]);
    expect(faults('from *2* to *3*')).toEqual(['more than one mark']);
  });
});

describe('the lookup', () => {
  const there = hashed(
    'Training attains a lower loss of 1.8961 nats, and \\(\\Delta s_{ik} = -\\eta \\frac{\\partial L}{\\partial s_{ik}}\\).',
  );

  test('finds what is there, whatever its case, marks and formulas', () => {
    expect(missing('attains a LOWER loss of *1.8961* nats', there)).toBeUndefined();
    expect(missing('nats, and Δs_ik = −η ∂L/∂s_ik', there)).toBeUndefined();
  });

  test('tells a minus from a hyphen and from the mark of a list', () => {
    expect(words('x_{t-1} − $x$-space, a d_k-dimensional one')).toEqual(
      'x t minus 1 minus x space a d k dimensional one'.split(' '),
    );
    expect(words('- first\n- second a ≫ b′')).toEqual('first second a gg b prime'.split(' '));
  });

  test.each([
    ['attains a lower loss of *1.8962* nats', 'a lower loss of 1.8962'],
    ['attains a higher loss of 1.8961 nats', 'attains a higher loss of'],
    ['attains lower loss of 1.8961 nats', 'attains lower loss of 1.8961'],
    ['a lower loss of 1.8961 nats and gains', '1.8961 nats and gains'],
    ['nats, and Δs_ik = +η ∂L/∂s_ik', 's ik plus'],
    ['nats, and Δs_ik = η ∂L/∂s_ik', 's ik eta'],
  ])('does not find %j', (quotation, lacks) => {
    expect(missing(quotation, there)).toContain(lacks);
  });

  test('asks for five words', () => {
    expect(missing('a lower loss of', there)).toBe('4 words, fewer than 5');
  });

  test('reads numbers whole, thousands and fractions too', () => {
    expect(words('1,013 tokens, 0.02.')).toEqual(['1013', 'tokens', '0.02']);
    expect(words('α_ij ≤ √d')).toEqual(['alpha', 'ij', 'leq', 'sqrt', 'd']);
    expect(words('\\mathbf{x} \\le \\sum_j')).toEqual(['x', 'leq', 'sigma', 'j']);
  });

  test('takes a formula that was copied as it looks and in TeX once', () => {
    expect(words(once('of x1:Lx_{1:L} tokens'))).toEqual(words('of x_{1:L} tokens'));
    expect(once('banana and noon')).toBe('banana and noon');
  });

  test.each(['000', '001', '002', '003', '004'])(
    'knows paper %s, and none that says something else',
    (paper) => {
      const all = known(paper);
      expect(all.size).toBeGreaterThan(1000);
      for (const hash of all) expect(hash).toMatch(/^[0-9a-f]{12}$/);
      expect(missing('no paper says these very words in a row', all)).toBeDefined();
    },
  );
});
