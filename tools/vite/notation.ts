/** The notation page: the symbols of every chapter as tables, from the files that the equations are made of. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { roleNames, type SymbolEntry, type SymbolRole } from '../../web/src/article/symbols.ts';
import { shape } from '../../web/src/draw/shapes.ts';
import { type Chapter, escapeHtml, readChapters } from './pages.ts';
import { web } from './paths.ts';
import { readSymbols, type SymbolTable, symbolsIn } from './symbols.ts';

/** A role's mark and name; the same mark as in the figures. */
const roleHtml = (role: SymbolRole): string =>
  `<span class="role r-${role}"><svg viewBox="-8 -8 16 16" aria-hidden="true"><path d="${shape(role, 5)}"/></svg>${roleNames[role]}</span>`;

interface Equation {
  readonly id: string;
  readonly number: string;
  readonly symbols: readonly string[];
}

/** The numbered equations of a page with the symbols in them. */
export function equationsOf(html: string): Equation[] {
  const text = html.replace(/<!--[\s\S]*?-->/g, '');
  return [...text.matchAll(/<div class="eq"([^>]*)>([\s\S]*?)<\/div>/g)].flatMap(
    ([, attributes = '', tex = '']) => {
      const id = / id="([^"]*)"/.exec(attributes)?.[1];
      const number = / data-number="([^"]*)"/.exec(attributes)?.[1];
      return id && number ? [{ id, number, symbols: symbolsIn(tex) }] : [];
    },
  );
}

/** One row. The roles keep it a table for who listens where a narrow screen shows it stacked. */
function row(entry: SymbolEntry, page: string, slug: string, equations: readonly Equation[]): string {
  const { id, tex, name, role, param, shape: kind, about } = entry;
  const uses = equations.filter(({ symbols }) => symbols.includes(id));
  const links = uses.map(({ id: anchor, number }) => `<a href="${page}#${anchor}">(${number})</a>`);
  return `<tr role="row" id="${slug}-${id}">
          <td role="cell" class="symbol${role ? ` r-${role}` : ''}">\\(${escapeHtml(tex)}\\)</td>
          <th role="rowheader" scope="row">${escapeHtml(name)}${role ? ` ${roleHtml(role)}` : ''}</th>
          <td role="cell">${escapeHtml(about)}${param ? ` Set in the figures as <code>${id}</code>.` : ''}</td>
          <td role="cell">${escapeHtml(kind)}</td>
          <td role="cell">${links.join(' ') || '<span class="none">the text and the figures</span>'}</td>
        </tr>`;
}

/** The table of one chapter. `html` is its page. */
export function notationTable(chapter: Chapter, table: SymbolTable, html: string): string {
  const page = `chapters/${chapter.slug}.html`;
  const equations = equationsOf(html);
  const rows = [...table.values()].map((entry) => row(entry, page, chapter.slug, equations));
  const heads = ['symbol', 'name', 'what it is', 'shape', 'equations'];
  return `<h2 id="${chapter.slug}">Chapter ${chapter.number}: ${escapeHtml(chapter.title)}</h2>
      <p><a href="${page}">Read the chapter</a></p>
      <table class="notation" role="table" aria-labelledby="${chapter.slug}">
        <thead role="rowgroup"><tr role="row">
          ${heads.map((head) => `<th role="columnheader" scope="col">${head}</th>`).join('')}
        </tr></thead>
        <tbody role="rowgroup">
        ${rows.join('\n        ')}
        </tbody>
      </table>`;
}

/** Puts the roles and the tables where a page asks for them: `<!-- roles -->`, `<!-- notation -->`. */
export function withNotation(html: string): string {
  if (!html.includes('<!-- notation -->')) return html;
  const chapters = readChapters().filter(({ live }) => live);
  const tables = chapters.map((chapter) => {
    const text = readFileSync(join(web, 'chapters', `${chapter.slug}.html`), 'utf8');
    return notationTable(chapter, readSymbols(chapter.slug), text);
  });
  const roles = Object.keys(roleNames).map((role) => `<li>${roleHtml(role as SymbolRole)}</li>`);
  return html
    .replace('<!-- roles -->', () => `<ul class="roles">\n        ${roles.join('\n        ')}\n      </ul>`)
    .replace('<!-- notation -->', () => tables.join('\n      '));
}
