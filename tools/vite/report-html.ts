/** The report "Errata and confirmations of five papers" as HTML: `attn claims --report` prints the same as Markdown. */
import { number } from '../../web/src/draw/format.ts';
import type { Entry } from '../ledger/entries.ts';
import { papers } from '../ledger/papers.ts';
import { quoted } from '../ledger/quotation.ts';
import {
  icon,
  label,
  type Origin,
  proofHtml,
  quotationHtml,
  slug,
  type Verdict,
  valuesOf,
  verdicts,
} from './ledger-html.ts';
import { type Chapter, escapeHtml } from './pages.ts';
import { version } from './paths.ts';

/** What a table of verdicts has in its last column: of seeds the mean alone. */
const comesTo = ({ published, agreement, ours, mean }: Entry): string => {
  if (agreement === 'holds') return escapeHtml(ours);
  const { printed } = quoted(published);
  const values = [printed && `printed ${printed}`, ours && `recomputed ${number(mean, 4)}`].filter(Boolean);
  return escapeHtml(values.join(', '));
};

const row = (entry: Entry): string =>
  `<tr><td>${escapeHtml(entry.place)}</td><td><a href="ledger.html#${entry.id}">${escapeHtml(entry.statement)}</a></td><td class="v-${slug(
    entry.verdict,
  )}">${icon(entry.verdict)} ${label(entry)}</td><td>${comesTo(entry)}</td></tr>`;

/** How to recompute one. */
export const rerun = (id: string): string => `attn claims --only ${id}`;

function erratum(entry: Entry, chapters: readonly Chapter[]): string {
  const values = valuesOf(entry).map(
    ([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd>${escapeHtml(value)}</dd></div>`,
  );
  return `<article class="erratum" id="${entry.id}">
        <h4>${escapeHtml(entry.statement)}</h4>
        <p class="paper-source">${escapeHtml(entry.place)}; ${label(entry)}</p>
        ${quotationHtml(entry.published)}
        <dl>${values.join('')}</dl>
        <p>Derived: ${proofHtml(entry.proof, chapters)}.</p>
        ${entry.otherReadings && `<p>Read otherwise: ${proofHtml(entry.otherReadings, chapters)}</p>`}
        <p>From ${escapeHtml(entry.recipe)}. Recompute it: <code>${rerun(entry.id)}</code></p>
      </article>`;
}

/** "81 in error, 10 close, 231 agree": of one paper, in the order of the ledger. */
export function countsInWords(entries: readonly Entry[]): string {
  const counts = verdicts
    .map((verdict): [Verdict, number] => [verdict, entries.filter((one) => one.verdict === verdict).length])
    .filter(([, count]) => count > 0);
  return counts.map(([verdict, count]) => `${count} ${verdict === 'agrees' ? 'agree' : verdict}`).join(', ');
}

function paperHtml(chapter: Chapter, own: readonly Entry[], chapters: readonly Chapter[]): string {
  const { seed } = chapter;
  const { title, authors } = papers[seed] ?? { title: chapter.title, authors: '' };
  const theirs = own.filter(({ source }) => source !== 'ours');
  const wrong = theirs.filter(({ verdict }) => verdict === 'in error');
  const beside = own.length - theirs.length;
  const remark =
    theirs[0]?.source === 'summary'
      ? ' We know this paper through a summary alone: what is quoted and judged is the summary.'
      : '';
  return `<section class="report-paper" aria-labelledby="paper-${seed}">
      <h2 id="paper-${seed}">${escapeHtml(title)}</h2>
      <p class="paper-source">${authors && `${escapeHtml(authors)}. `}<a href="chapters/${chapter.slug}.html">Chapter ${chapter.number}</a> shows it.</p>
      <p>Of ${theirs.length} statements: ${countsInWords(theirs)}.${remark}${beside > 0 ? ` Beside them ${beside} of ours, which are not judged here.` : ''}</p>
      <h3 id="errata-${seed}">Errata</h3>
      ${wrong.length > 0 ? wrong.map((entry) => erratum(entry, chapters)).join('\n      ') : '<p>None.</p>'}
      <h3 id="verdicts-${seed}">All verdicts</h3>
      <table class="verdicts">
        <thead><tr><th scope="col">place</th><th scope="col">statement</th><th scope="col">verdict</th><th scope="col">numbers</th></tr></thead>
        <tbody>
        ${theirs.map(row).join('\n        ')}
        </tbody>
      </table>
      </section>`;
}

/** Which version of what, and when. */
export function reportHead({ commit, date }: Origin): string {
  const source = commit ? `, commit <code>${commit}</code>` : '';
  return `<p class="paper-source">Attention Explorables ${version}, ${date}${source}.</p>`;
}

export const reportHtml = (entries: readonly Entry[], chapters: readonly Chapter[]): string =>
  chapters
    .map((chapter) => {
      const own = entries.filter(({ id }) => id.startsWith(`${chapter.seed}.`));
      return own.length > 0 ? paperHtml(chapter, own, chapters) : '';
    })
    .filter(Boolean)
    .join('\n      ');
