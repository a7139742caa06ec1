import { type Said, wordsOf } from '../words/words';
import { html } from './dom';

/** How a text field shows one number, and what it makes of what is typed. */
export interface FieldRules {
  show(value: number): string;
  /** The nearest value that can be shown. */
  snap(value: number): number;
  /** The value some steps further. */
  moved(value: number, by: number): number;
  readonly range: readonly [number, number];
  /** The language that it is typed in; English where absent. */
  readonly said?: Said;
}

export interface Field {
  readonly element: HTMLInputElement;
  set(value: number): void;
}

/** Digits in threes, "10,000", "1 000 000"; after a nought a comma is a decimal one, "0,250". */
const thousands = /^[+-]?[1-9]\d{0,2}(,\d{3})+(?=\.|$)|^[+-]?[1-9]\d{0,2}( \d{3})+(?=\.|$)/;
const pattern = /^[+-]?(\d{1,20}(\.\d{0,20})?|\.\d{1,20})(e[+-]?\d{1,3})?$/i;

/** A number as people type it; `undefined` for anything else. */
export function read(text: string): number | undefined {
  const plain = text
    .trim()
    .replace('\u2212', '-')
    .replace(/[\u202f\u00a0]/g, '')
    .replace(thousands, (digits) => digits.replace(/[, ]/g, ''))
    .replace(',', '.');
  return pattern.test(plain) ? Number(plain) : undefined;
}

/** The value as text that can be typed over. What is not a number, or out of range, goes back to the nearest that is. */
export function numberField(
  rules: FieldRules,
  report: (value: number) => void,
  attributes: { readonly id?: string; readonly 'aria-label'?: string; readonly tabindex?: number } = {},
): Field {
  const { show, snap, moved, range, said = {} } = rules;
  const element = html('input', {
    type: 'text',
    class: 'field',
    // The decimal keypad of a phone has no minus sign.
    inputmode: range[0] < 0 ? 'text' : 'decimal',
    autocomplete: 'off',
    spellcheck: 'false',
    ...attributes,
  });
  // Room for the longest: what stands beside it must not move. On a logarithmic scale those near its lower end have most digits.
  const longest = Math.max(...[...range, moved(range[0], 1)].map((value) => show(value).length));
  // What is longer, 1.00 × 10⁻⁵, has narrow signs.
  element.style.minWidth = `${Math.min(longest, 9)}ch`;
  let shown = range[0];
  const set = (value: number): void => {
    shown = value;
    element.value = show(value);
    // What is beyond it becomes its end: who types should know where that is.
    const [low, high] = rules.range;
    element.title = wordsOf(said).reach(show(low), show(high));
  };
  element.addEventListener('change', () => {
    const typed = read(wordsOf(said).typed(element.value));
    const value = typed === undefined ? shown : snap(typed);
    if (value === shown) set(shown);
    else report(value);
  });
  element.addEventListener('focus', () => element.select());
  element.addEventListener('keydown', (event) => {
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (event.key === 'Escape' && element.value !== show(shown)) {
      event.preventDefault();
      set(shown);
    }
    if (by === undefined || event.altKey) return;
    event.preventDefault();
    report(moved(shown, by));
  });
  return { element, set };
}
