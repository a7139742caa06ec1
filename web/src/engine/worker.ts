/** Entry of the worker. */
import { parts } from './parts';
import { type Scope, serve } from './serve';

serve(self as Scope, parts);
