/** The ledger as HTML: an entry, how many there are of each verdict, and the badge on a published number. */
import { number } from '../../web/src/draw/format.ts';
import type { Entry } from '../ledger/entries.ts';
import { quoted } from '../ledger/quotation.ts';
import { equationsOf } from './equations.ts';
import { type Chapter, chapterPage, escapeHtml } from './pages.ts';

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

/** Of what we know through a summary of a paper it is the summary that is right or wrong. */
const ofSummary: Partial<Record<Verdict, string>> = {
  'in error': 'summary in error',
  differs: 'differs from summary',
  close: 'close to summary',
  agrees: 'agrees with summary',
};

/** The verdict as a reader sees it. */
export const label = ({ source, verdict }: Pick<Entry, 'source' | 'verdict'>): string =>
  (source === 'summary' && ofSummary[verdict]) || verdict;

/** A mark of its own shape for each, 12 px: a tick, two waves, a sign for unequal, a question mark, a fork, a diamond, a dash. */
const shapes: Record<Verdict, string> = {
  agrees: 'M2 6.5 5 9.5 10 3',
  close: 'M1.5 4.8c1.6-1.8 3-1.8 4.5-.6s2.9 1.2 4.5-.6M1.5 9c1.6-1.8 3-1.8 4.5-.6s2.9 1.2 4.5-.6',
  'in error': 'M2 4.5h8M2 8h8M8 1.5l-4 9.5',
  'not found': 'M3.5 4a2.5 2.5 0 1 1 3.4 2.4C6.2 6.7 6 7 6 7.8M6 10.4v.1',
  unclear: 'M6 11V7L2.5 2.5M6 7l3.5-4.5',
  ours: 'M6 1.5 10.5 6 6 10.5 1.5 6z',
  differs: 'M2 4.5h8M2 8h8M8 1.5l-4 9.5',
  'not recomputed': 'M2.5 6h7',
};

export const icon = (verdict: Verdict): string =>
  `<svg class="v-icon" viewBox="0 0 12 12" width="12" height="12" aria-hidden="true"><path d="${shapes[verdict]}"/></svg>`;

const pill = (verdict: Verdict, text: string = verdict): string =>
  `<span class="verdict v-${slug(verdict)}">${icon(verdict)}${text}</span>`;

/** What it takes to agree, and to be close. */
export function condition({ agreement, tolerance, value, baseline, seeds, source }: Entry): string {
  const agrees = source === 'ours' ? 'Holds' : 'Agrees';
  const many = seeds > 1;
  // 30 % of the effect, which is what there is without it.
  const effect = 0.3 * Math.abs(value - baseline);
  const close = (most: number): string =>
    source === 'ours' || Math.min(most, effect) <= tolerance
      ? ''
      : `, close within ${scientific(Number(Math.min(most, effect).toPrecision(2)))}${
          many ? ' and four standard deviations' : ''
        }`;
  switch (agreement) {
    case 'within':
      return `${agrees} within ${scientific(tolerance)} of ${plain(value)}${many ? ', on average' : ''}${close(4 * tolerance)}.`;
    case 'interval':
      return `${agrees} from ${plain(value - tolerance)} to ${plain(value + tolerance)}; nothing outside is close.`;
    case 'spread': {
      const fringe =
        source === 'ours'
          ? ''
          : `; close within four, and within ${scientific(Number(effect.toPrecision(2)))}`;
      return `${agrees} if ${plain(value)} is within two standard deviations of the mean over ${seeds} seeds${fringe}.`;
    }
    case 'above':
    case 'below':
      return many
        ? `${agrees} if the mean is ${agreement} ${plain(value)} by more than two standard errors${source === 'ours' ? '' : '; close if seven seeds in ten are'}.`
        : `${agrees} if it is ${agreement} ${plain(value)}.`;
    case 'holds':
      if (source === 'ours') return many ? 'It has to hold for nine seeds in ten.' : 'It has to hold.';
      return many ? 'Agrees if it holds for nine seeds in ten, close for seven.' : 'Agrees if it holds.';
    default:
      return '';
  }
}

const plain = (value: number): string => String(Number(value.toPrecision(10))).replace('-', '−');

