import { describe, expect, it } from 'vitest';
import type { FromHost } from '../../../web/src/engine/protocol';
import { setUp } from './hosts';

describe('a run that trains', () => {
  const training = (set: ReturnType<typeof setUp>, id: number, over: object = {}) =>
    ({ ...set.open(id, { layers: 5000, ...over }), name: 'least_squares' }) as const;
  const of = (answers: readonly FromHost[]) =>
    answers.filter((answer): answer is Extract<FromHost, { kind: 'trained' }> => answer.kind === 'trained');

  async function trainingRun() {
    const set = setUp();
    set.send(training(set, 1));
    await set.answered(1);
    set.answers.length = 0;
    set.core.frames.length = 0;
    set.core.slices.length = 0;
    return set;
  }

  it('tells as it is opened that it is one', async () => {
    const set = setUp();
    set.send({ ...training(set, 1), t: 3 });
    await set.answered(1);
    expect(set.answers).toMatchObject([
      { kind: 'trained', run: 1, frontier: 1 },
      { kind: 'trained', run: 1, frontier: 3 },
      { kind: 'done', id: 1, value: { frame: { layer: 3, refined: 3 }, refines: true } },
    ]);
  });

  it('trains up to a seek in slices, telling how far it is ten times a second', async () => {
    const { core, send, answered, answers } = await trainingRun();
    core.cost = 1;
    send({ kind: 'seek', id: 2, run: 1, t: 1000 });
    await answered(2);
    expect(Math.max(...core.slices.map(({ units }) => units))).toBe(8);
    const told = of(answers).map(({ frontier }) => frontier);
    expect(told.length).toBeGreaterThan(8);
    expect(told.length).toBeLessThan(12);
    expect(told.at(-1)).toBe(1000);
    expect(answers.at(-1)).toMatchObject({ kind: 'done', id: 2, value: { layer: 1000 } });
    answers.length = 0;
    send({ kind: 'seek', id: 3, run: 1, t: 10 });
    await answered(3);
    expect(answers).toMatchObject([{ kind: 'done', id: 3, value: { layer: 10, refined: 1000 } }]);
    expect(core.trained).toBe(1000);
  });

  it('trains ahead with a frame now and then, and at the end', async () => {
    const { core, send, answered, answers } = await trainingRun();
    core.cost = 1;
    for (let id = 2; ; id += 1) {
      send({ kind: 'refine', id, run: 1 });
      await answered(id);
      const { value } = answers.at(-1) as { value: { done: boolean } };
      if (value.done) break;
    }
    const values = answers.flatMap((answer) =>
      answer.kind === 'done' ? [answer.value as { frame?: object; frontier: number; done: boolean }] : [],
    );
    const drawn = values.filter(({ frame }) => frame).length;
    expect(values.length).toBeGreaterThan(40);
    expect(values.length).toBeLessThan(55);
    expect(drawn).toBeGreaterThan(14);
    expect(drawn).toBeLessThan(20);
    expect(core.frames.length).toBe(drawn);
    expect(values.at(-1)).toMatchObject({ frame: { layer: 0, refined: 5000 }, frontier: 5000, done: true });
    const frontiers = values.map(({ frontier }) => frontier);
    expect(frontiers).toEqual([...frontiers].sort((a, b) => a - b));
    expect(Math.max(...core.slices.map(({ units }) => units))).toBeLessThanOrEqual(4);
  });

  it('hands out a save every two seconds of training at most', async () => {
    const { core, send, answered, answers } = await trainingRun();
    core.cost = 1;
    send({ kind: 'seek', id: 2, run: 1, t: 5000 });
    await answered(2);
    const saves = of(answers).filter(({ save }) => save);
    // A step takes a millisecond, and a frontier is told ten times a second.
    expect(saves.map(({ frontier }) => Math.floor(frontier / 1000))).toEqual([2, 4]);
    expect(saves[0]?.save?.length).toBe(4 * ((saves[0]?.frontier as number) + 1));
  });

  it('is saved when asked, and gone on with from there, to the same bits', async () => {
    const set = await trainingRun();
    const { core, send, answered, answers } = set;
    send({ kind: 'seek', id: 2, run: 1, t: 40 });
    await answered(2);
    send({ kind: 'save', id: 3, run: 1 });
    const { value: save } = answers.at(-1) as { value: Uint8Array };
    send({ kind: 'seek', id: 4, run: 1, t: 90 });
    await answered(4);
    const { value: frame } = answers.at(-1) as { value: object };
    core.trained = 0;
    send({ ...training(set, 5, { seed: 1 }), t: 90, save });
    await answered(5);
    expect(answers.at(-1)).toMatchObject({ kind: 'done', id: 5, value: { frame } });
    expect(core.restored).toEqual([40]);
    expect(core.trained).toBe(50);
  });

  it('shares with the others what a page may keep of earlier steps', async () => {
    const set = setUp();
    const { core, send, answered, open } = set;
    const share = 96 * 2 ** 20;
    for (const id of [1, 2, 3, 4]) {
      send({ ...training(set, id), t: 3 });
      await answered(id);
      expect([...core.bounds]).toEqual(Array.from({ length: id }, (_, i) => [i + 1, Math.floor(share / id)]));
    }
    // What does not train has no part in it.
    send(open(5));
    await answered(5);
    expect([...core.bounds.values()]).toEqual(Array(4).fill(share / 4));
    send({ kind: 'drop', id: 2 });
    send({ kind: 'drop', id: 5 });
    expect([...core.bounds]).toEqual([1, 3, 4].map((id) => [id, share / 3]));
    // Neither has one that was refused.
    send(training(set, 6, { beta: -1 }));
    await answered(6);
    expect([...core.bounds]).toEqual([1, 3, 4].map((id) => [id, share / 3]));
  });

  it('refuses a save of another run, and leaves no object', async () => {
    const set = await trainingRun();
    const { core, send, answered, answers } = set;
    send({ ...training(set, 5), save: new Uint8Array(8) });
    await answered(5);
    send({ ...set.open(6), save: new Uint8Array(8) });
    await answered(6);
    send({ ...set.open(7) });
    await answered(7);
    send({ kind: 'save', id: 8, run: 7 });
    send({ kind: 'save', id: 9, run: 6 });
    expect(answers.filter(({ kind }) => kind === 'refused')).toEqual([
      { kind: 'refused', id: 5, message: 'least_squares: the saved run has other parameters' },
      { kind: 'refused', id: 6, message: 'particles does not train' },
      { kind: 'refused', id: 8, message: 'save: this run does not train' },
      { kind: 'refused', id: 9, message: 'save: this run is not open' },
    ]);
    expect(core.alive).toBe(2);
  });
});
