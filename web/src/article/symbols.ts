/** The symbols of a chapter, as its file in web/symbols lists them. The build and the pages read the same. */
import { shape } from '../draw/shapes';
import type { Role } from '../draw/surface';

/** What the roles of the mathematics are called. Their marks are those of the drawings. */
export const roleNames = {
  query: 'query',
  key: 'key',
  value: 'value',
  weight: 'weight',
  error: 'error signal',
  loss: 'loss',
  particle: 'particle',
  margin: 'margin',
} as const satisfies Partial<Record<Role, string>>;
export type SymbolRole = keyof typeof roleNames;

/** A role's mark and name; the same mark as in the figures. */
export const roleHtml = (role: SymbolRole): string =>
  `<span class="role r-${role}"><svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="${shape(role, 5)}"/></svg>${roleNames[role]}</span>`;

export interface SymbolEntry {
  /** One name for one quantity: `\s{id}` in equations, a parameter's name or a mark's `of` in figures. */
  readonly id: string;
  readonly tex: string;
  readonly name: string;
  readonly role?: SymbolRole;
  /** Whether it is a parameter of a figure of the chapter. */
  readonly param?: boolean;
  /** What kind of thing it is: `scalar`, `N × d`, `N numbers that sum to 1`. */
  readonly shape: string;
  /** What it is and does, in a sentence or two. */
  readonly about: string;
}
