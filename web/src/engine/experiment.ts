/** What the core computes, as objects of the generated code: who has one can ask the engine, and brings along where its part is. */

/** A part of the wasm: what is fetched together. */
export interface Part {
  readonly name: string;
  /** Addresses of its two builds; without kernels in single precision one serves every browser. */
  readonly simd?: string;
  readonly scalar: string;
}

export interface Experiment<Params extends object = object, Frame = unknown> {
  /** As the core calls it. */
  readonly name: string;
  readonly part: Part;
  /** What a parameter is that is left out, and the smallest and largest that a number may be. */
  readonly defaults?: Readonly<Record<string, unknown>>;
  readonly limits?: Readonly<Record<string, readonly [number, number]>>;
  /** Never there: tells the types what opens it, and what its frames hold. */
  types?(params: Params): Frame;
}

export type ParamsOf<E extends Experiment> = Parameters<NonNullable<E['types']>>[0];
export type FrameOf<E extends Experiment> = ReturnType<NonNullable<E['types']>>;
