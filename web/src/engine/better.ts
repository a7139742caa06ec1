import type { Run } from './api';

/** The better frames of a run, one after the other, until nothing is left to do. */
export async function* better<Frame>(run: Run<Frame>, signal?: AbortSignal): AsyncGenerator<Frame, void> {
  for (let done = !run.refines; !done; ) {
    const refined = await run.refine(signal);
    done = refined.done;
    if (refined.frame !== undefined) yield refined.frame;
  }
}
