/**
 * Puts the ledger into the pages: `<!-- ledger: NAME -->` for the parts below, `<!-- ledger: ours ID -->` for our value of a claim, and `<a data-claim="ID">1.76</a>` for a published
 * number or statement, which becomes a link to its entry with a badge of the verdict. The values are computed while the site is
 * built, by the wasm that it ships; a verdict that nobody has explained, or kept values that are out of date, end the build.
 */
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Plugin } from 'vite';
import type { Entry, Kept } from '../ledger/entries.ts';
import { numbersOf } from '../ledger/quotation.ts';
import { recordOf } from '../ledger/record.ts';
import {
  badgeHtml,
  countsHtml,
  entryHtml,
  type Origin,
  type Place,
  sourceHtml,
  summaryHtml,
} from './ledger-html.ts';
import { coreTime, nodeSide } from './node-side.ts';
import { type Chapter, escapeHtml, lineAt, PageError, readChapters } from './pages.ts';
import { alias, repository, version, web } from './paths.ts';
import { reportHead, reportHtml } from './report-html.ts';
import { readSite } from './site.ts';

const script = `${repository}tools/ledger/entries.ts`;
const kept = join(repository, 'cpp/claims/kept.json');

/** The files that list what the papers state, one or more for each. */
export const claimFiles = (): string[] =>
  readdirSync(join(repository, 'cpp/claims'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /^\d{3}\/\w+\.cpp$/.test(name) && !name.endsWith('/paper.cpp'))
    .sort()
    .map((name) => `cpp/claims/${name}`);

/** Where the claim of that id is written down. */
export function placeOf(id: string, files: ReadonlyMap<string, string>): Place {
  // Where a row of a table gives several, the source has the row's: 002.table-1.0.02 of 002.table-1.0.02-clean.
  for (const name of [id, id.replace(/-[a-z]+$/, '')])
    for (const [file, text] of files) {
      const at = text.indexOf(`"${name}"`);
      if (at >= 0) return { file, line: lineAt(text, at) };
    }
  throw new Error(`ledger: ${id} is in none of ${[...files.keys()].join(', ')}`);
}

export interface Ledger {
  readonly entries: readonly Entry[];
  readonly chapters: readonly Chapter[];
  /** Text of each file of claims. */
  readonly files: ReadonlyMap<string, string>;
  readonly origin: Origin;
}

const parts: Record<string, (ledger: Ledger, up: string) => string> = {
  summary: ({ entries }) => summaryHtml(entries),
  entries: ({ entries, chapters, files }) =>
    chapters
      .map(({ seed, title, paper, number, slug, live }) => {
        const own = entries.filter(({ id }) => id.startsWith(`${seed}.`));
        if (own.length === 0) return '';
        const source = own.some((one) => one.source === 'summary')
          ? `A summary of ${escapeHtml(paper)}, which is all that we have of it: what is quoted and judged is the summary`
          : escapeHtml(paper);
        return `<section class="paper" data-paper="${seed}" aria-labelledby="paper-${seed}">
        <h2 id="paper-${seed}">${escapeHtml(title)}</h2>
        <p class="paper-source">${source}; ${
          live ? `<a href="chapters/${slug}.html">chapter ${number}</a>` : `chapter ${number}, to come`
        }</p>
        ${own.map((entry) => entryHtml(entry, placeOf(entry.id, files), chapters)).join('\n        ')}
        </section>`;
      })
      .join('\n'),
  papers: ({ chapters }) =>
    chapters
      .map(({ seed, number, short }) => `<option value="${seed}">${number} ${escapeHtml(short)}</option>`)
      .join(''),
  counts: ({ entries }, up) => countsHtml(entries, up),
  report: ({ entries, chapters }) => reportHtml(entries, chapters),
  'report-head': ({ origin }) => reportHead(origin),
  source: ({ files, origin }) => [...files].map(([file, text]) => sourceHtml(file, text, origin)).join('\n'),
};

/** A number alone on a badge must be a printed one, and what is ours is no printed one. */
function checkBadge(text: string, { id, published, source }: Entry): void {
  if (source === 'ours')
    throw new Error(
      `${id} is a statement of ours and has no badge: write the number plainly, or <!-- ledger: ours ${id} -->`,
    );
  const number = /^\s*([\d.]+)\s*%?\s*$/.exec(
    text.replace(/<[^>]*>/g, '').replace(/(?<=\d),(?=\d{3})/g, ''),
  )?.[1];
  if (number && !numbersOf(published).includes(number))
    throw new Error(`${number} is not what ${id} has as published (${published})`);
}

/** Replaces the marks and badges of one page. */
export function applyLedger(html: string, file: string, ledger: Ledger): string {
  const up = '../'.repeat(relative(web, file).split(sep).length - 1);
  return html.replace(
    /<!--\s*ledger:\s*(.*?)\s*-->|<a data-claim="([^"]*)">([\s\S]*?)<\/a>/g,
    (_all, part: string | undefined, id: string, inner: string, index: number) => {
      const fail = (message: string): never => {
        throw new PageError(file, lineAt(html, index), message);
      };
      const make = part === undefined ? undefined : parts[part];
      if (make) return make(ledger, up);
      const own = part?.match(/^ours (.*)/)?.[1];
      if (part !== undefined && own === undefined)
        return fail(`no part '${part}' of the ledger; there are ${Object.keys(parts).join(', ')}, ours ID`);
      const wanted = own ?? id;
      const entry = ledger.entries.find((one) => one.id === wanted);
      if (!entry) return fail(`the ledger has no entry '${wanted}'`);
      if (own !== undefined)
        return entry.ours ? escapeHtml(entry.ours) : fail(`${own} has not been recomputed`);
      try {
        checkBadge(inner, entry);
      } catch (error) {
        fail((error as Error).message);
      }
      return badgeHtml(inner, entry, up);
    },
  );
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

export function ledger(): Plugin {
  let made: { readonly core: number; readonly ledger: Promise<Ledger> } | undefined;

  async function compute(): Promise<Ledger> {
    const { entries } = await nodeSide.load<typeof import('../ledger/entries.ts')>(script);
    const old: Kept = JSON.parse(readFileSync(kept, 'utf8'));
    const files = new Map(claimFiles().map((file) => [file, readFileSync(join(repository, file), 'utf8')]));
    const { repository: address } = readSite();
    const origin: Origin = { ...built([...files.keys()]), ...(address && { repository: address }) };
    return { entries: await entries(alias['#wasm'], old), chapters: readChapters(), files, origin };
  }

  function current(): Promise<Ledger> {
    const core = coreTime();
    if (made?.core !== core) made = { core, ledger: compute() };
    return made.ledger;
  }

  return {
    name: 'attn-ledger',
    configureServer: (server) => nodeSide.serveFrom(server),
    transformIndexHtml: {
      order: 'pre',
      handler: async (html, { filename }) =>
        /<!--\s*ledger:|data-claim=/.test(html) ? applyLedger(html, filename, await current()) : html,
    },
    async generateBundle() {
      const { entries, origin } = await current();
      const { commit, date } = origin;
      const about = { $schema: 'ledger.schema.json', version, date, ...(commit && { commit }) };
      this.emitFile({
        type: 'asset',
        fileName: 'ledger.json',
        source: `${JSON.stringify({ ...about, entries: entries.map(recordOf) }, undefined, 1)}\n`,
      });
    },
    closeBundle: () => nodeSide.close(),
  };
}
