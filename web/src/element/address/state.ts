import { defaults, type Figure, type Params, type Timeline, type Values } from '../../figures/declare';
import { decoded } from '../../kinds/dom';
import { read } from '../../kinds/field';
import { sameValue, short, type Value } from '../../kinds/kind';
import { kindOf } from '../../kinds/kinds';
import { type Said, wordsOf } from '../../words/words';

/** What a link restores: the values of the parameters and, for a figure that evolves, the step. */
export interface State {
  readonly values: Values<Params>;
  /** `undefined` for a figure that does not evolve. */
  readonly t: number | undefined;
}

export interface Parsed {
  readonly state: State;
  /** Sentences for the reader: what in the text was not used, and why. */
  readonly notes: readonly string[];
}

/** Longer states are refused unread: nothing that this grammar can write comes near. */
export const longestState = 4096;

/** The last step, `undefined` for a figure that does not evolve. */
export function stepsOf(figure: Figure, values: Values<Params>): number | undefined {
  return figure.timeline?.(values).steps;
}

/** The timeline with what is left out in it; for a figure that does not evolve one of a single step. */
export function timelineOf(figure: Figure, values: Values<Params>): Required<Timeline> {
  const timeline = figure.timeline?.(values) ?? { steps: 0, unit: '' };
  return { first: 0, stride: 1, opens: timeline.steps, ...timeline };
}

/**
 * The step among those that can be shown which is nearest to `t`, or to where the figure opens; `undefined` for a figure that does not
 * evolve.
 */
export function stepAt(figure: Figure, values: Values<Params>, t?: number): number | undefined {
  if (!figure.timeline) return undefined;
  const { first, steps, opens } = timelineOf(figure, values);
  return t === undefined && opens === steps
    ? steps
    : Math.max(first, Math.min(steps, Math.round(t ?? opens)));
}

/** The state that the declaration itself names. */
export function initialState(figure: Figure): State {
  const values = defaults(figure.params);
  return { values, t: stepAt(figure, values) };
}

/** `v1.beta=5,seed=7,t=40`. Every parameter is named, so that a link outlives a change of defaults. */
export function serialise(figure: Figure, state: State): string {
  const parts = Object.entries(figure.params).map(
    ([name, param]) => `${name}=${kindOf(param).write(param, state.values[name] as Value)}`,
  );
  if (state.t !== undefined) parts.push(`t=${state.t}`);
  return `v1.${parts.join(',')}`;
}

/** Whether a state, or a link with one, is of files of the reader's own, which stay where they are. */
export const ofOwnFile = (text: string): boolean => /=mine[:%]/.test(text);

/** The same for a link that is sent about: `v1-19.` says how many characters follow, so that one that was cut off is noticed. */
export const sealed = (text: string): string =>
  text.replace(/^v1\.(.*)$/, (_, rest) => `v1-${rest.length}.${rest}`);

/** Reads a state. Whatever it cannot use, and what is locked, falls back to `base`, with a sentence that says so. */
export function parse(
  figure: Figure,
  text: string,
  base: State = initialState(figure),
  locked: ReadonlySet<string> = new Set(),
): Parsed {
  const words = wordsOf(figure);
  const refused = (why: string): Parsed => ({
    state: base,
    notes: [words.refused(why)],
  });
  if (text.length > longestState) return refused(words.tooLong);
  // Mail programs break long lines, and leave a space or a line end in the link; some take a full stop at its end for that of a sentence.
  const [, version, length, rest = ''] =
    /^v(\d{1,6})(?:-(\d{1,4}))?(?:\.(.*))?$/.exec(text.replace(/\s+/g, '')) ?? [];
  if (!version) return refused(words.noState);
  if (version !== '1') return refused(words.otherVersion);

  const notes: string[] = [];
  const values: Record<string, Value> = { ...base.values };
  let at: number | undefined;
  const seen = new Set<string>();
  for (const part of whole(rest, length, notes, words.cut)) {
    if (part === '') continue;
    const cut = part.indexOf('=');
    const name = cut < 0 ? part : part.slice(0, cut);
    const raw = cut < 0 ? '' : part.slice(cut + 1);
    const time = name === 't' && base.t !== undefined;
    const param = Object.hasOwn(figure.params, name) ? figure.params[name] : undefined;
    if (!param && !time) notes.push(words.noParameter(short(name)));
    else if (seen.has(name)) notes.push(words.twice(name));
    else {
      seen.add(name);
      if (raw === '') notes.push(words.noValue(name));
      else if (!param) {
        at = read(raw);
        if (at === undefined) notes.push(words.noStep(short(raw), name));
      } else {
        const kind = kindOf(param);
        const got = kind.read(param, raw);
        const old = base.values[name] as Value;
        if ('problem' in got) notes.push(words.keepsDefault(name, got.problem));
        else if (!locked.has(name)) values[name] = got.value;
        else if (!sameValue(got.value, old)) notes.push(words.fixed(name, kind.aloud(param, old)));
      }
    }
  }
  return { state: { values, t: time(figure, values, at, notes) }, notes };
}

