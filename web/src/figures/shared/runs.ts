/** Runs that are no bare runs of the core: what was kept, what is looked at in another way, what opens later. */
import type { Run } from '../../engine/api';

/** Values that were kept are all there at once: nothing is trained, and any step can be shown. */
export const keptRun = <Frame>(frameAt: (t: number) => Frame, opens = 0): Run<Frame> => ({
  first: frameAt(opens),
  frontier: undefined,
  seek: async (t) => frameAt(t),
  refine: async () => ({ done: true }),
  save: async () => new Uint8Array(),
  dispose: () => {},
});

/** The same run, whose frames are looked at through `shown`. It opens with `first`, where that is another frame. */
export const seenAs = <From, To>(
  run: Run<From>,
  shown: (frame: From) => To,
  first: From = run.first,
): Run<To> => ({
  first: shown(first),
  get frontier() {
    return run.frontier;
  },
  seek: async (t, signal) => shown(await run.seek(t, signal)),
  refine: async (signal) => {
    const { frame, ...rest } = await run.refine(signal);
    return frame === undefined ? rest : { ...rest, frame: shown(frame) };
  },
  save: () => run.save(),
  dispose: () => run.dispose(),
});

/** The same run, which opens with the first frame that has all that a caption says: it would move when that comes. */
export async function openedWith<Frame>(
  run: Run<Frame>,
  hasAll: (frame: Frame) => boolean,
  signal: AbortSignal | undefined,
): Promise<Run<Frame>> {
  let first = run.first;
  try {
    for (let done = false; !done && !hasAll(first); ) {
      const more = await run.refine(signal);
      first = more.frame ?? first;
      done = more.done;
    }
  } catch (error) {
    // Given up on the way, or lost: nobody else knows of the run.
    run.dispose();
    throw error;
  }
  return seenAs(run, (frame) => frame, first);
}
