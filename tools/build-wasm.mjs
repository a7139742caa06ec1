#!/usr/bin/env node
// Builds the wasm parts into build/wasm: with kernels in single precision <part>.simd.wasm and <part>.scalar.wasm, else <part>.wasm.
// Says which files are new, and which parts weigh more than they may.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { listed, over } from './parts.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a command in the project; ends the program with its output where it fails. */
function run(command, ...args) {
  const done = spawnSync(command, args, { cwd: root, encoding: 'utf8' });
  if (done.status === 0) return;
  process.stderr.write(`${done.stdout ?? ''}${done.stderr ?? ''}`);
  console.error(
    `build-wasm: ${command} ${args.join(' ')} failed${done.error ? `: ${done.error.message}` : ''}`,
  );
  process.exit(1);
}

const out = path.join(root, 'build', 'wasm');
mkdirSync(out, { recursive: true });
run('cmake', '--preset', 'emscripten');
run('cmake', '--build', '--preset', 'emscripten');
const built = path.join(root, 'build', 'emscripten');
const made = new Set();
const news = [];
/** Copies only what changed, so that a watcher does not wake for nothing. */
const ship = (file, as = file) => {
  const [from, to] = [path.join(built, file), path.join(out, as)];
  made.add(as);
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
  news.push(as);
};
// The last two are for the tests. What is no part has glue, the same for both binaries.
for (const { name, floats } of [...listed(root), { name: 'models' }, { name: 'evaluate', floats: true }])
  for (const binary of floats ? ['scalar', 'simd'] : [''])
    ship([name, binary, 'wasm'].filter(Boolean).join('.'));
ship('evaluate.scalar.mjs', 'evaluate.js');
// What was a part once.
for (const file of readdirSync(out)) if (!made.has(file)) rmSync(path.join(out, file));

console.log(`build-wasm: new are ${news.join(', ') || 'none'}`);
const heavy = over(root);
for (const line of heavy) console.log(`build-wasm: ${line}`);
if (heavy.length > 0) console.log('build-wasm: node tools/parts.mjs --raise raises budgets');
