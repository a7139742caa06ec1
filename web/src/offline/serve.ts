/** What the service worker does: stores what is read, answers from that without a connection, and leaves when the site has it no more. */
import { wayOf } from './addresses';
import { Answers } from './answers';
import { Copies } from './copies';
import type { OfflineScope } from './scope';

/** What a page says when it has loaded. */
export interface Loaded {
  readonly page: string;
  /** Whether the worker has seen its requests. */
  readonly seen: boolean;
}

export function serve(self: OfflineScope): void {
  const { scope } = self.registration;
  const copies = new Copies(self);
  const answers = new Answers(copies, (request, init) => self.fetch(request, init));
  let asked = false;
  let gone = false;

  /** Browsers keep a worker whose script is missing. So it asks by itself, once in each of its lives, whether the site has it. */
  async function leaveIfUnwanted(): Promise<void> {
    if (asked) return;
    const answer = await self
      .fetch(self.location.href, { method: 'HEAD', cache: 'no-store' })
      .catch(() => undefined);
    if (!answer) return;
    asked = true;
    const { status, headers } = answer;
    // Some hosts show a page in place of what is missing, and call that a success.
    const isPage = headers.get('content-type')?.startsWith('text/html');
    if (![404, 410].includes(status) && !(status === 200 && isPage)) return;
    gone = true;
    await copies.delete();
    await self.registration.unregister();
  }

  // Every version answers in the same way from the same copies: no page needs the one that it began with.
  self.addEventListener('install', (event) =>
    event.waitUntil(Promise.all([copies.create(), self.skipWaiting()])),
  );
  self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

  self.addEventListener('fetch', (event) => {
    const way = gone ? undefined : wayOf(event.request, scope);
    if (!way) return;
    const answer = answers.to(event, way, (work) => event.waitUntil(work));
    event.respondWith(answer);
    if (event.request.mode === 'navigate') event.waitUntil(answer.then(leaveIfUnwanted));
  });

  self.addEventListener('message', (event) => {
    const { page, seen } = event.data as Loaded;
    event.waitUntil(
      (async () => {
        if (!seen) await copies.adopt(page);
        await copies.sweep();
      })().catch(() => {
        // The connection is gone: what is missing is stored when the page is read again.
      }),
    );
  });
}
