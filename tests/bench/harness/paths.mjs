// Where things are.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const repository = fileURLToPath(new URL('../../..', import.meta.url));
export const here = path.join(repository, 'tests/bench');
/** bench.simd.mjs and bench.simd.wasm. */
export const coreFolder = path.join(repository, 'build/emscripten');
/** The native programs. */
export const nativeFolder = path.join(repository, 'build/release/tests/bench');
/** Ours to write. */
export const scratch = path.join(repository, 'build/bench');

export const versionOf = (name) =>
  JSON.parse(readFileSync(path.join(repository, 'node_modules', name, 'package.json'), 'utf8')).version;
