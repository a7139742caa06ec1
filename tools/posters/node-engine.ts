/** The engine in Node: the core's wasm from build/wasm, on this thread. For posters and for tests. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Engine } from '../../web/src/engine/api';
import { createEngine } from '../../web/src/engine/client';
import { loadPart } from '../../web/src/engine/load';
import { startPart } from '../../web/src/engine/part';

/** `wasm` is the folder that holds the parts. */
export function nodeEngine(wasm: string): Engine {
  return createEngine({
    startWorker: () => {
      throw new Error('no worker in Node');
    },
    load: (part) =>
      loadPart(part, {
        features: { exceptions: true, simd: true },
        fetch: async (address) => new Response(await readFile(join(wasm, basename(address)))),
        start: startPart,
      }),
  });
}
