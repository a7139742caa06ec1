import { expect, it } from 'vitest';
import { Page } from '../../../tools/vite/html';
import { readKeptRun, timesHtml, versionsHtml, whereHtml } from '../../../tools/vite/performance';

const row = (contestant: string, place: string, min: number, more: object = {}) => ({
  workload: 'attention',
  id: 'full-256',
  about: 'Attention of one head',
  title: '256 tokens',
  place,
  contestant,
  min,
  ...more,
});
const run = {
  date: '2026-11-07',
  machine: { processor: 'A & B', cores: 2, memoryGiB: 8, system: 'Linux x64' },
  versions: { attn: '1.2.3', Node: { V8: '1' } },
  results: [
    row('attn fast', 'Node', 0.2612, { ofFloor: 1.128, timesOurs: 1 }),
    row('plain JS', 'Node', 12.34, { timesOurs: 47.24, ofFloor: null }),
    row('Eigen', 'native', 1234.5, { timesOurs: 2 }),
  ],
};

it('says when and on what it was measured', () => {
  expect(whereHtml(run)).toBe(
    'measured on 7 November 2026 on A &amp; B, of which the run had 2 cores and 8 GiB (Linux x64)',
  );
  expect(versionsHtml(run)).toBe('<ul><li>attn 1.2.3</li><li>Node: V8 1</li></ul>');
});

it('has a table for each case: places across, contestants down, ours by the floor, others by ours', () => {
  const html = timesHtml(run);
  expect(html).toContain('<h3 id="attention-of-one-head">Attention of one head</h3>');
  expect(html).toContain('<th scope="col">native</th><th scope="col">Node</th></tr>');
  expect(html).toContain(
    '<tr class="ours"><th scope="row">attn fast</th><td></td><td data-place="Node">0.261<small>1.13 of the floor</small></td></tr>',
  );
  expect(html).toContain(
    '<tr><th scope="row">plain JS</th><td></td><td data-place="Node">12.3<small>47.2 × ours</small></td></tr>',
  );
  expect(html).toContain(
    '<tr><th scope="row">Eigen</th><td data-place="native">1235<small>2.00 × ours</small></td><td></td></tr>',
  );
  expect(() => new Page(`<main>${html}</main>`, 'performance.html')).not.toThrow();
});

it('is made of a run that is kept', () => {
  const kept = readKeptRun();
  expect(kept.results.length).toBeGreaterThan(50);
  expect(kept.results.every(({ min, about }) => min > 0 && about.length > 0)).toBe(true);
  expect(new Set(kept.results.map(({ place }) => place))).toEqual(new Set(['native', 'Node', 'Chromium']));
});
