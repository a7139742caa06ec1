import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Engine } from '../../../web/src/engine/api';
import { createEngine } from '../../../web/src/engine/client';
import { type Crew, createCrew, type Piece, watch } from '../../../web/src/engine/crew';
import { ChannelWorker, experiments, FakeCore, failure, params, settled } from './fakes';

const page = Object.assign(new EventTarget(), { hidden: false });
const turnTo = (hidden: boolean): void => {
  page.hidden = hidden;
  page.dispatchEvent(new Event('visibilitychange'));
};

beforeEach(() => {
  page.hidden = false;
  vi.stubGlobal('document', page);
});

const opened: ChannelWorker[] = [];
afterEach(() => {
  for (const worker of opened.splice(0)) worker.terminate();
  vi.unstubAllGlobals();
});

interface Set {
  readonly core: FakeCore;
  /** The page's own engine, and its worker. */
  readonly engine: Engine;
  readonly own: ChannelWorker[];
  readonly crew: Crew;
  readonly started: ChannelWorker[];
  readonly control: AbortController;
  readonly shares: number[];
  all<Answer>(pieces: readonly Piece<Answer>[]): Promise<Answer[]>;
}

/** A page with workers, of which the crew may have so many. */
function withCrew(most: number, startAnother?: () => ChannelWorker): Set {
  const core = new FakeCore();
  const starter = (list: ChannelWorker[]) => () => {
    const worker = new ChannelWorker(core);
    list.push(worker);
    opened.push(worker);
    return worker;
  };
  const [own, started]: ChannelWorker[][] = [[], []];
  const engine = createEngine({ startWorker: starter(own as ChannelWorker[]), load: core.load });
  const crew = createCrew({ startWorker: startAnother ?? starter(started as ChannelWorker[]), most });
  const control = new AbortController();
  const shares: number[] = [];
  return {
    core,
    engine,
    own: own as ChannelWorker[],
    crew,
    started: started as ChannelWorker[],
    control,
    shares,
    all: (pieces) => crew.all(engine, pieces, control.signal, (share) => shares.push(share)),
  };
}

/** A piece that opens a run at step `t`, and answers with what it shows. */
const trained =
  (seed: number, t: number): Piece<number> =>
  async (own, signal) => {
    const run = await own.open(experiments.least_squares, { ...params, seed }, { t, signal });
    run.dispose();
    return run.first.mode[0] as number;
  };
const ten = Array.from({ length: 10 }, (_, i) => trained(100 + i, 30 + (i % 3)));
const openings = ({ sent }: ChannelWorker): number => sent.filter(({ kind }) => kind === 'open').length;

it('does each piece once and answers in their order, whatever the number of workers', async () => {
  const answers = await Promise.all(
    [1, 2, 3, 20].map(async (most) => {
      const set = withCrew(most);
      const all = await set.all(ten);
      expect(set.started.length).toBe(Math.min(most, 10));
      expect(set.started.map(openings).reduce((a, b) => a + b)).toBe(10);
      expect(set.own.map(openings)).toEqual([0]);
      expect(set.shares).toEqual(Array.from({ length: 10 }, (_, i) => expect.closeTo((i + 1) / 10, 12)));
      return all;
    }),
  );
  expect(new Set(answers[0]).size).toBe(10);
  for (const other of answers) expect(other).toEqual(answers[0]);
});

it('keeps its workers busy, and ends them when nothing is left', async () => {
  const set = withCrew(2);
  await set.all(ten);
  // A piece each at least: neither waited for the other.
  expect(set.started.map(openings).every((count) => count > 1)).toBe(true);
  expect(set.started.every(({ terminated }) => terminated)).toBe(true);
  expect(await set.all([trained(1, 2)])).toHaveLength(1);
  expect(set.started.length).toBe(3);
});

it('tells how far all pieces are together', async () => {
  const set = withCrew(1);
  const half: Piece<void> = async (_own, _signal, tell) => tell(0.5);
  await set.all([half, half]);
  expect(set.shares).toEqual([0.25, 0.5, 0.75, 1]);
});

it('ends all with the words of the first that fails', async () => {
  const set = withCrew(2);
  const refused: Piece<number> = async (own) => {
    await own.open(experiments.least_squares, { ...params, beta: -1 });
    return 0;
  };
  const error = await failure(set.all([trained(1, 5), refused, ...ten]));
  expect(error.message).toBe('least_squares: beta is -1, expected > 0');
  expect(set.started.map(openings).reduce((a, b) => a + b)).toBeLessThan(6);
  expect(set.started.every(({ terminated }) => terminated)).toBe(true);
});

