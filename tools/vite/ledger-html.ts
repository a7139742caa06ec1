/** The ledger as HTML: an entry, the list of what was found wrong, and the badge on a published number. */
import type { Entry } from '../ledger/entries.ts';
import { type Chapter, escapeHtml } from './pages.ts';

export type Verdict = Entry['verdict'];

/** In the order in which a reader wants them. */
export const verdicts: readonly Verdict[] = [
  'in error',
  'not found',
  'unclear',
  'differs',
  'close',
  'agrees',
  'ours',
  'not recomputed',
];

/** As a class, and in addresses. */
export const slug = (verdict: Verdict): string => verdict.replaceAll(' ', '-');

/** A mark of its own shape for each, 12 px: a tick, two waves, a sign for unequal, a question mark, a dash. */
const shapes: Record<Verdict, string> = {
  agrees: 'M2 6.5 5 9.5 10 3',
  close: 'M1.5 4.8c1.6-1.8 3-1.8 4.5-.6s2.9 1.2 4.5-.6M1.5 9c1.6-1.8 3-1.8 4.5-.6s2.9 1.2 4.5-.6',
  'in error': 'M2 4.5h8M2 8h8M8 1.5l-4 9.5',
  // A question mark.
  'not found': 'M3.5 4a2.5 2.5 0 1 1 3.4 2.4C6.2 6.7 6 7 6 7.8M6 10.4v.1',
  // Two ways.
  unclear: 'M6 11V7L2.5 2.5M6 7l3.5-4.5',
  // A dot: nobody's statement but ours.
  ours: 'M6 4.5v3M4.5 6h3',
  differs: 'M2 4.5h8M2 8h8M8 1.5l-4 9.5',
  'not recomputed': 'M2.5 6h7',
};

export const icon = (verdict: Verdict): string =>
  `<svg class="v-icon" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="${shapes[verdict]}"/></svg>`;

const pill = (verdict: Verdict): string =>
  `<span class="verdict v-${slug(verdict)}">${icon(verdict)}${verdict}</span>`;

/** What it takes to agree. */
function condition({ agreement, tolerance, value, seeds }: Entry): string {
  if (agreement === 'within')
    return `Agrees if it is within ${scientific(tolerance)} of ${value}${seeds > 1 ? ', on average' : ''}.`;
  if (agreement === 'spread')
    return `Agrees if ${value} is within two standard deviations of the mean over ${seeds} seeds.`;
  if (agreement === 'above' || agreement === 'below')
    return `Agrees if it is at ${agreement === 'above' ? 'least' : 'most'} ${value}${seeds > 1 ? ', on average' : ''}.`;
  if (agreement === 'holds')
    return seeds > 1 ? `Agrees if it holds for nine seeds in ten.` : 'Agrees if it holds.';
  return '';
}

const scientific = (value: number): string => {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  if (Number(exponent) >= -4) return String(value);
  return `${mantissa === '1' ? '' : `${mantissa} × `}10<sup>−${exponent.slice(1)}</sup>`;
};

/** Where the source of an entry is on the page of sources. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** 004-empirical_bayes-L12: two papers may have a file of the same name. */
export const lineId = ({ file, line }: Place): string =>
  `${file.replace(/^.*?(?:(\d{3})\/)?(\w+)\.\w+$/, (_, paper?: string, stem?: string) => (paper ? `${paper}-${stem}` : `${stem}`))}-L${line}`;

/** A proof as HTML, with links to the equations of our own chapters. */
const proofHtml = (proof: string, chapters: readonly Chapter[]): string =>
  escapeHtml(proof).replace(/chapter (\d), \((\d+)\)/g, (text, number: string, equation: string) => {
    const chapter = chapters.find((one) => String(one.number) === number);
    if (!chapter?.live) throw new Error(`ledger: there is no ${text} to link to`);
    return `<a href="chapters/${chapter.slug}.html#eq-${equation}">${text}</a>`;
  });

