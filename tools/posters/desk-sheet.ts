/** How a figure that waits is laid out: by the rules of the live card, for what its parts are in the page. */

import { card } from '../../web/src/element/style/card';
import { controls } from '../../web/src/element/style/controls';
import type { Figure } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';

export const all: readonly Figure[] = await Promise.all(
  Object.values(figures).map(async (load) => (await load()).default as Figure),
);

const waits = 'attn-figure:not(:defined)';
/** What parts of the card are in a page. */
const places: Readonly<Record<string, string>> = {
  '.card': waits,
  '.title': `${waits}>[slot=title]`,
  '.claim': `${waits}>[slot=claim]`,
  '.stage': `${waits}>picture`,
  figcaption: `${waits}>[slot=caption]`,
  '.number': 'attn-figure>[slot=caption]>b',
  '.desk': '[slot=desk]',
};

/** What stands in a desk for what can be pressed or typed into: it has no layout of its own that the style would not set. */
export const boxes: Readonly<Record<string, string>> = { button: 'u', input: 'i', label: 'span' };

interface Rule {
  /** The at-rule around it, empty where there is none. */
  readonly around: string;
  readonly selectors: readonly string[];
  readonly declarations: readonly string[];
}

/** The rules of a sheet of ours: no text in it has a brace, and nothing is nested but in one at-rule. */
function rulesOf(sheet: string): Rule[] {
  let around = '';
  return [...sheet.matchAll(/(@[^{}]*)\{|([^{}]+)\{([^{}]*)\}|\}/g)].flatMap(([, at, selectors, body]) => {
    if (selectors === undefined || body === undefined) {
      around = at?.trim() ?? '';
      return [];
    }
    const split = { selectors: selectors.trim().split(/,\s*(?![^(]*\))/), declarations: body.split(/;\s*/) };
    return [{ around, ...split }];
  });
}

/** What is painted, or felt: a desk is neither seen nor touched. */
const looks =
  /^$|^(--|-webkit-|position:relative|color|background|(border-)?(color|radius)|box-shadow|outline|opacity|transition|transform|translate|cursor|touch-action|user-select|accent-color|appearance|fill|text-align|(place|justify)-content|(align|justify)-self|align-items:(?!baseline)|margin-inline-start:auto|clip-path)/;
/** A state that nothing in a desk is in, or a part that a browser draws. */
const states = /:(hover|focus|focus-visible|checked|active|disabled)\b|\[aria-|::-/;
/** Where there is no desk, or where its size is that of all. */
const elsewhere = /print|forced-colors|reduced-motion/;

const kinds = all.flatMap(({ params }) =>
  Object.values(params).map((param) => (param.kind === 'other' ? (param.of.style ?? '') : '')),
);
const layout = [controls, ...new Set(kinds)]
  .flatMap(rulesOf)
  .map((rule) => ({
    ...rule,
    selectors: rule.selectors
      .filter((selector) => !states.test(selector))
      .map((selector) => selector.replace(/^input\.|input\[type=(?=range)/, '.').replace(']', '')),
    declarations: rule.declarations
      .filter((declaration) => !looks.test(declaration))
      .map((declaration) => declaration.replace(/(solid) .*/, '$1')),
  }))
  .filter(
    ({ around, selectors, declarations }) =>
      selectors.length > 0 && declarations.length > 0 && !elsewhere.test(around),
  );

const classesOf = (selector: string): string[] => selector.match(/(?<=\.)[a-z][\w-]*/g) ?? [];

/** The classes that lay something out, and what they are called in a page, where nothing else is called so. */
export const names: ReadonlyMap<string, string> = new Map(
  [...new Set(layout.flatMap(({ selectors }) => selectors.flatMap(classesOf)))].map((name, i) => [
    name,
    `d${i.toString(36)}`,
  ]),
);

/** The sheet, with those rules that mean something in `desks`. */
export function waitingSheet(desks: Element): string {
  const inDesk = (selector: string): string[] => {
    const own = places[selector];
    if (own) return [own];
    const renamed = selector
      .replace(/\.([a-z][\w-]*)/g, (_, name) => `.${names.get(name)}`)
      .replace(/(?<![\w.-])(?:button|input|label)\b/g, (type) => boxes[type] as string);
    if (!desks.querySelector(renamed.replace(/::\w+/, ''))) return [];
    return [renamed.includes('.') ? renamed : `:where([slot=desk]) ${renamed}`];
  };
  // An element that has no code yet is no container; a page is as wide as its figures, up to where they have room enough.
  const frame = rulesOf(card).map(({ around, selectors, declarations }) => ({
    around: around.replace('@container', '@media'),
    selectors: selectors.flatMap((selector) => places[selector] ?? []),
    declarations: declarations
      .filter((declaration) => !/^$|^(will-change|-webkit-)/.test(declaration))
      // Around a card nothing has changed the reader's own size of text; in a page that is the root's.
      .map((declaration) => declaration.replace(/(?<=^font:.*)em(?=\)\/)/, 'rem')),
  }));
  const desk = layout.map((rule) => ({ ...rule, selectors: rule.selectors.flatMap(inDesk) }));
  const rules = [...frame, ...desk]
    .filter(({ around, selectors }) => selectors.length > 0 && !elsewhere.test(around))
    .map(({ around, selectors, declarations }) => {
      const rule = `${selectors.join()}{${declarations.join(';').replaceAll('var(--_', 'var(--')}}`;
      return around ? `${around}{${rule}}` : rule;
    });
  const digits = [...desks.innerHTML.matchAll(/[" =]ch(\d+)(?=[" >])/g)].map(
    ([, n]) => `.ch${n}{min-width:${n}ch}`,
  );
  // Kinds have some in common.
  return [...new Set([...rules, ...digits])].join('\n');
}
