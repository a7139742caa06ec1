#!/usr/bin/env node
// Rewrites tests/reference/bits.json from the native build: run it after a change that is meant to change the bits, and
// say in the commit why. Usage: tools/bits.mjs build/release/attn
import { execFileSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';

const attn = process.argv[2];
if (!attn) {
  console.error('usage: tools/bits.mjs PATH_OF_THE_ATTN_COMMAND');
  process.exit(2);
}
const folder = new URL('../tests/reference/', import.meta.url).pathname;
const run = (...args) => execFileSync(attn, args, { encoding: 'utf8' });

const files = readdirSync(folder)
  .filter((name) => name.endsWith('.json') && name !== 'bits.json')
  .sort();
const reports = JSON.parse(run('check', '--json', ...files.map((name) => folder + name)));
const cases = Object.fromEntries(files.map((name, i) => [name, reports[i].hash]));

// Those in double precision, at three settings each: the last bits of the float kernels depend on the machine's vectors.
const experiments = JSON.parse(run('list', '--bits'));

writeFileSync(`${folder}bits.json`, `${JSON.stringify({ cases, experiments }, null, 2)}\n`);
