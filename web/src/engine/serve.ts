/** Puts a host behind a message port: a worker's scope, or one end of a MessageChannel. */
import { createHost } from './host';
import type { Parts } from './parts';
import { type FromHost, type ToHost, transferables } from './protocol';

export interface Scope {
  onmessage: ((event: MessageEvent<ToHost>) => void) | null;
  postMessage(message: FromHost, transfer: Transferable[]): void;
}

/** Answers what arrives at `scope`. Typed arrays in answers are handed over, not copied. */
export function serve(scope: Scope, parts: Parts): void {
  const host = createHost({
    parts,
    post: (message) => scope.postMessage(message, [...transferables(message)]),
  });
  scope.onmessage = ({ data }) => host.receive(data);
  scope.postMessage({ kind: 'hello' }, []);
}
