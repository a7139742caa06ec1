/** The engine in Node: the core's wasm from build/wasm, on this thread. For posters and for tests. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '../../web/src/engine/api';
import { createEngine } from '../../web/src/engine/client';
import { floatParts, partOf } from '../../web/src/engine/generated/places';
import { loadPart, type PartFiles } from '../../web/src/engine/load';
import { startPart } from '../../web/src/engine/part';

/** `wasm` is the folder that holds the parts. */
export function nodeEngine(wasm: string): Engine {
  return createEngine({
    startWorker: () => {
      throw new Error('no worker in Node');
    },
    parts: {
      of: async (experiment) => partOf[experiment],
      load: async (part) => {
        const file = (build: string) => join(wasm, `${part}${build}.wasm`);
        const files: PartFiles = floatParts.includes(part)
          ? { simd: file('.simd'), scalar: file('.scalar') }
          : { scalar: file('') };
        return loadPart(part, files, {
          features: { exceptions: true, simd: true },
          fetch: async (path) => new Response(await readFile(path)),
          start: startPart,
        });
      },
    },
  });
}
