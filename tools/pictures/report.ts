/** A page with what differs: each drawing before and now, and what has moved alone. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../vite/pages.ts';
import { command, fileOf, folder, keptLines, lineIn, marksIn, missing } from './store';
import { differences, readTrace } from './trace';

/** Before and now, in colours of which neither stands for anything. */
const colours = { before: '#d1242f', now: '#0969da' };

const inColour = (mark: string, colour: string): string =>
  mark.replace(/(fill|stroke)="#[0-9a-f]{6}"/g, `$1="${colour}"`);

/** What is in both, pale, and above it what is in one of them alone. Halos would hide what is below. */
export function overlay(old: string, now: string): string {
  const [before, after] = [marksIn(old), marksIn(now)].map((marks) =>
    marks.map((mark) => mark.replace(/<text [^>]*aria-hidden="true"[^>]*>[^<]*<\/text>/, '')),
  ) as [string[], string[]];
  const [gone, come] = [missing(before, after), missing(after, before)];
  const [head = ''] = now.split(/(?<=<g [^>]*>\n)/);
  const layer = (marks: readonly string[], opacity: number): string =>
    `<g opacity="${opacity}">\n${marks.join('\n')}\n</g>`;
  const colored = (marks: readonly string[], colour: string) => marks.map((mark) => inColour(mark, colour));
  return [
    head,
    layer(missing(after, come), 0.15),
    layer(colored(gone, colours.before), 0.7),
    layer(colored(come, colours.now), 0.7),
    '</g>\n</svg>\n',
  ].join('\n');
}

/** The drawings that differ, of the figures named or of all: the words of the page about each, and its pictures. */
function section(file: string): string {
  const now = readFileSync(join(folder, 'new', file), 'utf8');
  const title = now.match(/<desc>([^<]*)</)?.[1] ?? file;
  const line = lineIn(join(folder, 'new', file)) ?? '';
  const kept = lineOf(file);
  const before = join(folder, 'kept', file);
  const there = kept !== undefined && lineIn(before) === kept;
  const why = kept === undefined ? ['none is kept'] : differences(readTrace(kept), readTrace(line));
  const picture = (svg: string, words: string): string =>
    `<figure><img src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}" alt=""><figcaption>${words}</figcaption></figure>`;
  const old = there ? readFileSync(before, 'utf8') : undefined;
  const pictures = [
    old ? picture(old, 'kept') : '<p>The drawing that is kept is not on this machine, its line alone.</p>',
    picture(now, 'now'),
    old ? picture(overlay(old, now), 'what moved: red as kept, blue as it is now') : '',
  ];
  return `<section><h2>${title}</h2><p>${escapeHtml(why.join('; '))}</p><div>${pictures.join('')}</div></section>`;
}

/** The line that is kept of the drawing in a file. */
function lineOf(file: string): string | undefined {
  const id = file.slice(0, file.indexOf('.'));
  for (const [key, line] of keptLines(id)) {
    const [name = '', width = ''] = key.split('\t');
    if (fileOf(id, { name, width: Number(width) }) === file) return line;
  }
  return undefined;
}

const isOf = (ids: readonly string[]) => (file: string) =>
  ids.length === 0 || ids.includes(file.slice(0, file.indexOf('.')));

const changed = (ids: readonly string[]): readonly string[] =>
  existsSync(join(folder, 'new')) ? readdirSync(join(folder, 'new')).filter(isOf(ids)).sort() : [];

/** The drawings that differ of which this machine has no older one. */
export const unseen = (ids: readonly string[]): readonly string[] =>
  changed(ids).filter(
    (file) => lineOf(file) !== undefined && lineIn(join(folder, 'kept', file)) !== lineOf(file),
  );

/** Whether a drawing of another tree is the one that is kept here. */
export const isKept = (file: string, from: string): boolean =>
  lineOf(file) !== undefined && lineIn(join(from, file)) === lineOf(file);

/** Writes the page. Returns its path, and how many drawings differ. */
export function report(ids: readonly string[]): { readonly path: string; readonly count: number } {
  const files = changed(ids);
  const figures = new Set(files.map((file) => file.slice(0, file.indexOf('.'))));
  const words = files.length
    ? `${files.length} of the drawings of ${[...figures].join(', ')} differ from those that are kept. If they are meant: <code>${command} --keep ${[...figures].join(' ')}</code>`
    : `No drawing of ${ids.join(', ') || 'any figure'} differs from the one that is kept.`;
  const path = join(folder, 'index.html');
  writeFileSync(
    path,
    `<!doctype html><html lang="en"><meta charset="utf-8"><title>Pictures under test</title><style>
body{font:15px/1.4 system-ui,sans-serif;margin:2rem}h2{font-size:1rem;margin:2rem 0 0}section>div{display:flex;gap:1rem;flex-wrap:wrap}
figure{margin:0;flex:1 1 20rem;max-width:908px}img{width:100%;border:1px solid #d0d7de}</style>
<h1>Pictures under test</h1><p>${words}</p>${files.map(section).join('\n')}</html>\n`,
  );
  return { path, count: files.length };
}
