import { beforeEach, expect, test, vi } from 'vitest';
import type { Figure } from '../../../web/src/figures/declare';

const figure = (id: string): Figure => ({ id }) as Figure;
const listed = vi.hoisted(() => ({ asked: 0 }));

vi.mock('../../../web/src/figures/registry', () => {
  listed.asked += 1;
  return { figures: { particles: async () => ({ default: { id: 'of the list' } }) } };
});

type Declaration = typeof import('../../../web/src/element/shell/declaration');
let bring: Declaration['bring'];
let declarationOf: Declaration['declarationOf'];
beforeEach(async () => {
  // A page of its own each, which has asked for no list so far.
  vi.resetModules();
  listed.asked = 0;
  ({ bring, declarationOf } = await import('../../../web/src/element/shell/declaration'));
});

test('a figure whose file the page names is asked for there, and not in the list', async () => {
  // Only a built site has such files.
  await expect(declarationOf('particles', 'particles.figure-01234567.js')).rejects.toThrow(
    'shell/particles.figure-01234567.js',
  );
  // A browser remembers what did not come: the next time it has another address.
  await expect(declarationOf('particles', 'particles.figure-01234567.js')).rejects.toThrow(
    'shell/particles.figure-01234567.js?',
  );
  expect(listed.asked).toBe(0);
});

test.each([
  ['of another figure', 'two-stage.figure-01234567.js'],
  ['in another folder', '../particles.figure-01234567.js'],
  ['on another site', 'https://blog.example/particles.figure-01234567.js'],
  ['without a hash', 'particles.figure.js'],
  ['that is no figure’s', 'particles-01234567.js'],
  ['that is not named', undefined],
])('a file %s is left alone, and the list asked', async (_, file) => {
  expect(await declarationOf('particles', file)).toEqual(figure('of the list'));
});

test('a file that came empty is a module without a figure, and says so', async () => {
  bring({ particles: async () => ({}) as { default: Figure } });
  await expect(declarationOf('particles')).rejects.toThrow('what came in its place is empty');
});

test.each(['nonsense', 'constructor', 'main', '', 'https://blog.example/x'])(
  'there is no figure “%s”',
  async (fig) => {
    // A script of the site that is no figure is called like this.
    const named = declarationOf(fig, `${fig}-01234567.js`);
    await expect(named).rejects.toThrow(new RangeError(`there is no figure “${fig}”`));
  },
);

test('a list that a script brings along stands for the one that would be fetched', async () => {
  bring({ other: async () => ({ default: figure('brought') }) });
  expect(await declarationOf('other')).toEqual(figure('brought'));
  await expect(declarationOf('particles')).rejects.toThrow('there is no figure “particles”');
  bring(undefined);
});
