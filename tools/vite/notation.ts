/** The notation page: the symbols of every chapter as tables, from the files that the equations are made of. */
import { roleHtml, roleNames, type SymbolEntry, type SymbolRole } from '../../web/src/article/symbols.ts';
import { type Equation, equationsOf } from './equations.ts';
import type { Page, Parent } from './html.ts';
import { type Chapter, chapterPage, escapeHtml, readChapters } from './pages.ts';
import { readSymbols, type SymbolTable } from './symbols.ts';

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

/** The table of one chapter, whose page is `root`. */
export function notationTable(chapter: Chapter, table: SymbolTable, root: Parent): string {
  const page = `chapters/${chapter.slug}.html`;
  const equations = equationsOf(root);
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

/** Writes the roles and the tables where a page asks for them: `<!-- roles -->`, `<!-- notation -->`. */
export function withNotation(page: Page): void {
  const roles = Object.keys(roleNames).map((role) => `<li>${roleHtml(role as SymbolRole)}</li>`);
  page.fillMarks('roles', {
    '': () => `<ul class="roles">\n        ${roles.join('\n        ')}\n      </ul>`,
  });
  const table = (chapter: Chapter): string =>
    notationTable(chapter, readSymbols(chapter.slug), chapterPage(chapter.slug).root);
  const chapters = readChapters().filter(({ live }) => live);
  page.fillMarks('notation', { '': () => chapters.map(table).join('\n      ') });
}
