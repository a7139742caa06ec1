/** What the element does with a parameter, whatever its kind. */

import { wordsOf } from '../words/words';
import { choiceControl } from './choice';
import { read } from './field';
import { type Declared, type Kind, type Read, short, told, type Value } from './kind';
import { aloud, type Numeric, rangeOf, seedControl, sliderControl, snap } from './numbers';
import type { Choice, Param } from './param';

type AnyKind = Kind<Declared<Value>, Value>;

const reach = (param: Numeric): string => {
  const [low, high] = rangeOf(param);
  return wordsOf(param).reach(aloud(param, low), aloud(param, high));
};

const numbers: Kind<Numeric, number> = {
  write: (_, value) => String(value),
  read(param, text): Read<number> {
    const words = wordsOf(param);
    const value = read(text);
    const [low, high] = rangeOf(param);
    if (value === undefined) return { problem: words.noNumber(short(text)) };
    if (value < low || value > high) return { problem: words.outOfRange(short(text), reach(param)) };
    if (param.kind === 'seed' && !Number.isInteger(value)) return { problem: words.notWhole(short(text)) };
    return { value: snap(param, value) };
  },
  take: (param, value) =>
    typeof value === 'number' && !Number.isNaN(value)
      ? { value: snap(param, value) }
      : { problem: `${told(value)}, expected a number from ${reach(param)}` },
  aloud,
  control: (param, id, report) =>
    param.kind === 'seed' ? seedControl(param, id, report) : sliderControl(param, id, report),
};

const namesOf = (param: Choice): string[] => Object.keys(param.options);
const listed = (param: Choice): string => namesOf(param).join(', ');

const choices: Kind<Choice, string> = {
  write: (_, value) => value,
  read(param, text) {
    const names = namesOf(param);
    const numbered = param.numbered && /^\d{1,2}$/.test(text) ? names[Number(text)] : undefined;
    const value = names.includes(text) ? text : numbered;
    return value === undefined ? { problem: wordsOf(param).noneOf(short(text), listed(param)) } : { value };
  },
  take: (param, value) =>
    typeof value === 'string' && namesOf(param).includes(value)
      ? { value }
      : { problem: `${told(value)}, expected one of ${listed(param)}` },
  aloud: (param, value) => param.options[value] as string,
  control: choiceControl,
};

const own = { slider: numbers, seed: numbers, choice: choices } as const;

/** The kind of a parameter: the element's own for numbers and names, else what the declaration brought along. */
export const kindOf = (param: Param): AnyKind =>
  param.kind === 'other' ? param.of : (own[param.kind] as unknown as AnyKind);
