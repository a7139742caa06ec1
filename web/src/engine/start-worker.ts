import { assetAt } from './assets';
import type { WorkerLike } from './channel';
import workerUrl from './worker.ts?worker&url';

/** The worker that the head of a page has started (web/public/theme.js), and the first event of it, if any has come. */
interface Early {
  readonly worker: Worker;
  readonly first: 'message' | 'error' | undefined;
}

declare global {
  var attnWorker: Early | undefined;
}

/** Starts the engine's worker. Throws, or gives a worker that never speaks, where the browser or a policy refuses it. */
export function startWorker(): WorkerLike {
  // webpack takes any address beside this code, but a written one, for one of a module.
  const url =
    import.meta.env.MODE === 'package'
      ? new URL(assetAt('worker.js', workerUrl))
      : new URL(workerUrl, import.meta.url);
  // The same file, from the cache: tells when it is there, or does not come, which a worker does not.
  const arrived = (): Promise<unknown> => fetch(url).then((response) => response.arrayBuffer());
  return Object.assign(takenOver() ?? ofAnyOrigin(url), { arrived });
}

/** Only once: who starts another one has given it up. */
function takenOver(): Worker | undefined {
  const { worker, first } = globalThis.attnWorker ?? {};
  // An element of the page may have that id.
  if (!(worker instanceof Worker)) return undefined;
  globalThis.attnWorker = undefined;
  // Once somebody listens.
  if (first) queueMicrotask(() => worker.dispatchEvent(new Event(first)));
  return worker;
}

function ofAnyOrigin(url: URL): Worker {
  if (url.origin === self.origin) return new Worker(url, { type: 'module' });
  // A figure embedded on another site: workers of another origin are refused, but a worker may import from there.
  const source = `import ${JSON.stringify(url.href)};`;
  // Where the page has no origin, as in a sandboxed frame, Chromium starts no module from a blob.
  if (self.origin === 'null')
    return new Worker(`data:text/javascript,${encodeURIComponent(source)}`, { type: 'module' });
  const blob = URL.createObjectURL(new Blob([source], { type: 'text/javascript' }));
  const worker = new Worker(blob, { type: 'module' });
  worker.addEventListener('message', () => URL.revokeObjectURL(blob), { once: true });
  return worker;
}
