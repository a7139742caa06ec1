import type { Authored } from '../controls/controls';

/**
 * What an author says on the element, as attributes and as properties alike: each property gives the attribute's text, `null` where the
 * attribute is absent, and sets it; `null` takes it away.
 */
export interface Attributes {
  /** The figure. */
  fig: string | null;
  /** What it starts with and what Reset goes back to: `v1.beta=5,seed=7,t=40`. Another one is also shown. */
  state: string | null;
  /** Which controls are there, `beta,play`: none where empty, all where absent. */
  controls: string | null;
  /** Which parameters stay as `state` has them: `count,seed`. */
  lock: string | null;
  /** The steps that are shown, `10-30`; the attribute is `step-range`. */
  stepRange: string | null;
  /** `auto`, which takes the page's `--attn-*` colours, or `light` or `dark`, which have their own. */
  theme: string | null;
  /** `auto`, which follows the reader's system, `full` or `reduced`. */
  motion: string | null;
  /** `on` lets it keep its state in the page's address, `off` does not. */
  link: string | null;
  /** A question, in the place of what the figure says until the reader asks for that; it may be empty. */
  ask: string | null;
}

const authors = [
  'motion',
  'controls',
  'lock',
  'stepRange',
  'ask',
] as const satisfies readonly (keyof Authored)[];
const names: readonly (keyof Attributes)[] = ['theme', 'fig', 'state', 'link', ...authors];

const attributeOf = (name: string): string => name.replace(/[A-Z]/, (letter) => `-${letter.toLowerCase()}`);

/** All but the theme, which is a matter of style. */
export const observed: readonly string[] = [...names.slice(1).map(attributeOf), 'value'];

/** Whether an author wants anything. */
export const isAuthored = (element: Authored): boolean => authors.some((name) => element[name] !== null);

/** A server may import this, and has no elements. */
const Base = globalThis.HTMLElement ?? (class {} as typeof HTMLElement);
type Reflects = HTMLElement & Attributes;

/** An element with these properties. */
export const Reflecting = class extends Base {} as unknown as { new (): Reflects; prototype: Reflects };

for (const name of names) {
  const attribute = attributeOf(name);
  Object.defineProperty(Reflecting.prototype, name, {
    get(this: Element) {
      return this.getAttribute(attribute);
    },
    set(this: Element, text?: string | null) {
      if (text == null) this.removeAttribute(attribute);
      else this.setAttribute(attribute, text);
    },
  });
}

/** What a script has set before the element's code was there hides the element's own properties for good, unless it is set anew. */
export function takeEarly(element: Element): void {
  for (const name of [...names, 'value']) {
    const early = Object.getOwnPropertyDescriptor(element, name);
    if (early && Reflect.deleteProperty(element, name)) Reflect.set(element, name, early.value);
  }
}
