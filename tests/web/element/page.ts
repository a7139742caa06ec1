/** A page without a browser for tests of the element: what it observes is told by the test, and its parts are found by name. */
import { vi } from 'vitest';
import { AttnFigure } from '../../../web/src/element/shell/attn-figure';
import type { Engine } from '../../../web/src/engine/api';
import type { Figure } from '../../../web/src/figures/declare';

/** Observers of the page, driven by the test. */
export class Observer {
  static all: Observer[] = [];
  readonly targets: Element[] = [];
  constructor(readonly callback: (entries: object[]) => void) {
    Observer.all.push(this);
  }
  observe(target: Element): void {
    this.targets.push(target);
  }
  unobserve(): void {}
  disconnect(): void {
    this.targets.length = 0;
    Observer.all = Observer.all.filter((o) => o !== this);
  }
  takeRecords(): [] {
    return [];
  }
}

/** What a `<test-figure>` is made of. */
export const made = {
  figure: (_fig: string): Promise<Figure> => Promise.reject(new Error('the test names no figure')),
  engine: (): Promise<Engine> => Promise.reject(new Error('the test names no engine')),
};

export class TestFigure extends AttnFigure {
  protected override loadFigure(fig: string): Promise<Figure> {
    return made.figure(fig);
  }
  protected override loadEngine(): Promise<Engine> {
    return made.engine();
  }
}
customElements.define('test-figure', TestFigure);

// happy-dom tells of a new fragment also where a script replaced it, which browsers do not do. Figures write theirs a moment after a
// change, so that one test's would come in the middle of the next. What tests send themselves is no HashChangeEvent.
addEventListener(
  'hashchange',
  (event) => event instanceof HashChangeEvent && event.stopImmediatePropagation(),
);

let cardWidth = 0;
// Not by a mock: it would remember everything that has asked, and with it every page of the file.
Object.defineProperty(HTMLElement.prototype, 'clientWidth', { configurable: true, get: () => cardWidth });

/**
 * Before each test. A card of this width leaves as much for the drawing. Figures are built one after the other as the page has time, also
 * those of one test after those of the test before: here there always is.
 */
export function openPage(width = 400): void {
  vi.stubGlobal('requestIdleCallback', (run: () => void) => run());
  vi.stubGlobal('IntersectionObserver', Observer);
  vi.stubGlobal('ResizeObserver', Observer);
  cardWidth = width;
  Observer.all = [];
  history.replaceState(null, '', '#');
}

/** After each test. */
export function closePage(): void {
  document.body.replaceChildren();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
}

export function place(attributes: Record<string, string>): TestFigure {
  const element = document.createElement('test-figure') as TestFigure;
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

export const near = (element: Element): void => {
  for (const o of Observer.all.filter((o) => o.targets.includes(element)))
    o.callback([{ isIntersecting: true }]);
};

/** A figure on the page, live. */
export async function started(attributes: Record<string, string>): Promise<TestFigure> {
  const element = place(attributes);
  near(element);
  await element.ready;
  return element;
}

export function find<E extends HTMLElement = HTMLElement>(element: Element, selector: string): E {
  const found = element.shadowRoot?.querySelector<E>(selector);
  if (!found) throw new Error(`no ${selector}`);
  return found;
}

export function button(element: Element, name: string): HTMLElement {
  const found = [...(element.shadowRoot?.querySelectorAll('button') ?? [])].find(
    (b) => (b.getAttribute('aria-label') ?? b.textContent) === name,
  );
  if (!found) throw new Error(`no button ${name}`);
  return found;
}
