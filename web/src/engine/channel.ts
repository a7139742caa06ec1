/** The way between the page and the host of the core: a worker where there is one, else this thread. */
import { aborted, advice, crashed, restarted, unloaded } from './errors';
import type { LoadPart } from './load';
import type { Call, FromHost, Id, ToHost, Trained } from './protocol';

/** What messages go over. */
export interface Wire {
  /** True when the host has a thread of its own. */
  readonly worker: boolean;
  post(message: ToHost): void;
  close(): void;
}

/** The part of `Worker` that is used. */
export interface WorkerLike {
  onmessage: ((event: MessageEvent<FromHost>) => void) | null;
  onmessageerror: ((event: MessageEvent) => void) | null;
  onerror: ((event: ErrorEvent) => void) | null;
  postMessage(message: ToHost): void;
  terminate(): void;
  /** Settles when its script is there, or will not come: a slow line is no refusal. Asked when the worker is late. */
  arrived?(): Promise<unknown>;
}

export type Receive = (message: FromHost) => void;

/** What is said of a worker that may well start yet. */
export const slowStart = new Error();

const wireOf = (worker: WorkerLike, receive: Receive): Wire => {
  worker.onmessage = ({ data }) => receive(data);
  worker.onerror = ({ message }) => receive({ kind: 'crashed', message });
  worker.onmessageerror = () => receive({ kind: 'crashed', message: 'an answer could not be read' });
  return { worker: true, post: (message) => worker.postMessage(message), close: () => worker.terminate() };
};

/**
 * Rejects when the worker reports an error before its first word, or says none for `patience` milliseconds from when its script is
 * there: a worker refused by a Content-Security-Policy may fire its error before anyone can listen, and then stays silent. One that was
 * only slow is handed to `late` should it speak after all.
 */
export function workerWire(
  start: () => WorkerLike,
  patience: number,
  receive: Receive,
  late: (connect: (receive: Receive) => Promise<Wire>) => void,
): Promise<Wire> {
  return new Promise((resolve, reject) => {
    const worker = start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const wait = (then: () => void): void => {
      if (!over) timer = setTimeout(then, patience);
    };
    const refuse = (): void => {
      over = true;
      clearTimeout(timer);
      worker.terminate();
      reject(new Error());
    };
    const slow = (): void => {
      const given = setTimeout(() => worker.terminate(), 10 * patience);
      worker.onmessage = () => {
        clearTimeout(given);
        late(async (receive) => wireOf(worker, receive));
      };
      reject(slowStart);
    };
    wait(() => {
      const last = (): void => wait(slow);
      if (worker.arrived) worker.arrived().then(last, last);
      else slow();
    });
    worker.onerror = refuse;
    worker.onmessage = () => {
      over = true;
      clearTimeout(timer);
      resolve(wireOf(worker, receive));
    };
  });
}

/** The same host on this thread, in slices. Its code is fetched only here: most pages have a worker. */
export async function localWire(load: LoadPart | undefined, receive: Receive): Promise<Wire> {
  try {
    const { createHost } = await import('./host');
    const host = createHost({ load: load ?? (await import('./load')).loadPart, post: receive });
    return { worker: false, post: host.receive, close() {} };
  } catch (error) {
    throw unloaded(`Could not load the code that computes (${(error as Error).message}). ${advice}`);
  }
}

/** One life of a host, from the first call to its crash or the end of the page, and the calls that wait for its answers. */
export interface Channel {
  /** True after a crash, or when no host could be started: nothing is answered any more. */
  readonly over: boolean;
  /**
   * Rejects with an `AbortError` when the signal fires; whatever the host makes of the call then is thrown away there. `trained`
   * hears how far the run trains that the call opens, for as long as it lives.
   */
  ask(call: Call, signal?: AbortSignal, trained?: (news: Trained) => void): Promise<unknown>;
  /** Gives up the run that the call `id` opened, and everything still asked of it. */
  drop(id: Id): void;
  /** Whether the host has a thread of its own. */
  worker(): Promise<boolean>;
  /** Ends the host. Whoever waits for it hears that it has been restarted. */
  end(): void;
}

