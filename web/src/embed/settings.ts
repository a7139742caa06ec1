/** What the address of an embed page says: which figure, what of it, in which theme, and who may talk to it. */
import { fromHash, withoutQuery } from '../element/address/state';
import { decoded } from '../kinds/dom';

export interface Settings {
  /** The figure that is asked for; any text, also one that names no figure. */
  readonly fig: string;
  /** Marks the messages of this frame, so that a page with several can tell them apart. */
  readonly id: string;
  /** The one origin that is spoken to and heard. `undefined`: any is spoken to, and none heard. Empty: what was named is none. */
  readonly origin: string | undefined;
  /** Attributes of the element, as they stand in the address: the element says what it cannot use of them. */
  readonly attributes: Readonly<Record<string, string>>;
}

const handedOn = ['controls', 'lock', 'step-range', 'motion', 'theme', 'lang', 'ask'];
const name = /^[\w.-]{1,64}$/;

/** Reads `?fig=particles&id=first&origin=https://blog.example`. What it cannot use counts as absent, but for an origin. */
export function readSettings(search: string): Settings {
  const query = new URLSearchParams(search);
  const fig = query.get('fig') ?? '';
  const id = [query.get('id'), fig].find((text) => text !== null && name.test(text)) ?? 'figure';
  const attributes = Object.fromEntries(
    handedOn.filter((key) => query.has(key)).map((key) => [key, query.get(key) ?? '']),
  );
  return { fig, id, origin: readOrigin(query.get('origin')), attributes };
}

/** Only what a browser itself would write as the origin of a web page: no path, no wildcard, not `null`. */
function readOrigin(text: string | null): string | undefined {
  if (text === null) return undefined;
  try {
    return /^https?:\/\/[\w.:[\]-]+$/.test(text) && new URL(text).origin === text ? text : '';
  } catch {
    return '';
  }
}

/** The state in a fragment; a link that was copied from an article has the figure's name before it. */
export const stateOf = (hash: string, fig: string): string =>
  fromHash(hash, fig) ?? decoded(withoutQuery(hash.replace(/^#/, '')));
