// Trains the ten language models of the chapter one-head, reads them, and writes what its figures open with:
//
//   node tools/one-head.mjs build/release/attn [readings] [fragility] [ladder]
//
// all three where none is named. What the ledger says of them it writes beside each run, as readings.json. Half an hour of one core;
// runs of training that have come to their end are kept in build/one-head, so that it may be stopped.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = 'web/src/figures/one-head/kept';
const recipe = 'data/one-head.json';
const text = 'data/shakespeare.txt';
const work = 'build/one-head';
/** The seed whose model readers have in hand. */
const shown = 1;
const [command, ...asked] = process.argv.slice(2);
if (!command) throw new Error('one-head: give it the attn command, as build/release/attn');

const { settings, seeds } = JSON.parse(readFileSync(recipe, 'utf8'));
const digest = (file) => createHash('sha256').update(readFileSync(file)).digest('hex').slice(0, 16);
const stamp = { recipe: digest(recipe), text: digest(text), seeds };
const rounded = (value, digits = 4) => Number(value.toPrecision(digits));
const mean = (list) => list.reduce((sum, x) => sum + x, 0) / list.length;
const deviation = (list) =>
  Math.sqrt(list.reduce((sum, x) => sum + (x - mean(list)) ** 2, 0) / (list.length - 1));