it('stops when it is told to, and no sooner than everything has been given back', async () => {
  const set = withCrew(2);
  set.core.cost = 1;
  set.core.busy = true;
  const stopping = failure(set.all(ten.map((_, i) => trained(i, 400))));
  while (set.core.slices.length < 3) await settled(1);
  set.control.abort();
  expect((await stopping).name).toBe('AbortError');
  await settled();
  expect(set.core.slices.length).toBeLessThan(100);
  expect((await failure(set.all(ten))).name).toBe('AbortError');
  expect(set.started.length).toBe(2);
});

it('does one piece after the other on the page where it has no workers', async () => {
  const core = new FakeCore();
  const startWorker = () => {
    throw new Error('no workers here');
  };
  const engine = createEngine({ startWorker, load: core.load });
  const shares: number[] = [];
  let under = 0;
  const alone =
    (piece: Piece<number>): Piece<number> =>
    async (own, ...rest) => {
      expect(own).toBe(engine);
      expect(++under).toBe(1);
      const answer = await piece(own, ...rest);
      under -= 1;
      return answer;
    };
  const all = await createCrew({ startWorker, most: 4 }).all(
    engine,
    ten.map(alone),
    new AbortController().signal,
    (share) => shares.push(share),
  );
  expect(all).toEqual(await withCrew(2).all(ten));
  expect(shares).toHaveLength(10);
});

it('does them in the page’s worker where a second one is refused, and tries again next time', async () => {
  let tried = 0;
  const set = withCrew(3, () => {
    tried += 1;
    throw new Error('no second worker here');
  });
  expect(await set.all(ten)).toEqual(await withCrew(2).all(ten));
  expect(set.own.map(openings)).toEqual([10]);
  expect(tried).toBe(3);
  await set.all([trained(1, 1)]);
  expect(tried).toBe(4);
});

it('loses a piece at most with a worker, and that for no longer than it takes to do it again', async () => {
  const set = withCrew(2);
  set.core.cost = 1;
  set.core.busy = true;
  const racing = set.all(ten);
  while (set.core.trained < 40) await settled(1);
  const [lost] = set.started;
  lost?.terminate();
  lost?.onerror?.({ message: 'the system has ended it' } as ErrorEvent);
  expect(await racing).toEqual(await withCrew(1).all(ten));
  expect(set.started.length).toBe(3);
  expect(set.started.map(openings).reduce((a, b) => a + b)).toBe(11);
});

it('rests while the page is hidden, also in a worker that starts then, and goes on where it was', async () => {
  const set = withCrew(2);
  set.core.cost = 1;
  set.core.busy = true;
  const racing = set.all(ten);
  while (set.core.trained < 40) await settled(1);
  turnTo(true);
  await settled();
  const { trained: before } = set.core;
  const [lost] = set.started;
  lost?.terminate();
  lost?.onerror?.({ message: 'the system has ended it' } as ErrorEvent);
  await settled(40);
  expect(set.started.length).toBe(3);
  expect(set.core.trained).toBe(before);
  turnTo(false);
  expect(await racing).toEqual(await withCrew(1).all(ten));
});

it.each(['scroll', 'input'])(
  'leaves the cores to the hand while there is a %s, and goes on after it',
  async (movement) => {
    const set = withCrew(2);
    set.core.cost = 1;
    set.core.busy = true;
    const racing = set.all(ten);
    while (set.core.trained < 40) await settled(1);
    const held = ({ sent }: ChannelWorker): boolean[] =>
      sent.flatMap((call) => (call.kind === 'hold' ? call.held : []));
    page.dispatchEvent(new Event(movement));
    expect(set.started.map(held)).toEqual([
      [false, true],
      [false, true],
    ]);
    page.dispatchEvent(new Event(movement));
    expect(await racing).toEqual(await withCrew(1).all(ten));
    expect(set.started.map(held)).toEqual([
      [false, true, false],
      [false, true, false],
    ]);
  },
);

it('shares its workers among all who ask, and one who stops takes nothing from the others', async () => {
  const set = withCrew(2);
  const other = new AbortController();
  const first = failure(set.crew.all(set.engine, ten, other.signal, () => other.abort()));
  const racing = set.all(ten);
  expect((await first).name).toBe('AbortError');
  expect(await racing).toEqual(await withCrew(1).all(ten));
  expect(set.started.length).toBeLessThanOrEqual(4);
});

it('has a watch that stands while the page is hidden', () => {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  const control = new AbortController();
  const read = watch(control.signal);
  clock.mockReturnValue(1300);
  turnTo(true);
  clock.mockReturnValue(9000);
  expect(read()).toBe(300);
  turnTo(false);
  clock.mockReturnValue(9050);
  expect(read()).toBe(350);
  control.abort();
  turnTo(true);
  clock.mockReturnValue(9100);
  expect(read()).toBe(400);
  clock.mockRestore();
});
