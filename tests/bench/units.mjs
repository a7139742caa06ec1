#!/usr/bin/env node
// The longest unit of work of every figure's experiment, at the defaults and at each preset: one call of `open`, of `seek` or `refine` with
// the smallest budget, or of `frame`, in milliseconds of processor time, on the built core in Node (run tools/build-wasm.mjs first). While
// a unit is on its way the worker answers nobody.
//   node tests/bench/units.mjs [--fail-over MS] [--seconds S] [FIGURE...]
// Each state is worked on for at most S seconds (20), up to three times while a unit is over MS (30): of a unit the least counts. Units
// over it are listed, and make the exit status 1 where --fail-over is given. Times move with the machine: no test depends on them.
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { runnerImport } from 'vite';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'fail-over': { type: 'string' }, seconds: { type: 'string', default: '20' } },
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
const columns = ['open', 'seek', 'refine', 'frame'];
const line = (name, cells) => console.log(name.padEnd(58), ...cells.map((cell) => cell.padStart(8)));

line('longest unit, ms', [...columns, 'units']);
let over = 0;
for (const state of all) {
  /** By kind and number of the unit: what else a machine does meanwhile hits another one each time. */
  const least = new Map();
  let longest;
  let units;
  for (let i = 0; i < repeats; i++) {
    const taken = await module.measured(state, 1000 * Number(values.seconds));
    units = taken.length;
    for (const { key, ms } of taken) least.set(key, Math.min(ms, least.get(key) ?? Infinity));
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
