/** The page of times: the newest run of the benchmark that is kept in tests/bench/kept, as tables. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { slugOf } from './headings.ts';
import type { Page } from './html.ts';
import { escapeHtml } from './pages.ts';
import { repository } from './paths.ts';

/** As `keep` of tests/bench/kept.mjs writes it. */
export interface KeptRun {
  /** Its day, as in 2026-11-27. */
  readonly date: string;
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly memoryGiB: number;
    readonly system: string;
  };
  readonly versions: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
  readonly results: readonly Row[];
}

interface Row {
  readonly workload: string;
  readonly id: string;
  readonly about: string;
  readonly title: string;
  readonly place: string;
  readonly contestant: string;
  /** Milliseconds. */
  readonly min: number;
  readonly timesOurs?: number | null;
  readonly ofFloor?: number | null;
}

const folder = join(repository, 'tests/bench/kept');

/** The newest one. */
export function readKeptRun(): KeptRun {
  const runs = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name): KeptRun => JSON.parse(readFileSync(join(folder, name), 'utf8')));
  const [newest] = runs.sort((a, b) => b.date.localeCompare(a.date));
  if (!newest) throw new Error(`there is no run in ${folder}: ./tools/bench --keep writes one`);
  return newest;
}

/** Three digits that count. */
const digits = (x: number): string => (x >= 100 ? String(Math.round(x)) : x.toPrecision(3));

const places = ['native', 'Node', 'Chromium'];

function cell(row: Row | undefined): string {
  if (!row) return '<td></td>';
  const ours = row.contestant.startsWith('attn ');
  const more = ours
    ? row.ofFloor && `${digits(row.ofFloor)} of the floor`
    : row.timesOurs && `${digits(row.timesOurs)} × ours`;
  return `<td data-place="${row.place}">${digits(row.min)}${more ? `<small>${more}</small>` : ''}</td>`;
}

function caseTable(rows: readonly Row[], caption: string): string {
  const shown = places.filter((place) => rows.some((row) => row.place === place));
  const contestants = [...new Set(rows.map(({ contestant }) => contestant))];
  const line = (contestant: string): string => {
    const cells = shown.map((place) =>
      cell(rows.find((row) => row.contestant === contestant && row.place === place)),
    );
    const ours = contestant.startsWith('attn ') ? ' class="ours"' : '';
    return `<tr${ours}><th scope="row">${escapeHtml(contestant)}</th>${cells.join('')}</tr>`;
  };
  return `<table class="times">
        <caption>${escapeHtml(caption)}; ms</caption>
        <thead><tr><td></td>${shown.map((place) => `<th scope="col">${place}</th>`).join('')}</tr></thead>
        <tbody>
        ${contestants.map(line).join('\n        ')}
        </tbody>
      </table>`;
}

const dateOf = (date: string): string =>
  new Date(`${date}T00:00Z`).toLocaleDateString('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  });

/** When and on what it was measured. */
export function whereHtml({ date, machine: { processor, cores, memoryGiB, system } }: KeptRun): string {
  return `measured on ${dateOf(date)} on ${escapeHtml(processor)}, of which the run had ${cores} cores and ${memoryGiB} GiB (${escapeHtml(system)})`;
}

export function versionsHtml({ versions }: KeptRun): string {
  const listed = (of: Readonly<Record<string, string>>): string =>
    Object.entries(of)
      .map(([name, version]) => `${escapeHtml(name)} ${escapeHtml(version)}`)
      .join(', ');
  const items = Object.entries(versions).map(([place, of]) =>
    typeof of === 'string'
      ? `<li>${escapeHtml(place)} ${escapeHtml(of)}</li>`
      : `<li>${escapeHtml(place)}: ${listed(of)}</li>`,
  );
  return `<ul>${items.join('')}</ul>`;
}

/** A heading for each workload, and a table for each of its cases. */
export function timesHtml({ results }: KeptRun): string {
  const workloads = new Map<string, Row[]>();
  for (const row of results) workloads.set(row.about, [...(workloads.get(row.about) ?? []), row]);
  return [...workloads]
    .map(([about, rows]) => {
      const ids = [...new Set(rows.map(({ id }) => id))];
      const tables = ids.map((id) => {
        const of = rows.filter((row) => row.id === id);
        return caseTable(of, of[0]?.title ?? id);
      });
      return `<h3 id="${slugOf(about)}">${escapeHtml(about)}</h3>\n      <div class="measured">${tables.join('\n      ')}</div>`;
    })
    .join('\n      ');
}

/** Writes them where a page asks for them: `<!-- times: where -->`, `versions`, `tables`. */
export function withTimes(page: Page): void {
  page.fillMarks('times', {
    where: () => whereHtml(readKeptRun()),
    versions: () => versionsHtml(readKeptRun()),
    tables: () => timesHtml(readKeptRun()),
  });
}
