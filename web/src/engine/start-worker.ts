import type { WorkerLike } from './link';
import workerUrl from './worker.ts?worker&url';

/** Starts the engine's worker. Throws, or gives a worker that never speaks, where the browser or a policy refuses it. */
export function startWorker(): WorkerLike {
  const url = new URL(workerUrl, import.meta.url);
  // The same file, from the cache: tells when it is there, or does not come, which a worker does not.
  const arrived = (): Promise<unknown> => fetch(url).then((response) => response.arrayBuffer());
  return Object.assign(started(url), { arrived });
}

function started(url: URL): Worker {
  if (url.origin === self.origin) return new Worker(url, { type: 'module' });
  // A figure embedded on another site: workers of another origin are refused, but a worker may import from there.
  const source = new Blob([`import ${JSON.stringify(url.href)};`], { type: 'text/javascript' });
  const blob = URL.createObjectURL(source);
  const worker = new Worker(blob, { type: 'module' });
  worker.addEventListener('message', () => URL.revokeObjectURL(blob), { once: true });
  return worker;
}
