/** Entry of the service worker, `sw.js` of a site that is built with `OFFLINE=1`. */
import type { OfflineScope } from './scope';
import { serve } from './serve';

serve(self as unknown as OfflineScope);
