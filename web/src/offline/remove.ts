/** Entry of `sw.js` of a site that is built with `OFFLINE=0`: takes the place of the service worker that was there, and leaves no trace. */
import { cacheName, type OfflineScope } from './scope';

const scope = self as unknown as OfflineScope;
scope.addEventListener('install', (event) => event.waitUntil(scope.skipWaiting()));
scope.addEventListener('activate', (event) => {
  const { registration, caches } = scope;
  event.waitUntil(caches.delete(cacheName(registration.scope)).then(() => registration.unregister()));
});