const scientific = (value: number): string => {
  const [mantissa = '', exponent = '0'] = value.toExponential().split('e');
  if (Number(exponent) >= -4) return plain(value);
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
export const proofHtml = (proof: string, chapters: readonly Chapter[]): string =>
  escapeHtml(proof).replace(/chapter ([a-z-]+), \((\d+)\)/g, (text, slug: string, equation: string) => {
    const chapter = chapters.find((one) => one.slug === slug);
    if (!chapter?.live) throw new Error(`ledger: there is no ${text} to link to`);
    const found = equationsOf(chapterPage(slug).root).find(({ number }) => number === equation);
    if (!found) throw new Error(`ledger: ${text} is no equation of that page`);
    return `<a href="chapters/${slug}.html#${found.id}">chapter ${chapter.number}, (${equation})</a>`;
  });

/** What is quoted, with the number in question. */
export function quotationHtml(published: string): string {
  const { before, printed, after } = quoted(published);
  const marked = printed && `<strong>${escapeHtml(printed)}</strong>`;
  return `<blockquote class="quotation"><p>“${escapeHtml(before)}${marked}${escapeHtml(after)}”</p></blockquote>`;
}

/** A value that is no more than a number: of a statement, whether it holds. */
const valueInWords = (agreement: Entry['agreement'], value: number): string => {
  if (agreement !== 'holds') return number(value, 4);
  if (value === 0 || value === 1) return value === 1 ? 'holds' : 'does not hold';
  return `holds for ${number(100 * value, 2)} % of the seeds`;
};

/** Our number, what there is without the effect, and what other readings give: by name. */
export function valuesOf(entry: Entry): (readonly [name: string, value: string])[] {
  const { agreement, ours, quantity, readings, baseline, baselineOf, standardError } = entry;
  if (!ours) return [];
  const error =
    agreement !== 'holds' && standardError > 0 ? `, standard error ${number(standardError, 2)}` : '';
  return [
    [agreement === 'holds' ? 'recomputed' : quantity, `${ours}${error}`],
    ...readings.map(
      (reading) => [`read as: ${reading.words}`, valueInWords(agreement, reading.ours)] as const,
    ),
    ...(baselineOf && agreement !== 'holds'
      ? [[`without the effect: ${baselineOf}`, number(baseline, 3)] as const]
      : []),
  ];
}

export function entryHtml(entry: Entry, place: Place, chapters: readonly Chapter[]): string {
  const { id, verdict, statement, published, proof, otherReadings, recipe, commit } = entry;
  const values = valuesOf(entry)
    .map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`)
    .join('');
  const told = [
    verdict === 'not recomputed'
      ? `<p>Why not: ${entry.command && 'it takes hours of a core, and has not been run: '}${escapeHtml(recipe)}.${entry.command && ` It is made by <code>${escapeHtml(entry.command)}</code>`}</p>`
      : `<p>From <span class="recipe">${escapeHtml(recipe)}</span>. ${condition(entry)}</p>`,
    proof &&
      `<p>Why: ${proofHtml(proof, chapters)}. Ours has to stay within ${scientific(entry.correctedTolerance)} of ${plain(entry.corrected)}, or this verdict falls.</p>`,
    otherReadings && `<p>Read otherwise: ${proofHtml(otherReadings, chapters)}</p>`,
    commit &&
      `<p>Takes ${entry.command ? 'hours' : 'minutes'}: computed once, from commit <code>${commit.slice(0, 12)}</code>.</p>`,
  ].filter(Boolean);
  const runs = verdict !== 'not recomputed' && !entry.slow;
  return `<article class="entry" id="${id}" data-paper="${id.slice(0, 3)}" data-verdict="${slug(verdict)}"${
    runs ? ` data-mean="${entry.mean}" data-seeds="${entry.seeds}" data-agreement="${entry.agreement}"` : ''
  }>
          <p class="entry-head">${pill(verdict, label(entry))}<span class="entry-place">${escapeHtml(entry.place)}</span><a class="entry-link" href="#${id}" aria-label="Link to the entry ${id}">#</a></p>
          <h3>${escapeHtml(statement)}</h3>
          ${published && quotationHtml(published)}
          ${values && `<dl>${values}</dl>`}
          ${told.join('\n          ')}
          <p class="entry-foot"><a href="source.html#${lineId(place)}"><code>${place.file}:${place.line}</code></a></p>
        </article>`;
}

const isOurs = ({ source }: Entry): boolean => source === 'ours';

/** How many there are of each verdict; what is ours is counted apart. */
export function summaryHtml(entries: readonly Entry[]): string {
  const items = verdicts
    .filter((verdict) => verdict !== 'ours')
    .map(
      (verdict) =>
        [verdict, entries.filter((one) => !isOurs(one) && one.verdict === verdict).length] as const,
    )
    .filter(([, count]) => count > 0)
    .map(([verdict, count]) => `<li><b>${count}</b> ${pill(verdict)}</li>`);
  const own = entries.filter(isOurs).length;
  const beside =
    own > 0
      ? `\n      <p class="beside">Beside them <b>${own}</b> statements of ${pill('ours')}, which no paper is judged by.</p>`
      : '';
  return `<ul class="tally">${items.join('')}</ul>${beside}`;
}

/** In one line, as links to just these: for the front page. */
export function countsHtml(entries: readonly Entry[], up: string): string {
  const theirs = entries.filter((one) => !isOurs(one));
  const of = (...wanted: Verdict[]): readonly Entry[] =>
    theirs.filter(({ verdict }) => wanted.includes(verdict));
  const link = (words: string, ...wanted: Verdict[]): string =>
    `<a href="${up}ledger.html?verdict=${wanted.map(slug).join(',')}">${of(...wanted).length} ${words}</a>`;
  return `${theirs.length} statements of five papers: ${[
    link('agree', 'agrees'),
    link('close', 'close'),
    link('in error', 'in error'),
    link('unclear or not found', 'unclear', 'not found'),
    link('not recomputed', 'not recomputed'),
  ].join(', ')}.`;
}

/** A published number or statement on a page, with its verdict and the way to its entry. */
export const badgeHtml = (inner: string, entry: Entry, up: string): string =>
  `<a class="claim v-${slug(entry.verdict)}" href="${up}ledger.html#${entry.id}">${inner}<span class="badge">${icon(
    entry.verdict,
  )}<span class="visually-hidden"> (${label(entry)})</span></span></a>`;

/** Which version of the source the site is built from. */
export interface Origin {
  readonly commit?: string;
  /** Of the commit, or of the build where there is none: 2026-11-23. */
  readonly date: string;
  /** Address of the repository, without a slash at its end. */
  readonly repository?: string;
}

/** A source file with a place to link to on every line. */
export function sourceHtml(
  file: string,
  text: string,
  { commit, repository }: Pick<Origin, 'commit' | 'repository'>,
): string {
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
