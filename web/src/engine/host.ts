/** Runs the core, on whichever thread it lives: owns the parts and the runs, and works in slices that leave room for messages. */
import type { CoreRun, Refusal, TrainingCore } from './core';
import type { Part } from './experiment';
import type { LoadedPart, LoadPart } from './load';
import { createPause } from './pause';
import type { Call, FromHost, Id, ToHost } from './protocol';

export interface HostOptions {
  readonly load: LoadPart;
  /** Sends to the client. May transfer the buffers of what it sends: the host keeps none of it. */
  post(message: FromHost): void;
  /** Milliseconds, and a way to let messages in: replaced in tests. */
  readonly now?: () => number;
  readonly pause?: () => Promise<void>;
  /** A timer: replaced in tests. */
  readonly wait?: (ms: number, then: () => void) => void;
}

export interface Host {
  receive(message: ToHost): void;
}

/** Short enough to keep a page at 60 frames a second when it has to run there. */
const SLICE_MS = 8;
/** Shorter where nobody waits for it: as long waits at most who asks for something else meanwhile. */
const REFINING_SLICE_MS = 4;
/**
 * Who has been answered may well ask again: a hand that drags does so at once, a figure that plays within this time. So long other runs
 * are refined by no more than a slice now and then, because what computes beside a page that draws holds it up, also between messages.
 */
const CALM_MS = 120;
const NOW_AND_THEN_MS = 40;
/** What is refined for one answer: enough to be worth a drawing, or of training, which is not drawn each time, a message. */
const REFINING_MS = 16;
const TRAINING_MS = 100;
/** How often a run that trains tells how far it is, shows it, and hands out what it can be gone on with. */
const TELL_MS = 100;
const SHOW_MS = 250;
const SAVE_MS = 2000;

/** How long, in ms, a part is kept that no run uses. */
const PART_IDLE_MS = 60_000;

/** What all runs together may keep of the steps that they have trained. */
const KEPT_BYTES = 96 * 2 ** 20;

type Core = CoreRun & Partial<TrainingCore>;

interface Job {
  readonly id: Id;
  /** Where absent, the step that the run opens at. */
  readonly t: number | undefined;
  readonly refines: boolean;
  begun: boolean;
  /** Milliseconds of work. */
  spent: number;
}

/** Of a run that trains: what the client knows, and when it was told. */
interface Told {
  frontier: number;
  at: number;
  shown: number;
  saved: number;
}

interface Running {
  readonly id: Id;
  /** The name of its part. */
  readonly part: string;
  /** Set between the part's arrival and the opening. */
  open?: () => Core | Refusal;
  core?: Core;
  /** Units of work that one slice is expected to manage. */
  budget: number;
  now?: Job;
  next?: Job;
  /** The step of the last frame given out. A seek that was given up on its way may have left the core elsewhere. */
  at: number;
  /** Nothing is left to refine. */
  complete: boolean;
  told?: Told;
}