export function entryHtml(entry: Entry, place: Place, chapters: readonly Chapter[]): string {
  const { id, verdict, statement, published, ours, quantity, proof, recipe, commit } = entry;
  const rows = [
    published && ['published', `“${escapeHtml(published)}”`],
    ours && [entry.agreement === 'holds' ? 'recomputed' : escapeHtml(quantity), escapeHtml(ours)],
  ].filter((row) => row !== '') as [string, string][];
  const values = rows.map(([name, value]) => `<div><dt>${name}</dt><dd>${value}</dd></div>`).join('');
  const told = [
    verdict === 'not recomputed'
      ? `<p>Why not: ${escapeHtml(recipe)}.${entry.command && ` It is made by <code>${escapeHtml(entry.command)}</code>`}</p>`
      : `<p>From <span class="recipe">${escapeHtml(recipe)}</span>. ${condition(entry)}</p>`,
    proof &&
      `<p>Why: ${proofHtml(proof, chapters)}. Ours has to stay within ${scientific(entry.correctedTolerance)} of ${entry.corrected}, or this verdict falls.</p>`,
    commit &&
      `<p>Takes ${entry.command ? 'hours' : 'minutes'}: computed once, from commit <code>${commit.slice(0, 12)}</code>.</p>`,
  ].filter(Boolean);
  const runs = verdict !== 'not recomputed' && !entry.slow;
  return `<article class="entry" id="${id}" data-paper="${id.slice(0, 3)}" data-verdict="${slug(verdict)}"${
    runs ? ` data-mean="${entry.mean}" data-seeds="${entry.seeds}" data-agreement="${entry.agreement}"` : ''
  }>
          <p class="entry-head">${pill(verdict)}<span class="entry-place">${escapeHtml(entry.place)}</span><a class="entry-link" href="#${id}" aria-label="Link to the entry ${id}">#</a></p>
          <h3>${escapeHtml(statement)}</h3>
          ${values && `<dl>${values}</dl>`}
          ${told.join('\n          ')}
          <p class="entry-foot"><a href="source.html#${lineId(place)}"><code>${place.file}:${place.line}</code></a></p>
        </article>`;
}

/** How many there are of each verdict, as links to just these. */
export function summaryHtml(entries: readonly Entry[]): string {
  const items = verdicts
    .map((verdict) => [verdict, entries.filter((entry) => entry.verdict === verdict).length] as const)
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `<li><b>${count}</b> ${pill(verdict)}</li>`);
  return `<ul class="tally">${items.join('')}</ul>`;
}

/** What was found wrong, paper by paper: for the front page. Numbers of one table are one item. */
export function foundHtml(entries: readonly Entry[], chapters: readonly Chapter[], up: string): string {
  const wrong = entries.filter(({ verdict }) => verdict === 'in error');
  const lists = chapters.map(({ seed, title }) => {
    const own = wrong.filter(({ id }) => id.startsWith(`${seed}.`));
    if (own.length === 0) return '';
    const items = own.map((entry) => {
      const beside = own.filter(({ place }) => place === entry.place);
      if (beside.length < TABLE) return foundItem(entry, up);
      return entry === beside[0] ? tableItem(beside, up) : '';
    });
    return `<h3>${escapeHtml(title)}</h3>
      <ul class="found-list">\n        ${items.filter(Boolean).join('\n        ')}\n      </ul>`;
  });
  return lists.filter(Boolean).join('\n      ');
}

/** From so many numbers at one place on, they are a table. */
const TABLE = 5;

const foundItem = ({ id, statement, published, ours, agreement, quantity }: Entry, up: string): string =>
  `<li><a href="${up}ledger.html#${id}">${escapeHtml(statement)}</a> <span class="found">${
    agreement === 'holds'
      ? `Recomputed: it ${escapeHtml(ours)}.`
      : `Published: ${escapeHtml(published)}. Recomputed: ${escapeHtml(quantity)} is ${escapeHtml(ours)}.`
  }</span></li>`;

function tableItem(cells: readonly Entry[], up: string): string {
  const [first] = cells;
  if (!first) return '';
  const numbers = cells.map(
    ({ id, published, ours }) =>
      `<a href="${up}ledger.html#${id}">${escapeHtml(published)}</a> is ${escapeHtml(ours)}`,
  );
  return `<li>${escapeHtml(first.place[0]?.toUpperCase() ?? '')}${escapeHtml(first.place.slice(1))}: ${
    cells.length
  } numbers. <span class="found">Published and recomputed: ${numbers.join(', ')}.</span></li>`;
}

/** A published number or statement on a page, with its verdict and the way to its entry. */
export const badgeHtml = (inner: string, { id, verdict }: Entry, up: string): string =>
  `<a class="claim v-${slug(verdict)}" href="${up}ledger.html#${id}">${inner}<span class="badge">${icon(
    verdict,
  )}<span class="visually-hidden"> (${verdict})</span></span></a>`;

/** Which version of the source the site is built from. */
export interface Origin {
  readonly commit?: string;
  /** Address of the repository, without a slash at its end. */
  readonly repository?: string;
}

/** A source file with a place to link to on every line. */
export function sourceHtml(file: string, text: string, { commit, repository }: Origin): string {
  const name = commit && `<code>${commit.slice(0, 12)}</code>`;
  const link = repository ? `<a href="${escapeHtml(repository)}/blob/${commit}/${file}">${name}</a>` : name;
  const lines = text
    .trimEnd()
    .split('\n')
    .map(
      (line, i) => `<span class="line" id="${lineId({ file, line: i + 1 })}">${escapeHtml(line)}\n</span>`,
    );
  const from = commit ? `<p class="paper-source">As of commit ${link}.</p>\n` : '';
  return `<h2><code>${file}</code></h2>\n${from}<pre class="source"><code>${lines.join('')}</code></pre>`;
}
