/**
 * A part of the wasm as JavaScript sees it. Written by hand, compared with the modules' real exports in tests/wasm.
 * Every function that can refuse returns a `Refusal` instead of throwing: a C++ exception must not cross into JavaScript.
 * What throws is a crash: a trap, or a run that has no memory left on its way.
 */

export interface Refusal {
  readonly error: string;
}

/** A C++ object that runs. Must be released with `delete`. */
export interface CoreRun {
  /** The step to look at first. */
  opens(): number;
  /** Whether more work makes a frame better. */
  refines(): boolean;
  /**
   * Goes towards step `t`, at most `budget` units of work (a unit is one layer or one draw). True when it has arrived.
   */
  seek(t: number, budget: number): boolean | Refusal;
  /** Goes on improving the frame, at most `budget` units of work. True when nothing is left to do, at whichever step. */
  refine(budget: number): boolean | Refusal;
  /** Fresh arrays: nothing in it points into wasm memory. */
  frame(): object | Refusal;
  delete(): void;
}

/** What a run has besides in a part where some train. */
export interface TrainingCore {
  /** Steps computed so far; undefined for a run that does not train. Up to here `seek` trains nothing, `refine` goes on from here. */
  frontier(): number | undefined;
  /** Fresh bytes. */
  save(): Uint8Array | Refusal;
  /** Goes on from what a run of the same experiment and parameters has saved. A refusal changes nothing. */
  restore(bytes: Uint8Array): true | Refusal;
  /** From now on what it keeps of earlier steps takes at most so many bytes; the same steps are shown, by the same bits. */
  keepWithin(bytes: number): true | Refusal;
}

export interface PartModule {
  /** The memory in use. */
  readonly memoryBytes: number;
  version(): string;
  /** Largest difference between float kernels and the double path over a small problem. */
  selfTest(): number;
  /** Opens an experiment of the part. */
  open(name: string, params: object): (CoreRun & Partial<TrainingCore>) | Refusal;
}
