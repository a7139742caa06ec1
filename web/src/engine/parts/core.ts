/**
 * What all wasm parts have in common, as JavaScript sees it. Written by hand, compared with the modules' real exports in tests/wasm.
 * Every function that can refuse returns a `Refusal` instead of throwing: a C++ exception must not cross into JavaScript.
 */

export interface Refusal {
  readonly error: string;
}

/** A C++ object that runs. Must be released with `delete`. */
export interface CoreRun<Frame> {
  /**
   * Goes towards step `t`, at most `budget` units of work (a unit is one layer or one draw). True when it has arrived.
   */
  seek(t: number, budget: number): boolean | Refusal;
  /** Goes on improving the frame, at most `budget` units of work. True when nothing is left to do, at whichever step. */
  refine?(budget: number): boolean | Refusal;
  /** Fresh arrays: nothing in it points into wasm memory. */
  frame(): Frame | Refusal;
  delete(): void;
}

export interface PartModule {
  readonly HEAPU8: Uint8Array;
  version(): string;
  /** Largest relative difference between float kernels and the double path over a small problem. */
  selfTest(): number;
}

/** The factory that a part's glue exports. */
export type PartFactory<Module extends PartModule> = (options: {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): object;
}) => Promise<Module>;
