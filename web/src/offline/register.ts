/** Entry of the script of a page that registers the service worker, once the page has all that it needs itself. */
import type { Loaded } from './serve';

const { worker = '' } = document.currentScript?.dataset ?? {};

async function register(): Promise<void> {
  const { serviceWorker } = navigator;
  const seen = serviceWorker.controller !== null;
  await serviceWorker.register(worker);
  const loaded: Loaded = { page: location.href, seen };
  (await serviceWorker.ready).active?.postMessage(loaded);
}

/** A browser that refuses it, as in a private window, reads online. */
const start = (): void => void register().catch(() => {});

// On a frame's page nobody reads the site; and where there is no https there are no service workers.
if ('serviceWorker' in navigator && self === top) {
  if (document.readyState === 'complete') start();
  else addEventListener('load', start);
}
