/** Where the worker and the parts of the wasm are, where that is not for the bundle to say. Of the package alone, which exports a way to say it. */

import type { Part } from './experiment';

let folder: string | undefined;

/**
 * Says that `worker.js` and the folder `wasm` are at this address, which ends in a slash or is given one; before the first figure. Needed where
 * a bundler does not take files along that code refers to with `new URL(name, import.meta.url)`. One that is relative is so to the page. Without an
 * address it is the bundle's word again.
 */
export function setAssets(url?: string | URL): void {
  folder = url === undefined ? undefined : `${url}`.replace(/\/?$/, '/');
}

/**
 * The address of one of these files: what the page has said, or `own`, which the bundle says. Turbopack says a path from the root of the host; beside
 * its code, which it calls a file on a disk, there is nothing.
 */
export const assetAt = (name: string, own: string): string =>
  new URL(folder === undefined ? own : folder + name, globalThis.document?.baseURI).href;

/** A part with the addresses that hold here. */
export function located(part: Part): Part {
  const { name, simd, scalar } = part;
  const at = (build: string, own: string) => assetAt(`wasm/${name}${build}.wasm`, own);
  if (simd) return { name, simd: at('.simd', simd), scalar: at('.scalar', scalar) };
  return { name, scalar: at('', scalar) };
}
