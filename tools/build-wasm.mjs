#!/usr/bin/env node
// Builds the wasm parts into build/wasm: with kernels in single precision <part>.simd.wasm and <part>.scalar.wasm, else <part>.wasm.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

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

/** Copies only what changed, so that a watcher does not wake for nothing. */
function copy(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
}

const out = path.join(root, 'build', 'wasm');
mkdirSync(out, { recursive: true });
run('cmake', '--preset', 'emscripten');
run('cmake', '--build', '--preset', 'emscripten');
const built = path.join(root, 'build', 'emscripten');
/** What CMake has listed: a part to a line, and whether it has kernels in single precision. */
const parts = readFileSync(path.join(built, 'parts.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const made = new Set();
const ship = (file, as = file) => {
  copy(path.join(built, file), path.join(out, as));
  made.add(as);
};
// The last two are for the tests. What is no part has glue, the same for both binaries.
for (const [name, floats] of [...parts, ['models'], ['evaluate', 'floats']])
  for (const binary of floats ? ['scalar', 'simd'] : [''])
    ship([name, binary, 'wasm'].filter(Boolean).join('.'));
ship('evaluate.scalar.mjs', 'evaluate.js');
// What was a part once.
for (const file of readdirSync(out)) if (!made.has(file)) rmSync(path.join(out, file));
