// Trains the language models of the chapter support-tokens natively and writes what its figures open with:
//
//   node tools/gpt-precomputed.mjs build/release/attn
//
// About forty minutes of one core; runs that have come to their end are kept in build/gpt-precomputed, so that it may be stopped.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { promisify } from 'node:util';

const run = promisify(execFile);
const folder = 'web/src/figures/support-tokens/precomputed';
const work = 'build/gpt-precomputed';
const seeds = Array.from({ length: 10 }, (_, i) => i + 1);
const [command] = process.argv.slice(2);
if (!command) throw new Error('gpt-precomputed: give it the attn command, as build/release/attn');

const text = readFileSync('data/shakespeare.txt', 'utf8');
const digest = (value) => createHash('sha256').update(value).digest('hex').slice(0, 16);

/** The outputs of an experiment at its end. */
async function outputs(experiment, params) {
  const name = digest(JSON.stringify([experiment, params, digest(text), digest(readFileSync(command))]));
  const out = `${work}/${name}.json`;
  try {
    return JSON.parse(readFileSync(out, 'utf8')).outputs;
  } catch {
    const file = `${work}/${name}.params`;
    writeFileSync(file, JSON.stringify({ ...params, text }));
    await run(command, ['run', experiment, '--params', file, '--out', out]);
    return JSON.parse(readFileSync(out, 'utf8')).outputs;
  }
}

/** All of them, on all cores. */
async function all(jobs) {
  const results = new Array(jobs.length);
  let next = 0;
  let done = 0;
  const worker = async () => {
    while (next < jobs.length) {
      const at = next++;
      results[at] = await outputs(...jobs[at]);
      process.stderr.write(`\r${++done} of ${jobs.length} `);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, worker));
  process.stderr.write('\n');
  return results;
}

const stampOf = (experiment, params) => ({
  experiment,
  params,
  seeds: seeds.length,
  text: digest(text),
});

const rounded = (value, digits = 4) => Number(value.toFixed(digits));
const mean = (list) => list.reduce((a, b) => a + b, 0) / list.length;
const sd = (list) => {
  const m = mean(list);
  return Math.sqrt(list.reduce((a, b) => a + (b - m) ** 2, 0) / (list.length - 1));
};
/** A number for each place, of the arrays of all seeds. */
const over = (arrays, how) => arrays[0].map((_, i) => rounded(how(arrays.map((a) => a[i])), 4));

const write = (name, value) => writeFileSync(`${folder}/${name}.json`, JSON.stringify(value));

mkdirSync(work, { recursive: true });
mkdirSync(folder, { recursive: true });

const variants = ['published', 'barrier', 'residual', 'placebo'];
const pairs = await all(variants.flatMap((variant) => seeds.map((seed) => ['gpt_pair', { variant, seed }])));
variants.forEach((variant, v) => {
  const runs = pairs.slice(v * seeds.length, (v + 1) * seeds.length);
  const data = (key) => runs.map((run) => run[key].data);
  const [first] = runs;
  const negative = runs.map((run) => run.negative.data[0]);
  write(`runs-${variant}`, {
    stamp: stampOf('gpt_pair', { variant }),
    negative,
    first: {
      ...Object.fromEntries(['bpc', 'rms', 'log_det', 'least_log_det'].map((key) => [key, first[key].data])),
      gradientError: first.gradient_error.data[0],
      samples: first.samples.data.map((character) => String.fromCodePoint(character)).join(''),
    },
    mean: { bpc: over(data('bpc'), mean), rms: over(data('rms'), mean), logDet: over(data('log_det'), mean) },
    sd: { bpc: over(data('bpc'), sd), rms: over(data('rms'), sd), logDet: over(data('log_det'), sd) },
  });
});

/** The second model of each pair by its name in the file; the first is that of cross-entropy alone. */
const seconds = {
  ...Object.fromEntries(
    [0.005, 0.01, 0.02, 0.05, 0.1, 0.2].map((lambda) => [
      `published ${lambda}`,
      { second: 'published', lambda },
    ]),
  ),
  barrier: { second: 'barrier' },
  residual: { second: 'residual' },
  ...Object.fromEntries(
    [0.076, 0.18, 0.29, 0.41, 0.56].map((rms) => [`placebo ${rms}`, { second: 'placebo', rms }]),
  ),
};
const names = Object.keys(seconds);
const row = (matrix, i) => {
  const [, columns] = matrix.shape;
  return matrix.data.slice(i * columns, (i + 1) * columns).map((value) => rounded(value));
};
const entry = (run, i) => ({
  rms: rounded(run.rms.data[i], 5),
  fixed: row(run.fixed, i),
  relative: row(run.relative, i),
});
/** The updates of a training by the name of its file: those of the other runs, and four times as many. */
const lengths = { 'runs-noise': {}, 'runs-longer': { updates: 3200 } };
for (const [file, length] of Object.entries(lengths)) {
  const noise = await all(
    names.flatMap((name) => seeds.map((seed) => ['gpt_noise', { ...seconds[name], ...length, seed }])),
  );
  const precomputed = { none: seeds.map((_, s) => entry(noise[s], 0)) };
  names.forEach((name, n) => {
    precomputed[name] = seeds.map((_, s) => {
      const run = noise[n * seeds.length + s];
      if (JSON.stringify(entry(run, 0)) !== JSON.stringify(precomputed.none[s]))
        throw new Error(`gpt-precomputed: cross-entropy alone came out otherwise beside ${name}`);
      return entry(run, 1);
    });
  });
  write(file, {
    stamp: { ...stampOf('gpt_noise', seconds), ...length },
    sigma: noise[0].sigma.data,
    ratio: noise[0].ratio.data,
    runs: precomputed,
  });
}
await run('node_modules/.bin/biome', ['format', '--write', folder]);