/** The entries of a state; where characters are missing at its end, without the last, which may have lost some of its own. */
function whole(text: string, length: string | undefined, notes: string[], cut: string): string[] {
  if (length === undefined) return text.split(',');
  const missing = Number(length) - text.length;
  // What follows is not of the link: a full stop of the sentence that it stood in.
  if (missing <= 0) return text.slice(0, Number(length)).split(',');
  notes.push(cut);
  return text.split(',').slice(0, -1);
}

function time(
  figure: Figure,
  values: Values<Params>,
  at: number | undefined,
  notes: string[],
): number | undefined {
  const steps = stepsOf(figure, values);
  const opens = stepAt(figure, values);
  if (steps === undefined || at === undefined) return opens;
  if (stepAt(figure, values, at) === at) return at;
  notes.push(wordsOf(figure).outside(at, stepAt(figure, values, 0) as number, steps, opens as number));
  return opens;
}

/** Whether two states show the same picture. */
export const same = (a: State, b: State): boolean => a.t === b.t && sameValue(a.values, b.values);

/** The entry of `key` in a location's hash, decoded; `undefined` where there is none. */
export function fromHash(hash: string, key: string): string | undefined {
  for (const entry of entries(hash))
    if (keyOf(entry) === key) return decoded(withoutQuery(entry.slice(entry.indexOf('=') + 1)));
  return undefined;
}

/** Sentences about a link that names this figure more than once. */
export const doubled = (hash: string, key: string, said: Said = {}): readonly string[] =>
  entries(hash).filter((entry) => keyOf(entry) === key).length > 1 ? [wordsOf(said).doubled] : [];

/** The hash with the entry of `key` put in, replaced or taken out; other entries stay as they are, letter for letter. */
export function intoHash(hash: string, key: string, state: string | undefined): string {
  const entry = state === undefined ? undefined : `${encodeURIComponent(key)}=${state}`;
  let done = false;
  const kept = entries(hash).flatMap((old) => {
    if (keyOf(old) !== key) return [old];
    if (done || entry === undefined) return [];
    done = true;
    return [entry];
  });
  if (!done && entry !== undefined) kept.push(entry);
  return kept.length ? `#${kept.join('&')}` : '';
}

/** What other sites hang on a fragment, as WordPress does with `#?secret=...`, is none of ours. */
export const withoutQuery = (text: string): string => text.replace(/\?.*/, '');

/** Some programs write the first sign of equality of a link as %3D; what follows it is decoded where it is read. */
const entries = (hash: string): string[] =>
  hash
    .replace(/^#/, '')
    .replace(/%3D(?=v\d)/i, '=')
    .split('&')
    .filter(Boolean);

/** The key of an entry; `undefined` for an anchor such as `#section-2`. */
function keyOf(entry: string): string | undefined {
  const cut = entry.indexOf('=');
  return cut < 0 ? undefined : decoded(entry.slice(0, cut));
}
