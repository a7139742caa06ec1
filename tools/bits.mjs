#!/usr/bin/env node
// The bits of reference cases and experiments, as an `attn` command computes them.
//   tools/bits.mjs build/release/attn                 rewrites tests/reference/bits.json: run it after a change that is meant to
//                                                     change the bits, and say in the commit why
//   tools/bits.mjs --compare COMMAND [ARGUMENT...]    compares with that file; an ARGUMENT is what COMMAND runs, as in
//                                                     --compare qemu-aarch64 build/aarch64/attn
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const compares = process.argv.includes('--compare');
const [attn, ...before] = process.argv.slice(2).filter((word) => word !== '--compare');
if (!attn) {
  console.error('usage: tools/bits.mjs [--compare] PATH_OF_THE_ATTN_COMMAND');
  process.exit(2);
}
const folder = new URL('../tests/reference/', import.meta.url).pathname;
const run = (...args) => execFileSync(attn, [...before, ...args], { encoding: 'utf8' });

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'bits.json')
  .sort();
const reports = JSON.parse(run('check', '--json', ...files.map((name) => folder + name)));
const cases = Object.fromEntries(files.map((name, i) => [name, reports[i].hash]));

// Those in double precision, at three settings each: the last bits of the float kernels depend on the machine's vectors.
const experiments = JSON.parse(run('list', '--bits'));

if (compares) {
  const expected = JSON.parse(readFileSync(`${folder}bits.json`, 'utf8'));
  let different = 0;
  for (const [kind, computed] of Object.entries({ cases, experiments })) {
    for (const name of new Set([...Object.keys(expected[kind]), ...Object.keys(computed)])) {
      const [theirs, ours] = [expected[kind][name], computed[name]].map((value) => JSON.stringify(value));
      if (theirs === ours) continue;
      different += 1;
      console.log(`${kind}: ${name} is ${ours}, expected ${theirs}`);
    }
  }
  const all = Object.keys(cases).length + Object.keys(experiments).length;
  console.log(`bits: ${all} compared, ${different || 'none'} different`);
  process.exitCode = different ? 1 : 0;
} else {
  writeFileSync(`${folder}bits.json`, `${JSON.stringify({ cases, experiments }, null, 2)}\n`);
}
