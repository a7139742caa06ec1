/** Whoever opens a run gives it back: every figure, also when its reader has moved on before it was open. */
import { expect, it } from 'vitest';
import { nodeEngine } from '../../tools/posters/node-engine';
import { alias } from '../../tools/vite/paths.ts';
import { opened } from '../../web/src/element/session/runner';
import type { Engine } from '../../web/src/engine/api';
import type { Figure } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import { lightValues } from '../web/states';

const core = nodeEngine(alias['#wasm']);

/** What figures have opened, and how much of it is alive. */
const counted = { opened: 0, alive: 0 };
/** Over the real core; of its runs the first frame alone is there, and whatever else is asked of them is given up. */
const engine: Engine = {
  ...core,
  async open(experiment, params, at) {
    const run = await core.open(experiment, params, at);
    counted.opened += 1;
    counted.alive += 1;
    let disposed = false;
    const givenUp = () => Promise.reject(new DOMException('given up', 'AbortError'));
    return {
      first: run.first,
      refines: run.refines,
      frontier: run.frontier,
      seek: givenUp,
      refine: givenUp,
      save: givenUp,
      dispose() {
        run.dispose();
        if (!disposed) counted.alive -= 1;
        disposed = true;
      },
    };
  },
};

for (const [id, load] of Object.entries(figures))
  it(`${id} holds no run of the core when what it opens is given up or disposed of`, async () => {
    const figure = (await load()).default as Figure;
    // No seed of those that were kept.
    const values = { ...lightValues(figure), ...('seed' in figure.params && { seed: 411 }) };
    counted.opened = counted.alive = 0;
    const answered = await opened(figure, engine, values, { t: 0 }).catch((error: Error) => {
      expect(error.name).toBe('AbortError');
    });
    expect(counted.alive).toBe(answered ? 1 : 0);
    answered?.run.dispose();
    expect(counted.opened).toBe(1);
    expect(counted.alive).toBe(0);
  });
