/** A host over the core that counts, with what it has answered. */
import { createHost } from '../../../web/src/engine/host';
import type { LoadPart } from '../../../web/src/engine/load';
import type { FromHost, ToHost } from '../../../web/src/engine/protocol';
import { experiments, FakeCore, params } from './fakes';

export function setUp(core = new FakeCore(), load: LoadPart = core.load) {
  const answers: FromHost[] = [];
  const waiting: { id: number; resolve(): void }[] = [];
  const host = createHost({
    load,
    now: () => core.clock,
    wait: (ms, then) => {
      setTimeout(() => {
        core.clock += ms;
        then();
      });
    },
    post: (message) => {
      answers.push(message);
      for (const { id, resolve } of waiting) if ('id' in message && message.id === id) resolve();
    },
  });
  return {
    core,
    answers,
    send: (message: ToHost) => host.receive(message),
    answered: (id: number) =>
      new Promise<void>((resolve) => {
        waiting.push({ id, resolve });
      }),
    open: (id: number, over: object = {}): Extract<ToHost, { kind: 'open' }> => ({
      kind: 'open',
      id,
      ...experiments.particles,
      params: { ...params, seed: id, ...over },
    }),
  };
}

/** With open runs of these numbers, and nothing counted of that. */
export async function withRuns(...ids: number[]) {
  const set = setUp();
  for (const id of ids) {
    set.send(set.open(id));
    await set.answered(id);
  }
  set.answers.length = 0;
  set.core.slices.length = 0;
  set.core.frames.length = 0;
  return set;
}
