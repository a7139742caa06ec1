#!/usr/bin/env node
// Builds the wasm parts into build/wasm: <part>.js, and with kernels in single precision <part>.simd.wasm and
// <part>.scalar.wasm, else <part>.wasm. The glue of two builds is the same file; that is checked, and one is shipped. So is that of
// most parts: a page that shows several fetches it once.
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const builds = ['simd', 'scalar'];

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
for (const build of builds) {
  run('cmake', '--preset', `wasm-${build}`);
  run('cmake', '--build', '--preset', `wasm-${build}`);
}
/** What CMake has listed: a part to a line, and whether it has kernels in single precision. */
const parts = readFileSync(path.join(root, 'build', 'wasm-scalar', 'parts.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '));
const made = new Set();
const ship = (from, to) => {
  copy(from, path.join(out, to));
  made.add(to);
};
/** By its text, the part whose glue it was first. */
const glues = new Map();
function shipGlue(from, name) {
  // It names a file that nobody asks for: where the wasm is, the page knows.
  const text = readFileSync(from, 'utf8')
    .replaceAll(`${name}.wasm`, 'part.wasm')
    .replace('new URL("part.wasm",import.meta.url)', '"part.wasm"');
  const first = glues.get(text);
  glues.set(text, first ?? name);
  const to = path.join(out, `${name}.js`);
  const shipped = first ? `export { default } from './${first}.js';\n` : text;
  if (!existsSync(to) || readFileSync(to, 'utf8') !== shipped) writeFileSync(to, shipped);
  made.add(`${name}.js`);
}
// The last two are for the tests.
for (const [name, floats] of [...parts, ['evaluate', 'floats'], ['models']]) {
  if (!floats) {
    shipGlue(path.join(root, 'build', 'wasm-scalar', `${name}.mjs`), name);
    ship(path.join(root, 'build', 'wasm-scalar', `${name}.wasm`), `${name}.wasm`);
    continue;
  }
  const [glue, other] = builds.map((build) => path.join(root, 'build', `wasm-${build}`, `${name}.mjs`));
  if (!readFileSync(glue).equals(readFileSync(other))) {
    console.error(
      `build-wasm: the glue of ${name} differs between the SIMD and the scalar build; one cannot serve both`,
    );
    process.exit(1);
  }
  shipGlue(glue, name);
  for (const build of builds) {
    ship(path.join(root, 'build', `wasm-${build}`, `${name}.wasm`), `${name}.${build}.wasm`);
  }
}
// What was a part once.
for (const file of readdirSync(out)) if (!made.has(file)) rmSync(path.join(out, file));