interface Waiting {
  readonly call: Call;
  resolve(value: unknown): void;
  reject(error: Error): void;
  /** Stops listening to the signal, which may outlive the call by far. */
  release(): void;
}

/** How often, in ms, a host is listened for while a call waits: silent twice it is asked for a sign of life, three times given up. */
const attention = 5000;
/** Of the call that asks for it; calls of the client count from 1. */
const signOfLife: Id = 0;

export function createChannel(connect: (receive: Receive) => Promise<Wire>): Channel {
  const waiting = new Map<Id, Waiting>();
  const training = new Map<Id, (news: Trained) => void>();
  let over = false;
  let watch: ReturnType<typeof setTimeout> | undefined;
  let silent = 0;
  const wire = connect(receive);
  wire.catch((error: Error) => end(() => error));

  function receive(message: FromHost): void {
    silent = 0;
    if (message.kind === 'crashed') {
      const { id: culprit, message: why } = message;
      end((id) => (id === culprit ? crashed(why) : restarted(why)));
    } else if (message.kind === 'trained') training.get(message.run)?.(message);
    else if (message.kind === 'done') settle(message.id)?.resolve(message.value);
    else if (message.kind === 'refused')
      fail(message.id, message.unloaded ? unloaded(message.message) : new Error(message.message));
    else if (message.kind === 'stale') fail(message.id, aborted('a newer call has taken its place'));
  }

  /** What fails as it opens is no run. */
  function fail(id: Id, error: Error): void {
    training.delete(id);
    settle(id)?.reject(error);
  }

  function settle(id: Id): Waiting | undefined {
    const call = waiting.get(id);
    waiting.delete(id);
    call?.release();
    return call;
  }

  /** A worker that the system has ended, for its memory say, dies without a word. One that is busy answers between two slices. */
  function listen(open: Wire): void {
    if (watch !== undefined || !open.worker) return;
    watch = setTimeout(() => {
      watch = undefined;
      silent = over || waiting.size === 0 ? 0 : silent + 1;
      if (over || waiting.size === 0) return;
      if (silent === 2) open.post({ kind: 'stats', id: signOfLife });
      if (silent > 2) end(() => restarted('it no longer answers'));
      else listen(open);
    }, attention);
  }

  /** Rejects every call. Who was only a neighbour of the one that crashed is told apart: asking again will do. */
  function end(errorOf: (id: Id) => Error): void {
    over = true;
    training.clear();
    clearTimeout(watch);
    void wire.then((open) => open.close()).catch(() => {});
    for (const id of [...waiting.keys()]) settle(id)?.reject(errorOf(id));
  }

  function ask(call: Call, signal?: AbortSignal, trained?: (news: Trained) => void): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const abort = () => {
        settle(call.id)?.reject(aborted('it was cancelled'));
        forget(call.id);
      };
      if (signal?.aborted) return reject(aborted('it was cancelled'));
      signal?.addEventListener('abort', abort);
      if (trained) training.set(call.id, trained);
      waiting.set(call.id, {
        call,
        resolve,
        reject,
        release: () => signal?.removeEventListener('abort', abort),
      });
      wire
        .then((open) => {
          if (!waiting.has(call.id)) return;
          open.post(call);
          listen(open);
        })
        .catch((error: Error) => fail(call.id, error));
    });
  }

  function forget(id: Id): void {
    training.delete(id);
    void wire.then((open) => open.post({ kind: 'drop', id })).catch(() => {});
  }

  function drop(id: Id): void {
    for (const { call } of [...waiting.values()]) {
      if (call.id === id || ('run' in call && call.run === id))
        settle(call.id)?.reject(aborted('its run was disposed'));
    }
    forget(id);
  }

  return {
    get over() {
      return over;
    },
    worker: () => wire.then((open) => open.worker),
    ask,
    drop,
    end: () => end(() => restarted('the page needed it no longer')),
  };
}