export function createHost({
  load,
  post,
  now = () => performance.now(),
  pause = createPause(),
  wait = later,
}: HostOptions): Host {
  const loading = new Map<string, Promise<LoadedPart>>();
  const loaded = new Map<string, LoadedPart>();
  /** Since when no run of a part is open. */
  const idle = new Map<string, number>();
  const runs = new Map<Id, Running>();
  /** Runs with something to do, in the order of their turns. */
  const turns = new Set<Running>();
  let working = false;
  /** Whether it goes on by itself when what is held may go. */
  let waits = false;
  /** The run whose frame somebody waited for last, and since when it is there. */
  let last: { readonly run: Running; readonly at: number } | undefined;
  /** When another run was refined last. */
  let besides = -Infinity;
  let broken = false;
  /** Nothing is computed for now. */
  let onHold = false;

  function receive(message: ToHost): void {
    if (broken) return;
    if (message.kind === 'drop') drop(message.id);
    else if (message.kind === 'warm') partOf(message.part).catch(() => {});
    else if (message.kind === 'hold') {
      onHold = message.held;
      void work();
    } else answer(message);
  }

  function answer(call: Call): void {
    if (call.kind === 'open') open(call);
    else if ('run' in call) enqueue(call);
    else if (call.kind === 'stats') post({ kind: 'done', id: call.id, value: stats() });
    else guard(call.id, () => post({ kind: 'done', id: call.id, value: info() }));
  }

  function info() {
    const [any] = loaded.values();
    return { version: any?.module.version(), simd: [...loaded.values()].some(({ simd }) => simd) };
  }

  function stats() {
    return {
      objects: [...runs.values()].filter((run) => run.core).length,
      memoryBytes: [...loaded.values()].reduce((sum, { module }) => sum + module.memoryBytes, 0),
    };
  }

  function partOf(part: Part): Promise<LoadedPart> {
    const { name } = part;
    let coming = loading.get(name);
    if (!coming) {
      coming = load(part);
      loading.set(name, coming);
      coming.then(
        (done) => loaded.set(name, done),
        // Forgotten, so that the next call tries again: the network may be back.
        () => loading.delete(name),
      );
    }
    return coming;
  }

  function open({ id, name, part, params, t, save }: Extract<Call, { kind: 'open' }>): void {
    const run: Running = { id, part: part.name, budget: 1, at: 0, complete: false };
    runs.set(id, run);
    partOf(part).then(
      ({ module }) => {
        if (runs.get(id) !== run) return; // Dropped while the part was on its way.
        run.open = () => restored(name, module.open(name, params), save);
        run.now = jobOf(id, t, false);
        takeTurn(run);
      },
      (error) => {
        runs.delete(id);
        post({ kind: 'refused', id, message: messageOf(error), unloaded: true });
      },
    );
  }

  /** A part that no run has used for a while goes, and its memory with it. */
  function letGo(name: string): void {
    const uses = (): boolean => [...runs.values()].some(({ part }) => part === name);
    if (uses()) return;
    const since = now();
    idle.set(name, since);
    wait(PART_IDLE_MS, () => {
      if (uses() || idle.get(name) !== since) return;
      loading.delete(name);
      loaded.delete(name);
    });
  }

  /** What goes on from a save, or what the core says of it. */
  function restored(name: string, core: Core | Refusal, save: Uint8Array | undefined): Core | Refusal {
    if (!save || isRefusal(core)) return core;
    const answer = core.restore?.(save) ?? { error: `${name} does not train` };
    if (!isRefusal(answer)) return core;
    core.delete();
    return answer;
  }

  function enqueue(call: Extract<Call, { run: Id }>): void {
    const { id, kind } = call;
    const run = runs.get(call.run);
    if (!run) {
      post({ kind: 'refused', id, message: `${kind}: this run is not open` });
      return;
    }
    if (kind === 'save') {
      guard(id, () => {
        const bytes = run.core?.save?.() ?? { error: 'this run does not train' };
        if (isRefusal(bytes)) post({ kind: 'refused', id, message: `save: ${bytes.error}` });
        else post({ kind: 'done', id, value: bytes });
      });
      return;
    }
    if (kind === 'refine') {
      if (run.now) post({ kind: 'stale', id });
      else if (run.complete || !run.core?.refines()) post({ kind: 'done', id, value: { done: true } });
      else run.now = jobOf(id, call.t ?? run.at, true);
    } else {
      const place = run.now?.begun && !run.now.refines ? 'next' : 'now';
      const older = run[place];
      if (older) post({ kind: 'stale', id: older.id });
      run[place] = jobOf(id, call.t, false);
    }
    if (run.now) takeTurn(run);
  }

  function drop(id: Id): void {
    const run = runs.get(id);
    if (run) {
      runs.delete(id);
      turns.delete(run);
      guard(undefined, () => {
        run.core?.delete();
        shareOut();
      });
      letGo(run.part);
      return;
    }
    for (const run of runs.values()) {
      if (run.next?.id === id) run.next = undefined;
      if (run.now?.id === id) finish(run);
    }
  }

  function takeTurn(run: Running): void {
    turns.add(run);
    void work();
  }

  async function work(): Promise<void> {
    if (working) return;
    working = true;
    while (turns.size > 0 && !onHold) {
      // Before the first slice too: of messages that arrived together, only what the last ones leave standing is computed.
      await pause();
      const run = onHold ? undefined : nextTurn();
      if (!run) break;
      turns.delete(run);
      guard(run.core ? run.now?.id : run.id, () => slice(run));
    }
    working = false;
    if (turns.size === 0 || waits || onHold) return;
    waits = true;
    wait(held(), () => {
      waits = false;
      void work();
    });
  }

  /**
   * Whom somebody waits for goes before what is refined, and of these who has had least for the present job: what a hand holds asks anew
   * each time, and goes before what takes long to open or to train. Nobody, where refining is to wait.
   */
  function nextTurn(): Running | undefined {
    const spent = ({ now }: Running) => now?.spent ?? 0;
    const awaited = [...turns].filter(({ now }) => !now?.refines);
    if (awaited.length > 0) return awaited.reduce((a, b) => (spent(b) < spent(a) ? b : a));
    if (held() <= 0) return turns.values().next().value;
    return last && turns.has(last.run) ? last.run : undefined;
  }

  /** How many milliseconds other runs than the last that was answered are to be refined later. */
  function held(): number {
    if (!last) return 0;
    return Math.min(last.at + CALM_MS, besides + NOW_AND_THEN_MS) - now();
  }

  function slice(run: Running): void {
    if (run.open) {
      const start = now();
      const opened = run.open();
      run.open = undefined;
      if (run.now) run.now.spent += now() - start;
      if (isRefusal(opened)) {
        refuse(run, opened);
        return;
      }
      run.core = opened;
      shareOut();
    }
    if (run.core && run.now) advance(run, run.core, run.now);
  }

  /** Each part has a memory of its own, so that no run can know of the others. */
  function shareOut(): void {
    const training = [...runs.values()].flatMap(({ core }) =>
      core?.frontier?.() === undefined ? [] : [core],
    );
    for (const core of training) core.keepWithin?.(Math.floor(KEPT_BYTES / training.length));
  }

  /** What could not be opened, or not at the step it was to open at, is no run. */
  function refuse(run: Running, { error }: Refusal): void {
    drop(run.id);
    post({ kind: 'refused', id: run.id, message: error });
  }

  function advance(run: Running, core: Core, job: Job): void {
    job.begun = true;
    const t = job.t ?? core.opens();
    const start = now();
    const arrived = core.seek(t, run.budget);
    const outcome = arrived === true && job.refines ? core.refine(run.budget) : arrived;
    const took = now() - start;
    // Who ends early has not used up the budget, so the time says nothing about a larger one.
    const slice = job.refines ? REFINING_SLICE_MS : SLICE_MS;
    const growth = Math.min(outcome === false ? 4 : 1, slice / Math.max(took, 0.1));
    run.budget = Math.max(1, Math.floor(run.budget * growth));
    job.spent += took;
    if (job.refines && run !== last?.run) besides = now();
    const enough = core.frontier?.() === undefined ? REFINING_MS : TRAINING_MS;
    const more = outcome === false && (arrived === false || job.spent < enough);
    tell(run, core, !more);
    if (more) {
      turns.add(run);
      return;
    }
    if (job.refines && !isRefusal(outcome)) refined(run, core, job, outcome);
    else answered(run, core, job, t, outcome);
  }

  /** The frame of a seek or an opening, or why there is none. */
  function answered(run: Running, core: Core, job: Job, t: number, outcome: boolean | Refusal): void {
    const result = isRefusal(outcome) ? outcome : core.frame();
    if (isRefusal(result) && job.id === run.id) {
      refuse(run, result);
      return;
    }
    finish(run);
    if (isRefusal(result)) {
      post({ kind: 'refused', id: job.id, message: result.error });
    } else {
      run.at = t;
      last = { run, at: now() };
      if (run.told) run.told.shown = now();
      const value = job.id === run.id ? { frame: result, refines: core.refines() } : result;
      post({ kind: 'done', id: job.id, value });
    }
  }

  /** What a run trains ahead changes little in its frame: it is shown now and then. */
  function refined(run: Running, core: Core, job: Job, done: boolean): void {
    const { told } = run;
    const frame = !told || done || now() - told.shown >= SHOW_MS ? core.frame() : undefined;
    finish(run);
    if (frame && isRefusal(frame)) {
      post({ kind: 'refused', id: job.id, message: frame.error });
      return;
    }
    run.complete = done;
    run.at = job.t ?? run.at;
    if (told && frame) told.shown = now();
    const value = { frame, frontier: told?.frontier, done };
    post({ kind: 'done', id: job.id, value });
  }

  /** Tells how far a run has trained, at the end of a job and now and then on the way. */
  function tell(run: Running, core: Core, atEnd: boolean): void {
    const frontier = core.frontier?.();
    if (frontier === undefined) return;
    const time = now();
    run.told ??= { frontier: -1, at: -Infinity, shown: time, saved: time };
    const { told } = run;
    if (frontier === told.frontier || (!atEnd && time - told.at < TELL_MS)) return;
    const save = time - told.saved >= SAVE_MS ? core.save?.() : undefined;
    if (save) told.saved = time;
    told.frontier = frontier;
    told.at = time;
    post({ kind: 'trained', run: run.id, frontier, ...(save && !isRefusal(save) && { save }) });
  }

  function finish(run: Running): void {
    run.now = run.next;
    run.next = undefined;
    if (run.now) turns.add(run);
    else turns.delete(run);
  }

  /** The core returns what it refuses. Whatever it throws has left its memory in an unknown state: nothing is asked of it again. */
  function guard(id: Id | undefined, use: () => void): void {
    try {
      use();
    } catch (error) {
      broken = true;
      turns.clear();
      runs.clear();
      post({ kind: 'crashed', id, message: messageOf(error) });
    }
  }

  return { receive };
}

