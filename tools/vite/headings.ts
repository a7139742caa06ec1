/**
 * The way through a page: every heading of its text has an id and is a link to itself, and `<!-- contents -->` becomes the list of
 * its sections. Made while the site is built, so that both are there without scripts.
 */
import * as tree from './html.ts';

/** Not in code, nor in what is linked as a whole: entries of the ledger, the list of chapters. */
const hasNone = tree.fits('pre, article, .chapters');
const isHeading = tree.fits('h2, h3');

/** `Stage 1: what it does` as `stage-1-what-it-does`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');

interface Section {
  readonly id: string;
  readonly text: string;
}

/** One list to unfold, and one that stands beside the text where there is room: of the two a style sheet shows one. */
function contents(sections: readonly Section[]): string {
  const items = sections.map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`).join('\n          ');
  const list = `<ol>\n          ${items}\n        </ol>`;
  return `<nav class="contents" aria-label="Contents">
        <details><summary>Contents</summary>${list}</details>
        <div class="side"><p>Contents</p>${list}</div>
      </nav>`;
}

/** Gives the headings of a page their ids and links, and the page its contents where it asks for them. */
export function withHeadings(page: tree.Page): void {
  const main = page.first('main');
  if (!main) return;
  // What an address can name already; a figure is named there by its `fig`.
  const taken = new Set(
    tree.all(page.root).flatMap((one) => [tree.attribute(one, 'id'), tree.attribute(one, 'fig')]),
  );
  const free = (wanted: string): string => {
    let id = wanted;
    for (let n = 2; taken.has(id); n++) id = `${wanted}-${n}`;
    taken.add(id);
    return id;
  };
  const sections: Section[] = [];
  for (const heading of tree.nodes(main, (one) => !hasNone(one))) {
    if (!tree.isElement(heading) || !isHeading(heading)) continue;
    const own = tree.attribute(heading, 'id');
    if (tree.all(heading, 'a').length)
      page.fail('a heading is a link to itself: put the other link below it', heading);
    if (own === undefined && tree.all(heading, 'math').length)
      page.fail('a heading with an equation needs an id of its own', heading);
    const id = own ?? free(slugOf(tree.textOf(heading)) || 'section');
    if (heading.tagName === 'h2') sections.push({ id, text: tree.inner(heading) });
    tree.set(heading, { id });
    tree.fill(heading, [tree.element('a', { class: 'anchor', href: `#${id}` }, heading.childNodes)]);
  }
  page.fillMarks('contents', { '': () => contents(sections) });
}
