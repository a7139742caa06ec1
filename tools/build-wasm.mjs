#!/usr/bin/env node
// Builds the wasm parts, with SIMD and without, into build/wasm: <part>.js, <part>.simd.wasm, <part>.scalar.wasm.
// The glue of the two builds is the same file; that is checked, and one is shipped.
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const modules = ['bilinear', 'denoising', 'flows', 'ledger', 'evaluate'];
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
for (const name of modules) {
  const [glue, other] = builds.map((build) => path.join(root, 'build', `wasm-${build}`, `${name}.mjs`));
  if (!readFileSync(glue).equals(readFileSync(other))) {
    console.error(
      `build-wasm: the glue of ${name} differs between the SIMD and the scalar build; one cannot serve both`,
    );
    process.exit(1);
  }
  copy(glue, path.join(out, `${name}.js`));
  for (const build of builds) {
    copy(path.join(root, 'build', `wasm-${build}`, `${name}.wasm`), path.join(out, `${name}.${build}.wasm`));
  }
}
