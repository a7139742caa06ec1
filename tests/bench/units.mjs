#!/usr/bin/env node
// The longest unit of work of every figure's experiment, at the defaults and at each preset: one call of `open`, of `seek` or `refine` with
// the smallest budget, or of `frame`, in milliseconds of processor time, on the built core in Node (run tools/build-wasm.mjs first). While
// a unit is on its way the worker answers nobody.
//   node tests/bench/units.mjs [--fail-over MS] [--seconds S] [FIGURE...]
// Each state is worked on for at most S seconds (20), up to three times while a unit is over MS (30): of a unit the least counts. Units
// over it are listed, and make the exit status 1 where --fail-over is given. Times move with the machine: no test depends on them.
//   node tests/bench/units.mjs --against FOLDER [--seconds S] [FIGURE...]
// The built core against the one in FOLDER (a copy of build/wasm), in turns, three rounds of at most S seconds (1.5): the sum of what both
// have done, the least of each unit, for every state that takes 4 ms or more, the largest ratio first.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'fail-over': { type: 'string' }, against: { type: 'string' }, seconds: { type: 'string' } },
});
const bar = Number(values['fail-over'] ?? 30);
const script = fileURLToPath(new URL('units.ts', import.meta.url));
const { module } = await runnerImport(script, {
  configFile: false,
  logLevel: 'error',
  resolve: { alias: { '#wasm': fileURLToPath(new URL('../../build/wasm', import.meta.url)) } },
});
const all = module.states.filter(({ figure }) => !positionals.length || positionals.includes(figure));

const repeats = 3;

/** By kind and number of the unit: what else a machine does meanwhile hits another one each time. */
async function addTo(least, state, seconds, folder) {
  const taken = await module.measured(state, 1000 * Number(values.seconds ?? seconds), folder);
  for (const { key, ms } of taken) least.set(key, Math.min(ms, least.get(key) ?? Infinity));
  return taken.length;
}

async function compare(folder) {
  const rows = [];
  for (const state of all) {
    const [ours, other] = [new Map(), new Map()];
    for (let i = 0; i < repeats; i++) {
      await addTo(ours, state, 1.5);
      await addTo(other, state, 1.5, folder);
    }
    const both = [...ours.keys()].filter((key) => other.has(key));
    const [a, b] = [ours, other].map((least) => both.reduce((sum, key) => sum + least.get(key), 0));
    rows.push({ name: state.name, a, b });
  }
  const write = (name, a, b) =>
    console.log(
      name.padEnd(58),
      ...[a.toFixed(1), b.toFixed(1), (a / b).toFixed(3)].map((s) => s.padStart(9)),
    );
  for (const { name, a, b } of rows.sort((x, y) => y.a / y.b - x.a / x.b)) if (a >= 4) write(name, a, b);
  write('all states', ...['a', 'b'].map((side) => rows.reduce((sum, row) => sum + row[side], 0)));
}

if (values.against) {
  await compare(path.resolve(values.against));
  process.exit();
}

const columns = ['open', 'seek', 'refine', 'frame'];
const line = (name, cells) => console.log(name.padEnd(58), ...cells.map((cell) => cell.padStart(8)));

line('longest unit, ms', [...columns, 'units']);
let over = 0;
for (const state of all) {
  const least = new Map();
  let longest;
  let units;
  for (let i = 0; i < repeats; i++) {
    units = await addTo(least, state, 20);
    longest = Object.fromEntries(
      columns.map((kind) => [
        kind,
        Math.max(0, ...[...least].filter(([key]) => key.startsWith(kind)).map(([, ms]) => ms)),
      ]),
    );
    if (Math.max(...Object.values(longest)) <= bar) break;
  }
  const bad = Math.max(...Object.values(longest)) > bar;
  over += bad ? 1 : 0;
  line(`${bad ? '! ' : '  '}${state.name}`, [...columns.map((kind) => longest[kind].toFixed(1)), `${units}`]);
}
console.log(`${all.length} states, ${over || 'none'} with a unit of more than ${bar} ms`);
if (over && values['fail-over'] !== undefined) process.exitCode = 1;
