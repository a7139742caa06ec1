/** Connects the client with a host: in a worker where there is one, else on this thread. */
import { advice } from './errors';
import type { Parts } from './parts';
import type { FromHost, ToHost } from './protocol';

export interface Link {
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

/** It may well start the next time. */
export class SlowStart extends Error {
  override readonly name = 'SlowStart';
}

export type Receive = (message: FromHost) => void;

/**
 * Rejects when the worker reports an error before its first word, or says none for `patience` milliseconds from when its script is
 * there: a worker refused by a Content-Security-Policy may fire its error before anyone can listen, and then stays silent.
 */
export function workerLink(start: () => WorkerLike, patience: number, receive: Receive): Promise<Link> {
  return new Promise((resolve, reject) => {
    const worker = start();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const end = (): void => {
      over = true;
      clearTimeout(timer);
    };
    const refuse = (error: Error): void => {
      end();
      worker.terminate();
      reject(error);
    };
    const wait = (then: () => void): void => {
      if (!over) timer = setTimeout(then, patience);
    };
    const slow = (): void => refuse(new SlowStart('The worker has not started yet.'));
    const late = (): void => {
      const last = (): void => wait(slow);
      if (worker.arrived) worker.arrived().then(last, last);
      else slow();
    };
    wait(late);
    worker.onerror = () => refuse(new Error('The worker does not start.'));
    worker.onmessage = () => {
      end();
      worker.onmessage = ({ data }) => receive(data);
      worker.onerror = ({ message }) => receive({ kind: 'crashed', message });
      worker.onmessageerror = () => receive({ kind: 'crashed', message: 'an answer could not be read' });
      resolve({
        worker: true,
        post: (message) => worker.postMessage(message),
        close: () => worker.terminate(),
      });
    };
  });
}

/** The same host on this thread, in slices. Its code is fetched only here: most pages have a worker. */
export async function localLink(given: Parts | undefined, receive: Receive): Promise<Link> {
  try {
    const { createHost } = await import('./host');
    const host = createHost({ parts: given ?? (await import('./parts')).parts, post: receive });
    return { worker: false, post: host.receive, close() {} };
  } catch (error) {
    throw new Error(`Could not load the code that computes (${(error as Error).message}). ${advice}`);
  }
}
