/** Entry of the worker. */
import { type Scope, serve } from './host';
import { loadPart } from './load';

serve(self as Scope, (part) => loadPart(part));
