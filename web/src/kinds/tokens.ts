/** A sequence of tokens: each is picked and replaced by another symbol of a small vocabulary. */

import { tokens as en } from '../words/en/tokens';
import { wordsOf } from '../words/words';
import { replaced } from './arrays';
import { html, setText } from './dom';
import { button, countButtons, framed, frameStyle } from './frame';
import { type Control, type Declared, type Kind, other, type Read, type Report, short } from './kind';
import { rove } from './roving';

/** Numbers of symbols. */
export type TokensValue = readonly number[];

export interface TokensSpec extends Declared<TokensValue> {
  /** The vocabulary: a short text for each symbol, in the order of their numbers. */
  readonly symbols: readonly string[];
  /** How long the sequence may be; as long as it is, where absent. */
  readonly length?: readonly [number, number];
}

const wordsIn = (param: TokensSpec): typeof en => param.words?.tokens ?? en;
const limitsOf = ({ length, value }: TokensSpec): readonly [number, number] =>
  length ?? [value.length, value.length];
const symbolOf = (param: TokensSpec, token: number): string => param.symbols[token] ?? '';

function checked(param: TokensSpec, value: readonly number[]): Read<TokensValue> {
  const [least, most] = limitsOf(param);
  if (value.length < least || value.length > most)
    return {
      problem: wordsIn(param).wrongLength(
        value.length,
        least === most ? least : wordsOf(param).reach(least, most),
      ),
    };
  const known = (token: number): boolean =>
    Number.isInteger(token) && token >= 0 && token < param.symbols.length;
  return value.every(known) ? { value } : { problem: wordsIn(param).notWhole(param.symbols.length - 1) };
}

const named = (param: TokensSpec, value: TokensValue, piece: number): string =>
  wordsIn(param).token(piece + 1, value.length, symbolOf(param, value[piece] ?? 0));

function keyed(param: TokensSpec, value: TokensValue, piece: number, key: string): TokensValue | undefined {
  const by = { ArrowUp: 1, ArrowDown: -1 }[key];
  const count = param.symbols.length;
  const typed = param.symbols.findIndex((symbol) => symbol.toLowerCase() === key.toLowerCase());
  const next = by === undefined ? typed : ((value[piece] ?? 0) + by + count) % count;
  return next < 0 ? undefined : replaced(value, piece, next);
}

export const tokensKind: Kind<TokensSpec, TokensValue> = {
  write: (_, value) => value.join('_'),
  read(param, text) {
    if (!/^\d{1,5}(_\d{1,5})*$/.test(text)) return { problem: wordsIn(param).noList(short(text)) };
    return checked(param, text.split('_').map(Number));
  },
  take: (param, value) =>
    Array.isArray(value) && Array.from(value).every((token) => typeof token === 'number')
      ? checked(param, value)
      : { problem: 'no list of tokens, expected whole numbers: [0, 1, 2]' },
  aloud: (param, value) => value.map((token) => symbolOf(param, token)).join(' '),
  control,
  style: `${frameStyle}
:is(.tokens,.palette){display:flex;flex-wrap:wrap;gap:2px}:is(.tokens,.palette) button{min-width:1.85em;min-height:2.3em;padding:.2em .3em}
.tokens [aria-pressed=true]{border-color:var(--_ink);box-shadow:inset 0 -2px 0 var(--_ink)}
.palette{flex-basis:100%}.palette button{border-color:transparent;color:var(--_ink-2)}.palette button:hover{border-color:var(--_ink-3)}`,
  pieces: {
    count: (value) => value.length,
    aloud: named,
    next: (value, piece, key) =>
      ({ ArrowLeft: piece - 1, ArrowRight: piece + 1, Home: 0, End: value.length - 1 })[key],
    keyed,
    tapped: (param, value, piece) => keyed(param, value, piece, 'ArrowUp') ?? value,
    dragged: (param, value, piece, [token = 0]) =>
      replaced(value, piece, Math.max(0, Math.min(param.symbols.length - 1, Math.round(token)))),
  },
};

/** The sequence, one stop of the Tab key, and below it the symbols that can take the place of the token that is picked. */
function control(param: TokensSpec, id: string, report: Report<TokensValue>): Control<TokensValue> {
  let value = param.value;
  let at = 0;
  const list = html('div', { class: 'tokens', role: 'toolbar', id, 'aria-label': param.label });
  const buttons = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];
  const pick = (piece: number, focus = false): void => {
    at = Math.max(0, Math.min(value.length - 1, piece));
    for (const [i, token] of buttons().entries()) {
      token.tabIndex = i === at ? 0 : -1;
      token.setAttribute('aria-pressed', String(i === at));
      if (i === at && focus) token.focus();
    }
  };
  const index = (event: Event): number =>
    buttons().indexOf((event.target as Element).closest('button') as HTMLButtonElement);
  list.addEventListener('click', (event) => {
    if (index(event) >= 0) pick(index(event));
  });
  list.addEventListener('keydown', (event) => {
    const piece = index(event);
    if (piece < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = { ArrowLeft: piece - 1, ArrowRight: piece + 1, Home: 0, End: value.length - 1 }[event.key];
    const next = to === undefined ? keyed(param, value, piece, event.key) : undefined;
    if (to === undefined && !next) return;
    event.preventDefault();
    if (to !== undefined) pick(to, true);
    else if (next) {
      at = piece;
      report(next);
    }
  });
  const palette = html('div', {
    class: 'palette',
    role: 'toolbar',
    'aria-label': wordsIn(param).replace(param.label),
  });
  for (const [token, symbol] of param.symbols.entries()) {
    const choice = html('button', { type: 'button' }, symbol);
    choice.addEventListener('click', () => {
      const piece = at;
      report(replaced(value, piece, token));
      // As in writing: the next one is picked.
      pick(piece + 1);
    });
    palette.append(choice);
  }
  rove(palette);
  const [least, most] = limitsOf(param);
  const more = button('+', wordsIn(param).more, () => report([...value, 0], true));
  const fewer = button('−', wordsIn(param).fewer, () => report(value.slice(0, -1), true));
  const set = (now: TokensValue): void => {
    value = now;
    if (buttons().length !== now.length)
      list.replaceChildren(...now.map(() => html('button', { type: 'button' })));
    for (const [i, token] of buttons().entries()) {
      setText(token, symbolOf(param, now[i] ?? 0));
      token.setAttribute('aria-label', named(param, now, i));
    }
    more.disabled = now.length >= most;
    fewer.disabled = now.length <= least;
    pick(at);
  };
  return {
    element: framed(param, id, 50, list, ...countButtons([least, most], fewer, more), palette),
    set,
  };
}

/** Declares a sequence of tokens. */
export const tokens = (spec: TokensSpec) => other(spec, tokensKind);
