// Trains the ten language models of the chapter one-head, reads all of their heads, and writes what its figures open with:
//
//   node tools/one-head.mjs build/release/attn
//
// A quarter of an hour of one core; runs that have come to their end are kept in build/one-head, so that it may be stopped.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = 'web/src/figures/one-head/kept';
const recipe = 'data/one-head.json';
const work = 'build/one-head';
/** The seed whose model readers have in hand. */
const shown = 1;
const [command] = process.argv.slice(2);
if (!command) throw new Error('one-head: give it the attn command, as build/release/attn');

const { seeds } = JSON.parse(readFileSync(recipe, 'utf8'));
await run(command, ['sweep', recipe, '--out', work]);

/** What `attn read` says of the model of a seed. */
const found = new Array(seeds.length);
let next = 0;
const reader = async () => {
  while (next < seeds.length) {
    const at = next++;
    const { stdout } = await run(command, ['read', `${work}/kept-${seeds[at]}`, '--touch', '--json'], {
      maxBuffer: 2 ** 26,
    });
    found[at] = JSON.parse(stdout);
    process.stderr.write(`\rseed ${seeds[at]} is read `);
  }
};
await Promise.all(Array.from({ length: availableParallelism() }, reader));
process.stderr.write('\n');

const rounded = (value, digits = 4) => Number(value.toPrecision(digits));
const [first] = found;
const readings = Object.keys(first.readings);
const touches = Object.keys(first.touches);
const ranks = (kind) =>
  Object.fromEntries(
    touches.map((touch) => [
      touch,
      Object.fromEntries(
        readings.map((name) => [name, found.map((of) => rounded(of[kind][touch][name], 3))]),
      ),
    ]),
  );
const perSeed = (kind, names) =>
  Object.fromEntries(
    names.map((name) => [name, found.map((of) => of[kind][name].map((value) => rounded(value)))]),
  );
/** Ranks of distinct or equal numbers, from their places; those that tie share the mean. */
const ranksOf = (list) =>
  list.map((x) => list.filter((y) => y < x).length + list.filter((y) => y === x).length / 2 + 0.5);
const correlation = (a, b) => {
  const [x, y] = [a, b].map((list) => ranksOf(list).map((r) => r - (list.length + 1) / 2));
  const dot = (u, v) => u.reduce((sum, value, i) => sum + value * v[i], 0);
  return dot(x, x) && dot(y, y) ? dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y)) : 0;
};
/** What the best of as many readings of pure chance comes to, in the mean of 400 draws: ranks of random numbers, over all seeds. */
function chance(groups) {
  let state = 1;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  let sum = 0;
  for (let draw = 0; draw < 400; draw++) {
    const best = readings.map(() => {
      const of = found.flatMap(({ touches }) =>
        groups(touches.removed).map((group) =>
          correlation(
            group.map(() => random()),
            group,
          ),
        ),
      );
      return Math.abs(of.reduce((total, r) => total + r, 0) / of.length);
    });
    sum += Math.max(...best) / 400;
  }
  return rounded(sum, 2);
}
const layers = (list) => [list.slice(0, first.heads), list.slice(first.heads)];
const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
mkdirSync(folder, { recursive: true });
writeFileSync(
  `${folder}/readings.json`,
  `${JSON.stringify({
    stamp: { recipe: digest(recipe), text: digest('data/shakespeare.txt'), seeds },
    windows: first.windows,
    bits: found.map(({ bits }) => rounded(bits, 5)),
    readings: perSeed('readings', readings),
    touches: perSeed('touches', touches),
    within: ranks('ranks_within_blocks'),
    all: ranks('ranks_of_all'),
    chance: { within: chance(layers), all: chance((list) => [list]) },
  })}\n`,
);
await run(command, ['read', `${work}/kept-${shown}`, '--weights', `${folder}/weights.txt`]);
const example = `${work}/head.npz`;
await run(command, ['read', `${work}/kept-${shown}`, '--example', example]);
writeFileSync(`${folder}/head.txt`, `${readFileSync(example, 'base64')} head.npz\n`);
await run('node_modules/.bin/biome', ['format', '--write', `${folder}/readings.json`]);
