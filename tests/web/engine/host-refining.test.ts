import { describe, expect, it } from 'vitest';
import { createPause } from '../../../web/src/engine/pause';
import { settled } from './fakes';
import { setUp, withRuns } from './hosts';

describe('refinements', () => {
  async function withRun(over: object = {}) {
    const set = setUp();
    set.send({ ...set.open(1, over), name: 'before_after' });
    await set.answered(1);
    set.answers.length = 0;
    set.core.slices.length = 0;
    const seek = async (id: number, t: number) => {
      set.send({ kind: 'seek', id, run: 1, t });
      await set.answered(id);
    };
    const refine = async (id: number) => {
      set.send({ kind: 'refine', id, run: 1 });
      // Null is answered at once.
      if (!set.answers.some((answer) => 'id' in answer && answer.id === id)) await set.answered(id);
      return set.answers.at(-1);
    };
    return { ...set, seek, refine };
  }

  it('give a better frame of the same step for some short slices, and none when nothing is left', async () => {
    const { core, seek, refine } = await withRun({ layers: 200 });
    await seek(2, 5);
    core.slices.length = 0;
    core.cost = 0.2;
    const frames = [];
    for (let id = 3; id < 7; id += 1) frames.push(await refine(id));
    const better = (id: number, refined: number, done: boolean) => ({
      kind: 'done',
      id,
      value: { frame: { layer: 5, refined }, done },
    });
    expect(core.slices.filter(({ refines }) => refines).map(({ units }) => units)).toEqual([
      4, 16, 20, 20, 20, 20, 20, 20, 20, 20, 20,
    ]);
    expect(frames).toMatchObject([
      better(3, 80, false),
      better(4, 160, false),
      better(5, 200, true),
      { kind: 'done', id: 6, value: { done: true } },
    ]);
    expect(frames.at(-1)).not.toHaveProperty('value.frame');
  });

  it('are done at once for what cannot be refined', async () => {
    const { send, answers } = await withRuns(1);
    send({ kind: 'refine', id: 2, run: 1 });
    expect(answers).toEqual([{ kind: 'done', id: 2, value: { done: true } }]);
  });

  it('begin with the step that a run was opened at', async () => {
    const set = setUp();
    set.core.cost = 8;
    set.send({ ...set.open(1), name: 'before_after', t: 7 });
    await set.answered(1);
    set.send({ kind: 'refine', id: 2, run: 1 });
    await set.answered(2);
    expect(set.answers.at(-1)).toMatchObject({
      kind: 'done',
      id: 2,
      value: { frame: { layer: 7, refined: 2 }, done: false },
    });
  });

  it('show the step last shown, also after a seek was given up halfway', async () => {
    const { core, send, seek, refine } = await withRun();
    await seek(2, 5);
    core.cost = 8;
    send({ kind: 'seek', id: 3, run: 1, t: 900 });
    await createPause()();
    await createPause()();
    send({ kind: 'drop', id: 3 });
    expect(core.slices.at(-1)).toMatchObject({ t: 900 });
    expect(await refine(4)).toMatchObject({ kind: 'done', id: 4, value: { frame: { layer: 5 } } });
    expect(core.slices.filter((slice) => slice.refines).length).toBe(1);
  });

  it('are of the step that they name, and go on from there', async () => {
    const { core, send, answered, answers, seek, refine } = await withRun();
    await seek(2, 5);
    core.cost = 8;
    send({ kind: 'refine', id: 3, run: 1, t: 9 });
    await answered(3);
    expect(answers.at(-1)).toMatchObject({ id: 3, value: { frame: { layer: 9 } } });
    expect(await refine(4)).toMatchObject({ value: { frame: { layer: 9 } } });
  });

  it('never take the place of a seek', async () => {
    const { send, answered, answers } = await withRun();
    send({ kind: 'seek', id: 2, run: 1, t: 5 });
    send({ kind: 'refine', id: 3, run: 1 });
    await answered(2);
    expect(answers).toMatchObject([
      { kind: 'stale', id: 3 },
      { kind: 'done', id: 2, value: { layer: 5, refined: 0 } },
    ]);
  });

  it('give way to a seek', async () => {
    const { send, answered, answers } = await withRun();
    send({ kind: 'refine', id: 2, run: 1 });
    send({ kind: 'seek', id: 3, run: 1, t: 5 });
    await answered(3);
    expect(answers).toMatchObject([
      { kind: 'stale', id: 2 },
      { kind: 'done', id: 3, value: { layer: 5, refined: 0 } },
    ]);
  });

  it('give way to a seek also when they have begun, and go on after it', async () => {
    const { core, send, answered, answers, refine } = await withRun();
    core.cost = 4;
    send({ kind: 'refine', id: 2, run: 1 });
    while (core.slices.length < 2) await createPause()();
    send({ kind: 'seek', id: 3, run: 1, t: 1 });
    await answered(3);
    expect(answers).toMatchObject([
      { kind: 'stale', id: 2 },
      { kind: 'done', id: 3, value: { layer: 1 } },
    ]);
    const refined = core.frames.at(-1)?.refined as number;
    expect(refined).toBeGreaterThan(0);
    expect(await refine(4)).toMatchObject({ value: { frame: { layer: 1, refined: refined + 4 } } });
  });

  it('of ten runs wait while one is dragged: of theirs at most the slice in hand goes before', async () => {
    const set = setUp();
    const { core, send, open, answered } = set;
    for (let id = 1; id <= 11; id += 1) {
      send({ ...open(id), name: 'before_after' });
      await answered(id);
    }
    core.cost = 1;
    for (let id = 2; id <= 11; id += 1) send({ kind: 'refine', id: 100 + id, run: id });
    // Until their slices have found their size.
    while (core.slices.filter(({ refines }) => refines).length < 40) await createPause()();
    const before = core.slices.filter(({ refines }) => refines).slice(-10);
    expect(before.every(({ units }) => units <= 4)).toBe(true);
    for (let t = 1; t <= 5; t += 1) {
      const start = core.slices.length;
      send({ kind: 'seek', id: 200 + t, run: 1, t: 4 * t });
      await answered(200 + t);
      const own = core.slices.slice(start);
      expect(own.filter(({ refines }) => refines).length).toBeLessThanOrEqual(1);
      expect(own.filter(({ seed }) => seed === 1).reduce((sum, { units }) => sum + units, 0)).toBe(4);
      await createPause()();
    }
    // And each has its turn.
    await settled(60);
    const refined = set.answers.flatMap((answer) =>
      'id' in answer && (answer.id as number) < 200 ? [answer.id] : [],
    );
    expect(refined.slice(-10).sort()).toEqual([102, 103, 104, 105, 106, 107, 108, 109, 110, 111]);
  });

  async function two() {
    const set = setUp();
    for (const id of [1, 2]) {
      set.send({ ...set.open(id), name: 'before_after' });
      await set.answered(id);
    }
    set.core.cost = 1;
    set.core.clock = 1000;
    set.core.slices.length = 0;
    const slicesOf = (run: number) =>
      set.core.slices.filter(({ seed, refines }) => refines && seed === run).map(({ at }) => at);
    return { ...set, slicesOf };
  }
  const gaps = (times: readonly number[]) => times.slice(1).map((at, i) => at - (times[i] as number));

  it('wait for a moment after the answer of another run, but for a slice now and then', async () => {
    const { core, send, answered, slicesOf } = await two();
    send({ kind: 'seek', id: 3, run: 1, t: 4 });
    await answered(3);
    const answeredAt = core.clock;
    send({ kind: 'refine', id: 4, run: 2 });
    send({ kind: 'refine', id: 5, run: 1 });
    await Promise.all([answered(4), answered(5)]);
    // Who was answered may have all the time that is left.
    expect(Math.max(...gaps(slicesOf(1)))).toBeLessThan(10);
    send({ kind: 'refine', id: 6, run: 2 });
    await answered(6);
    send({ kind: 'refine', id: 7, run: 2 });
    await answered(7);
    const times = slicesOf(2);
    const soon = times.filter((at) => at < answeredAt + 120);
    expect(soon.length).toBeGreaterThan(1);
    expect(Math.min(...gaps(soon))).toBeGreaterThanOrEqual(40);
    const later = times.filter((at) => at >= answeredAt + 120);
    expect(later.length).toBeGreaterThan(2);
    expect(Math.max(...gaps(later))).toBeLessThan(10);
  });

  it('go on beside a run that is asked again and again, in a tenth of the time', async () => {
    const { core, send, answered, slicesOf } = await two();
    for (let t = 1; t <= 100; t += 1) {
      send({ kind: 'refine', id: 100 + t, run: 2 });
      send({ kind: 'seek', id: 300 + t, run: 1, t });
      await answered(300 + t);
      core.clock += 16;
      for (let i = 0; i < 3; i += 1) await createPause()();
    }
    const times = slicesOf(2);
    expect(Math.min(...gaps(times))).toBeGreaterThanOrEqual(40);
    expect(times.length).toBeGreaterThan((core.clock - 1000) / 80);
  });

  it("are refused with the core's words", async () => {
    const { refine } = await withRun({ eta: -1 });
    expect(await refine(2)).toEqual({ kind: 'refused', id: 2, message: 'refine: eta is negative' });
  });
});
