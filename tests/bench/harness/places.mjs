// Where contestants run.
import { openChromium } from './chromium.mjs';
import { openNative } from './native.mjs';
import { openNode } from './node.mjs';

/**
 * @typedef {object} Place A task is (workload, case, contestant), all by name.
 * @property {string} name
 * @property {Record<string, string>} [missing] Contestants that could run here but do not, and why.
 * @property {(...task) => Promise<number>} open Makes ready and runs once; how far the output is from right. A fourth argument
 *   is true for the short version of the case.
 * @property {(...task) => Promise<number>} sample ms of the processor per call, over as many calls as take the fourth argument's
 *   ms at least.
 * @property {(...task) => Promise<void>} close
 * @property {() => Promise<Record<string, string>>} versions
 * @property {() => Promise<void>} end
 */

/** @type {Record<string, () => Place | Promise<Place>>} */
export const places = { Node: openNode, Chromium: openChromium, native: openNative };

/** Whether a contestant belongs to a place: the library is everywhere, unless the workload says otherwise, JavaScript where there is JavaScript. */
export const belongs = (place, { rivals, native = [] }, contestant) =>
  contestant.startsWith('attn ')
    ? place === 'native' || !native.includes(contestant)
    : contestant in rivals === (place !== 'native');
