/** The messages between the client, on the page's thread, and the host, wherever it runs. */
import type { Part } from './experiment';

/**
 * Identifies one call. The client chooses it, and the run that an `open` makes bears the number of that call: so a call
 * can be given up before its answer is known, and nothing that it makes can be lost on the way.
 */
export type Id = number;

/** Calls are answered once, by `done`, `refused` or `stale`, unless they are dropped first. */
export type Call =
  | {
      readonly kind: 'open';
      readonly id: Id;
      readonly name: string;
      /** Where it is. */
      readonly part: Part;
      readonly params: object;
      /** The step to answer with; the experiment's own where absent. */
      readonly t?: number | undefined;
      /** What a run that trains is to go on from. */
      readonly save?: Uint8Array | undefined;
    }
  | { readonly kind: 'seek'; readonly id: Id; readonly run: Id; readonly t: number }
  /** Of the step `t`: the last that the client was answered with, where another answer has been given up on its way. */
  | { readonly kind: 'refine'; readonly id: Id; readonly run: Id; readonly t?: number | undefined }
  | { readonly kind: 'save'; readonly id: Id; readonly run: Id }
  | { readonly kind: 'info'; readonly id: Id }
  | { readonly kind: 'stats'; readonly id: Id };

export type ToHost =
  | Call
  /** A part of the wasm that is needed soon. Not answered. */
  | { readonly kind: 'warm'; readonly part: Part }
  /** Whether nothing is to be computed until it is told otherwise. Messages are taken meanwhile. Not answered. */
  | { readonly kind: 'hold'; readonly held: boolean }
  /** Whatever bears this number, a waiting call, one in hand or an open run, is no longer wanted. Not answered. */
  | { readonly kind: 'drop'; readonly id: Id };

/** The answer to an opening. */
export interface Opened<Frame = unknown> {
  readonly frame: Frame;
  /** Whether more work makes it better. */
  readonly refines: boolean;
}

/** How far a run has trained, on the way to an answer. Now and then with what it can be gone on with after a crash. */
export interface Trained {
  readonly kind: 'trained';
  readonly run: Id;
  readonly frontier: number;
  readonly save?: Uint8Array;
}

export type FromHost =
  | Trained
  /** The worker's code has been loaded and listens. */
  | { readonly kind: 'hello' }
  | { readonly kind: 'done'; readonly id: Id; readonly value: unknown }
  /** `unloaded` where it was not the core that refused: its part did not come, or does not start. */
  | { readonly kind: 'refused'; readonly id: Id; readonly message: string; readonly unloaded?: true }
  /** A newer seek of the same run took its place before it began; or it is a refinement, and a seek goes first. */
  | { readonly kind: 'stale'; readonly id: Id }
  /** The core died in the call `id` (in none in particular when it is missing); the host answers nothing from now on. */
  | { readonly kind: 'crashed'; readonly id?: Id; readonly message: string };
