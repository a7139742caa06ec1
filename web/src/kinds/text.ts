/** Free text. */
import { text as en } from '../words/en/text';
import { fromBase64, toBase64 } from './arrays';
import { html } from './dom';
import { framed, frameStyle } from './frame';
import { type Control, type Declared, type Kind, other, type Report } from './kind';

export interface TextSpec extends Declared<string> {
  /** Most characters. */
  readonly longest: number;
}

const wordsIn = (param: TextSpec): typeof en => param.words?.text ?? en;

export const textKind: Kind<TextSpec, string> = {
  write: (_, value) => `text:${toBase64(new TextEncoder().encode(value))}`,
  read(param, text) {
    const bytes = text.startsWith('text:') ? fromBase64(text.slice(5)) : undefined;
    if (!bytes) return { problem: wordsIn(param).none };
    try {
      return textKind.take(param, new TextDecoder('utf-8', { fatal: true }).decode(bytes));
    } catch {
      return { problem: wordsIn(param).none };
    }
  },
  take: (param, value) =>
    typeof value === 'string' && value.length <= param.longest
      ? { value }
      : { problem: wordsIn(param).tooLong(param.longest) },
  aloud: (param, value) => wordsIn(param).quoted(value),
  control,
  style: `${frameStyle}.free{font:inherit;color:var(--_ink);background:none;border:1px solid var(--_rule);border-radius:5px;padding:.3em .5em;width:100%}`,
};

function control(param: TextSpec, id: string, report: Report<string>): Control<string> {
  const field = html('input', {
    type: 'text',
    class: 'free',
    id,
    maxlength: param.longest,
    'aria-label': param.label,
  });
  field.addEventListener('input', () => report(field.value));
  return {
    element: framed(param, id, 50, field),
    set(value) {
      if (field.value !== value) field.value = value;
    },
  };
}

/** Declares a text. */
export const text = (spec: TextSpec) => other(spec, textKind);