/** A part that waits to be let go of keeps no process alive. */
function later(ms: number, then: () => void): void {
  const timer = setTimeout(then, ms);
  if (ms >= PART_IDLE_MS && typeof timer === 'object') (timer as { unref(): void }).unref();
}

const jobOf = (id: Id, t: number | undefined, refines: boolean): Job => ({
  id,
  t,
  refines,
  begun: false,
  spent: 0,
});

/** A frame may well have numbers called `error`; it has no text of that name. */
const isRefusal = (value: object | boolean): value is Refusal =>
  typeof (value as Partial<Refusal>).error === 'string';

/** A C++ exception that nobody caught reaches JavaScript without a message. */
const messageOf = (error: unknown) => (error instanceof Error ? error.message : 'an uncaught C++ exception');

/** The buffers under the typed arrays in `value`, each once: what can be handed over instead of copied. */
export function transferables(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) found.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const inner of Object.values(value)) transferables(inner, found);
  }
  return found;
}

/** What a host stands behind: a worker's scope, or one end of a MessageChannel. */
export interface Scope {
  onmessage: ((event: MessageEvent<ToHost>) => void) | null;
  postMessage(message: FromHost, transfer: Transferable[]): void;
}

/** Answers what arrives at `scope`. Typed arrays in answers are handed over, not copied. */
export function serve(scope: Scope, load: LoadPart): void {
  const host = createHost({
    load,
    post: (message) => scope.postMessage(message, [...transferables(message)]),
  });
  scope.onmessage = ({ data }) => host.receive(data);
  scope.postMessage({ kind: 'hello' }, []);
}