/** What is found of each seed, on all cores, in their order. */
async function ofSeeds(about, find) {
  const found = new Array(seeds.length);
  let next = 0;
  const worker = async () => {
    while (next < seeds.length) {
      const at = next++;
      found[at] = await find(seeds[at]);
      process.stderr.write(`\r${about}: seed ${seeds[at]} `);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  process.stderr.write('\n');
  return found;
}

/** What `attn` prints as JSON. */
async function answer(...words) {
  const { stdout } = await run(command, words, { maxBuffer: 2 ** 28 });
  return JSON.parse(stdout);
}

/** The outputs of an experiment, by name: shape and numbers. */
async function experiment(name, params, file) {
  writeFileSync(file, JSON.stringify(params));
  const { outputs } = await answer('run', name, '--params', file, '--json');
  return outputs;
}

/** What figures ask besides: the text, and the weights of the model of a seed. */
async function sourceOf(seed) {
  const file = `${work}/weights-${seed}.txt`;
  await run(command, ['read', `${work}/kept-${seed}`, '--weights', file]);
  return { text: readFileSync(text, 'utf8'), weights: readFileSync(file, 'utf8') };
}

async function write(name, value) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${name}`, `${JSON.stringify({ stamp, ...value })}\n`);
  await run('node_modules/.bin/biome', ['format', '--write', `${folder}/${name}`]);
}

/** All heads by every reading, and what each is worth. */
async function readings() {
  const found = await ofSeeds('readings', (seed) =>
    answer('read', `${work}/kept-${seed}`, '--touch', '--json'),
  );
  const [first] = found;
  const names = Object.keys(first.readings);
  const touches = Object.keys(first.touches);
  const ranks = (kind) =>
    Object.fromEntries(
      touches.map((touch) => [
        touch,
        Object.fromEntries(names.map((name) => [name, found.map((of) => rounded(of[kind][touch][name], 3))])),
      ]),
    );
  const perSeed = (kind, of) =>
    Object.fromEntries(
      of.map((name) => [name, found.map((one) => one[kind][name].map((value) => rounded(value)))]),
    );
  const layers = (list) => [list.slice(0, first.heads), list.slice(first.heads)];
  await write('readings.json', {
    windows: first.windows,
    bits: found.map(({ bits }) => rounded(bits, 5)),
    readings: perSeed('readings', names),
    touches: perSeed('touches', touches),
    within: ranks('ranks_within_blocks'),
    all: ranks('ranks_of_all'),
    chance: { within: chance(found, names, layers), all: chance(found, names, (list) => [list]) },
  });
  await run(command, ['read', `${work}/kept-${shown}`, '--weights', `${folder}/weights.txt`]);
  const example = `${work}/head.npz`;
  await run(command, ['read', `${work}/kept-${shown}`, '--example', example]);
  writeFileSync(`${folder}/head.txt`, `${readFileSync(example, 'base64')} head.npz\n`);
}

/** Ranks of distinct or equal numbers, from their places; those that tie share the mean. */
const ranksOf = (list) =>
  list.map((x) => list.filter((y) => y < x).length + list.filter((y) => y === x).length / 2 + 0.5);
const correlation = (a, b) => {
  const [x, y] = [a, b].map((list) => ranksOf(list).map((r) => r - (list.length + 1) / 2));
  const dot = (u, v) => u.reduce((sum, value, i) => sum + value * v[i], 0);
  return dot(x, x) && dot(y, y) ? dot(x, y) / Math.sqrt(dot(x, x) * dot(y, y)) : 0;
};
/** What the best of as many readings of pure chance comes to, in the mean of 400 draws: ranks of random numbers, over all seeds. */
function chance(found, names, groups) {
  let state = 1;
  const random = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  let sum = 0;
  for (let draw = 0; draw < 400; draw++) {
    const best = names.map(() => {
      const of = found.flatMap(({ touches }) =>
        groups(touches.removed).map((group) =>
          correlation(
            group.map(() => random()),
            group,
          ),
        ),
      );
      return Math.abs(mean(of));
    });
    sum += Math.max(...best) / 400;
  }
  return rounded(sum, 2);
}

/** Which predictions break under noise, over all windows, and which readings foretell it. */
async function fragility() {
  const noises = { tenth: 0.1, quarter: 0.25, half: 0.5 };
  const windows = 409;
  const found = await ofSeeds('fragility', async (seed) => {
    const source = await sourceOf(seed);
    const out = {};
    for (const on of ['all', 'alone'])
      for (const [name, noise] of Object.entries(noises))
        out[`${on}/${name}`] = await experiment(
          'token_fragility',
          { ...source, on, noise, windows },
          `${work}/fragility-${seed}.json`,
        );
    return out;
  });
  const list = (of, name) => of[name].data.map((value) => rounded(value, 3));
  const kept = (state) => ({
    mean: found.map((of) => rounded(of[state].mean.data[0], 3)),
    ...Object.fromEntries(
      ['rank', 'rank_given_size', 'place'].map((name) => [name, found.map((of) => list(of[state], name))]),
    ),
  });
  const hand = await experiment('token_fragility', await sourceOf(shown), `${work}/fragility-hand.json`);
  await write('breaks.json', {
    windows,
    // Of the model in hand as readers see it, on fewer windows.
    hand: Object.fromEntries(
      ['mean', 'rank', 'rank_given_size', 'place'].map((name) => [name, list(hand, name)]),
    ),
    states: Object.fromEntries(Object.keys(found[0]).map((state) => [state, kept(state)])),
  });
}

/** Updates after which the law is named that a model is nearest to, and from one step of its training to the next. */
const watched = [20, 40, 100, 200, 400, 800, 1600, 3000];
const every = 20;
const nearestIn = (divergence, updates) => {
  const row = divergence.slice((5 * updates) / every, (5 * updates) / every + 5);
  return row.indexOf(Math.min(...row));
};

/** The models while they train, beside the laws of the text: the one in hand, and mean and spread of all. */
async function ladder() {
  const found = await ofSeeds('ladder', (seed) =>
    experiment(
      'ngram_ladder',
      { text: readFileSync(text, 'utf8'), updates: settings.updates, seed },
      `${work}/ladder-${seed}.json`,
    ),
  );
  const curves = ['bits', 'divergence', 'divergence_back', 'alike'];
  const over = (combine, name) =>
    found[0][name].data.map((_, i) => rounded(combine(found.map((of) => of[name].data[i])), 3));
  const first = found[seeds.indexOf(shown)];
  const own = [...curves, 'lags', 'law_bits', 'removed', 'removed_back', 'law_error', 'least'];
  await write('climb.json', {
    settings: { updates: settings.updates, seed: shown },
    first: Object.fromEntries(own.map((name) => [name, first[name].data.map((x) => rounded(x, 3))])),
    mean: Object.fromEntries(curves.map((name) => [name, over(mean, name)])),
    sd: Object.fromEntries(curves.map((name) => [name, over(deviation, name)])),
    // Of each seed: the law that is nearest after some updates; at the end without each head, and where its heads look.
    nearest: Object.fromEntries(
      watched.map((updates) => [updates, found.map((of) => nearestIn(of.divergence.data, updates))]),
    ),
    removed: found.map((of) => of.removed.data.map((x) => rounded(x, 3))),
    lags: found.map((of) => of.lags.data.slice(-64).map((x) => rounded(x, 3))),
  });
}

/** What the ledger says of each run, beside it. */
async function forLedger() {
  const kept = (name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8'));
  const { within, readings } = kept('readings.json');
  const { states } = kept('breaks.json');
  const { nearest, lags } = kept('climb.json');
  // Columns of token_fragility.
  const [radius, size] = [1, 3];
  await ofSeeds('for the ledger', async (seed) => {
    const at = seeds.indexOf(seed);
    const step = await experiment('head_step', await sourceOf(seed), `${work}/step-${seed}.json`);
    const greatestBack = (head) => {
      const own = lags[at].slice(8 * head, 8 * head + 8);
      return own.indexOf(Math.max(...own)) === 1;
    };
    writeFileSync(
      `${work}/kept-${seed}/readings.json`,
      `${JSON.stringify(
        {
          'routed error, rank': within.removed.routed_error[at],
          'descent, cosine': mean(readings.descent_cosine[at].slice(4)),
          'size, rank': states['all/quarter'].rank[at][size],
          'margin, rank given size': states['all/quarter'].rank_given_size[at][radius],
          ...Object.fromEntries(
            [20, 100, 800, 3000].map((updates) => [`nearest, ${updates} updates`, nearest[updates][at]]),
          ),
          'heads with lag 1 first': [0, 1, 2, 3].filter(greatestBack).length,
          'signal to noise, ratio': step.snr_after.data[0] / step.snr_before.data[0],
        },
        undefined,
        1,
      )}\n`,
    );
  });
}

const all = { readings, fragility, ladder };
const names = asked.length ? asked : Object.keys(all);
for (const name of names)
  if (!all[name]) throw new Error(`one-head: ${name} is none of ${Object.keys(all).join(', ')}`);
await run(command, ['sweep', recipe, '--out', work]);
for (const name of names) await all[name]();
await forLedger();
