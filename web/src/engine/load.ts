/** Fetches one wasm part and picks the build that this browser computes correctly with. */

import type { PartModule } from './core';
import { detect, type Features } from './detect';
import { advice } from './errors';
import type { Part } from './experiment';
import { startPart } from './part';

export interface LoadedPart {
  readonly module: PartModule;
  readonly simd: boolean;
}

export type LoadPart = (part: Part) => Promise<LoadedPart>;

/** What tests and Node replace. */
export interface Surroundings {
  readonly features: Features;
  fetch(url: string, init?: RequestInit): Promise<Response>;
  start(compiled: WebAssembly.Module): Promise<PartModule>;
}

const own = (): Surroundings => ({
  features: detect(),
  fetch: (url, init) => globalThis.fetch(url, init),
  start: startPart,
});

/** What did not come as it should, by its address. A cache on the way may have kept it: the next attempt asks past that. */
const spoilt = new Set<string>();

/** Above this the float kernels disagree with the double oracle by more than rounding can explain. */
const SELF_TEST_BOUND = 1e-5;

/**
 * Loads the SIMD build where it is supported and passes its self-test, else the scalar one.
 * Rejects with a sentence for the reader: browser too old, file missing, network lost, no build computes correctly.
 */
export async function loadPart(
  { name, simd, scalar }: Part,
  { features, fetch, start }: Surroundings = own(),
): Promise<LoadedPart> {
  if (!features.exceptions) {
    throw new Error(
      'This browser cannot run the live figures: WebAssembly with exceptions is missing or switched off ' +
        '(it is there from Chrome 102, Firefox 114 and Safari 16.4 on).',
    );
  }
  let failure: unknown;
  let damaged = '';
  for (const url of features.simd && simd ? [simd, scalar] : [scalar]) {
    // A request that fails ends the attempt: the other build comes from the same place.
    const response = await fetchWasm(url, fetch);
    damaged = '';
    try {
      const compiled = await compile(response).catch((error) => {
        // Of what was shipped this browser can compile all, but for want of memory: a TypeError is the line's.
        if (error instanceof WebAssembly.CompileError || error instanceof TypeError) {
          damaged = nameOf(url);
          spoilt.add(url);
        }
        throw error;
      });
      const module = await start(compiled);
      const difference = module.selfTest();
      // Written so that NaN fails.
      if (difference <= SELF_TEST_BOUND) return { module, simd: url === simd };
      failure = new Error(`its self-test is off by ${difference}`);
    } catch (error) {
      if (!allowed())
        throw new Error(
          "The Content-Security-Policy of this page forbids WebAssembly: its script-src lacks 'wasm-unsafe-eval'.",
        );
      failure = error;
    }
  }
  const why = messageOf(failure);
  if (failure instanceof RangeError)
    throw new Error(
      `There is not enough memory for the part "${name}" (${why}). Close other pages, and try again.`,
    );
  throw new Error(
    damaged
      ? `Could not load ${damaged}: what came is damaged, or another file (${why}). ${advice}`
      : `The part "${name}" does not run in this browser: ${why}.`,
  );
}

/** Whether anything may be compiled here. */
function allowed(): boolean {
  try {
    new WebAssembly.Module(Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0));
    return true;
  } catch {
    return false;
  }
}

async function fetchWasm(url: string, fetch: Surroundings['fetch']): Promise<Response> {
  let response: Response;
  try {
    response = await (spoilt.has(url) ? fetch(url, { cache: 'reload' }) : fetch(url));
  } catch (error) {
    throw new Error(`Could not load ${nameOf(url)} (${messageOf(error)}). ${advice}`);
  }
  if (!response.ok) {
    spoilt.add(url);
    throw new Error(`Could not load ${nameOf(url)}: the server answered ${response.status}. ${advice}`);
  }
  spoilt.delete(url);
  return response;
}

/** Compiling from the stream is refused for any other MIME type, and by then the body would be spent: so look first. */
async function compile(response: Response): Promise<WebAssembly.Module> {
  return response.headers.get('content-type') === 'application/wasm'
    ? WebAssembly.compileStreaming(response)
    : WebAssembly.compile(await response.arrayBuffer());
}

const nameOf = (url: string) => url.replace(/[?#].*/, '').replace(/.*\//, '');

/** Without its full stop: it stands in a sentence. */
const messageOf = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).replace(/\.$/, '');
