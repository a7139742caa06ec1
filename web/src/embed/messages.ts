/** The messages between an embed page and the page around it; docs/embedding.md tells them to authors. */
import { longestState } from '../element/address/state';

const type = 'attn-figure';
const version = 1;

/** What an embed page says. Nothing of what its reader does is in it but the height. */
export type Report =
  | { readonly event: 'height'; readonly height: number }
  | { readonly event: 'ready' }
  | { readonly event: 'error' };

export const toMessage = (id: string, report: Report): object => ({ type, version, id, ...report });

/** What an embed page can be asked for. */
export type Command =
  | { readonly command: 'state'; readonly state: string }
  | { readonly command: 'seek'; readonly t: number }
  | { readonly command: 'play' }
  | { readonly command: 'pause' };

/** The letters of the state grammar. Others would only end up in a note about what cannot be used. */
const stateText = /^v\d{1,6}(?:-\d{1,4})?\.[\w.,=:~+-]*$/;

/** Reads a message. `undefined` for everything that is not exactly one of the commands to this id. */
export function readCommand(data: unknown, id: string): Command | undefined {
  if (!isRecord(data) || data.type !== type || data.version !== version || data.id !== id) return undefined;
  const { command, state, t } = data;
  const keys = Object.keys(data).length;
  if (keys === 4 && (command === 'play' || command === 'pause')) return { command };
  if (keys !== 5) return undefined;
  if (command === 'seek' && Number.isSafeInteger(t) && Number(t) >= 0) return { command, t: Number(t) };
  if (command !== 'state' || typeof state !== 'string' || state.length > longestState) return undefined;
  return stateText.test(state) ? { command, state } : undefined;
}

const isRecord = (data: unknown): data is Record<string, unknown> =>
  typeof data === 'object' && data !== null && !Array.isArray(data);

export interface Heard {
  readonly data: unknown;
  readonly origin: string;
  readonly source: unknown;
}

/**
 * The command in a message event, if it comes from the page around (`parent`) and that page is the one that the address names. A frame
 * without a page around it is its own parent and hears nothing.
 */
export function hear(
  { data, origin, source }: Heard,
  from: {
    readonly parent: unknown;
    readonly self: unknown;
    readonly origin: string | undefined;
    readonly id: string;
  },
): Command | undefined {
  if (from.origin === undefined || origin !== from.origin) return undefined;
  if (source !== from.parent || source === from.self) return undefined;
  return readCommand(data, from.id);
}
