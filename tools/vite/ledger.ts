/**
 * Puts the ledger into the pages: `<!-- ledger: NAME -->` for the parts below, `<!-- ledger: ours ID -->` for our value of a claim, and `<a data-claim="ID">1.76</a>` for a published
 * number or statement, which becomes a link to its entry with a badge of the verdict. The values are computed while the site is
 * built, by the wasm that it ships; a verdict that nobody has explained, or kept values that are out of date, end the build.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import type { Entry, Kept } from '../ledger/entries.ts';
import { numbersOf } from '../ledger/quotation.ts';
import { recordOf } from '../ledger/record.ts';
import { all, attribute, inner, type Page, parsed, replace, textOf } from './html.ts';
import * as html from './ledger-html.ts';
import { coreTime, nodeSide } from './node-side.ts';
import { type Chapter, escapeHtml, readChapters } from './pages.ts';
import { alias, repository, version } from './paths.ts';
import { reportHead, reportHtml } from './report-html.ts';
import { readSite } from './site.ts';

const script = `${repository}tools/ledger/entries.ts`;
const kept = join(repository, 'cpp/claims/kept.json');

/** The files that list what the papers state, one or more for each, and what we state beside all of them. */
export const claimFiles = (): string[] =>
  readdirSync(join(repository, 'cpp/claims'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^(\d{3}\/(?!paper\.)\w+|one_head)\.cpp$/.test(name))
    .sort()
    .map((name) => `cpp/claims/${name}`);

/** Where the claim of that id is written down. */
export function placeOf(id: string, files: ReadonlyMap<string, string>): html.Place {
  // Where a row of a table gives several, the source has the row's: 002.table-1.0.02 of 002.table-1.0.02-clean.
  for (const name of [id, id.replace(/-[a-z]+$/, '')])
    for (const [file, text] of files) {
      const at = text.indexOf(`"${name}"`);
      if (at >= 0) return { file, line: text.slice(0, at).split('\n').length };
    }
  throw new Error(`ledger: ${id} is in none of ${[...files.keys()].join(', ')}`);
}

export interface Ledger {
  readonly entries: readonly Entry[];
  readonly chapters: readonly Chapter[];
  /** Text of each file of claims. */
  readonly files: ReadonlyMap<string, string>;
  readonly origin: html.Origin;
}

function entryOf({ entries }: Ledger, id: string | undefined): Entry {
  const entry = entries.find((one) => one.id === id);
  if (!entry) throw new Error(`the ledger has no entry '${id}'`);
  return entry;
}

const parts: Record<string, (ledger: Ledger, up: string, id: string) => string> = {
  summary: ({ entries }) => html.summaryHtml(entries),
  entries: ({ entries, chapters, files }) =>
    chapters
      .map(({ seed, title, paper, number, slug, live }) => {
        const own = entries.filter(({ id }) => id.startsWith(`${seed}.`));
        if (own.length === 0) return '';
        const source = own.some((one) => one.source === 'summary')
          ? `A summary of “${escapeHtml(paper)}”, which is all that we have of it: what is quoted and judged is the summary`
          : escapeHtml(paper);
        return `<section class="paper" data-paper="${seed}" aria-labelledby="paper-${seed}">
        <h2 id="paper-${seed}">${escapeHtml(title)}</h2>
        <p class="paper-source">${source}; ${
          live ? `<a href="chapters/${slug}.html">chapter ${number}</a>` : `chapter ${number}, to come`
        }</p>
        ${own.map((entry) => html.entryHtml(entry, placeOf(entry.id, files), chapters)).join('\n        ')}
        </section>`;
      })
      .join('\n'),
  papers: ({ chapters }) =>
    chapters
      .filter(({ seed }) => seed)
      .map(({ seed, number, short }) => `<option value="${seed}">${number} ${escapeHtml(short)}</option>`)
      .join(''),
  counts: ({ entries }, up) => html.countsHtml(entries, up),
  report: ({ entries, chapters }) => reportHtml(entries, chapters),
  'report-head': ({ origin }) => reportHead(origin),
  ours: (ledger, _up, id) => {
    const { ours } = entryOf(ledger, id);
    if (!ours) throw new Error(`${id} has not been recomputed`);
    return escapeHtml(ours);
  },
  source: ({ files, origin }) =>
    [...files].map(([file, text]) => html.sourceHtml(file, text, origin)).join('\n'),
};

/** A number alone on a badge must be a printed one, and what is ours is no printed one. */
function checkBadge(text: string, { id, published, source }: Entry): void {
  if (source === 'ours')
    throw new Error(
      `${id} is a statement of ours and has no badge: write the number plainly, or <!-- ledger: ours ${id} -->`,
    );
  const number = /^\s*([\d.]+)\s*%?\s*$/.exec(text.replace(/(?<=\d),(?=\d{3})/g, ''))?.[1];
  if (number && !numbersOf(published).includes(number))
    throw new Error(`${number} is not what ${id} has as published (${published})`);
}

/** Writes the parts and the badges of one page. */
export function applyLedger(page: Page, ledger: Ledger): void {
  for (const link of all(page.root, 'a[data-claim]'))
    page.at(link, () => {
      const entry = entryOf(ledger, attribute(link, 'data-claim'));
      checkBadge(textOf(link), entry);
      replace(link, parsed(html.badgeHtml(inner(link), entry, page.up)));
    });
  page.fillMarks('ledger', parts, ledger, page.up);
}

const today = (): string => new Date().toISOString().slice(0, 10);

/** The commit that is built, and its day; none where the source is no checkout, or has changed since. */
function built(files: readonly string[]): { readonly commit?: string; readonly date: string } {
  const git = (...args: string[]): string =>
    execFileSync('git', args, { cwd: repository, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    git('diff', '--quiet', 'HEAD', '--', ...files);
    return {
      commit: git('rev-parse', 'HEAD').trim(),
      date: git('show', '-s', '--format=%cs', 'HEAD').trim(),
    };
  } catch {
    return { date: today() };
  }
}

let made: { readonly core: number; readonly ledger: Promise<Ledger> } | undefined;

async function compute(): Promise<Ledger> {
  const { entries } = await nodeSide.load<typeof import('../ledger/entries.ts')>(script);
  const old: Kept = JSON.parse(readFileSync(kept, 'utf8'));
  const files = new Map(claimFiles().map((file) => [file, readFileSync(join(repository, file), 'utf8')]));
  const { repository: address } = readSite();
  const origin: html.Origin = { ...built([...files.keys()]), repository: address };
  return { entries: await entries(alias['#wasm'], old), chapters: readChapters(), files, origin };
}

/** As the core computes it that is there: once, until there is another one. */
export function currentLedger(): Promise<Ledger> {
  const core = coreTime();
  if (made?.core !== core) made = { core, ledger: compute() };
  return made.ledger;
}

/** The ledger as a file. */
export function ledger(): Plugin {
  return {
    name: 'attn-ledger',
    async generateBundle() {
      const { entries, origin } = await currentLedger();
      const { commit, date } = origin;
      const about = { $schema: 'ledger.schema.json', version, date, ...(commit && { commit }) };
      this.emitFile({
        type: 'asset',
        fileName: 'ledger.json',
        source: `${JSON.stringify({ ...about, entries: entries.map(recordOf) }, undefined, 1)}\n`,
      });
    },
  };
}
