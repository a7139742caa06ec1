/** Entry of the worker. */
import { load } from './parts';
import { type Scope, serve } from './serve';

serve(self as Scope, load);
