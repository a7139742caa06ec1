/**
 * Drawings of figures held against those that are kept. In the repository stands a line for each, `tests/wasm/pictures.txt`;
 * `build/pictures` has the drawings themselves, as this machine has seen them last: `kept` those that agreed, `new` those that did not.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainFonts } from '../../web/src/draw/paint';
import { colourOf } from '../../web/src/draw/palette';
import { Scene } from '../../web/src/draw/scene';
import type { Role } from '../../web/src/draw/surface';
import { svgText } from '../../web/src/draw/svg-text';
import { initialState, stepsOf } from '../../web/src/element/address/state';
import { posterWidths } from '../../web/src/element/panels/export';
import { defaults, type Figure, type Params, type Values } from '../../web/src/figures/declare';
import { repository } from '../vite/paths.ts';
import { differences, readTrace, traceOf, written } from './trace';

export const keptFile = join(repository, 'tests/wasm/pictures.txt');
export const folder = join(repository, 'build/pictures');
export const command = 'node tools/pictures.mjs';

/** What is looked at of a figure. */
export interface State {
  readonly name: string;
  readonly values: Values<Params>;
  readonly t: number;
}

/** The default at its end, and where it opens if that is elsewhere; every preset where it leads to. */
export function statesOf(figure: Figure): readonly State[] {
  const values = defaults(figure.params);
  const last = stepsOf(figure, values) ?? 0;
  const opens = initialState(figure).t ?? 0;
  return [
    { name: 'default', values, t: last },
    ...(opens === last ? [] : [{ name: 'default, as it opens', values, t: opens }]),
    ...figure.presets.map(({ name, params, t }) => {
      const own = { ...values, ...(params as Values<Params>) };
      return { name, values: own, t: t ?? stepsOf(figure, own) ?? 0 };
    }),
  ];
}

/** A drawing: where it belongs, and its line. */
export interface Drawing {
  readonly name: string;
  readonly width: number;
  readonly line: string;
  svg(line: string): string;
}

/** A state as it is drawn on a wide page and on a phone. */
export function drawingsOf(figure: Figure, { name, values }: State, frame: unknown): readonly Drawing[] {
  return Object.values(posterWidths).map((width) => {
    const view = { width, height: figure.height(width) };
    const scene = new Scene();
    figure.draw(scene, frame, view, values);
    const look = { colour: (role: Role) => colourOf(role, 'light'), fonts: plainFonts };
    const label = { title: figure.title, description: `${figure.id}, ${name}, ${width} px wide` };
    return {
      name,
      width,
      line: written(traceOf(scene, view)),
      svg: (line) => svgText(scene.marks, view, look, { ...label, origin: line }),
    };
  });
}

/** The lines that are kept of a figure, by state and width. */
export function keptLines(id: string): ReadonlyMap<string, string> {
  const own = allLines().filter((line) => line.startsWith(`${id}\t`));
  return new Map(
    own.map((line) => {
      const [, name = '', width = '', trace = ''] = line.split('\t');
      return [keyOf(name, width), trace];
    }),
  );
}

/** The figures of which there are lines. */
export const keptIds = (): readonly string[] => [
  ...new Set(allLines().map((line) => line.slice(0, line.indexOf('\t')))),
];

const keyOf = (name: string, width: number | string): string => `${name}\t${width}`;

const allLines = (): readonly string[] =>
  existsSync(keptFile)
    ? readFileSync(keptFile, 'utf8')
        .split('\n')
        .filter((line) => /^[^#]/.test(line))
    : [];

const head = `# Drawings of figures, each as a line: figure, state, width, marks; hashes of words, of looks and of meaning; sums of places.
# Written by \`${command} --keep\`; read by tests/wasm/figures.test.ts. How and why: docs/decisions/0041-pictures-under-test.md
`;

/** All at once: a test that reads meanwhile finds the lines before or after, and not half of them. */
function write(lines: readonly string[]): void {
  writeFileSync(`${keptFile}.new`, `${head}${lines.join('\n')}\n`);
  renameSync(`${keptFile}.new`, keptFile);
}

/** Keeps a figure's drawings in place of those before. */
export function keep(id: string, drawings: readonly Drawing[]): void {
  const others = allLines().filter((line) => !line.startsWith(`${id}\t`));
  const kept = keptLines(id);
  // A line that still holds stays as it is: last bits of this machine are no reason to change it.
  const own = drawings.map(({ name, width, line }) => {
    const old = kept.get(keyOf(name, width));
    const holds = old !== undefined && differences(readTrace(old), readTrace(line)).length === 0;
    return [id, name, width, holds ? old : line].join('\t');
  });
  // Sorted by figure, so that branches that add some seldom meet.
  const all = [...others, ...own].sort((a, b) => compare(a.split('\t')[0] ?? '', b.split('\t')[0] ?? ''));
  write(all);
}
const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Lets lines go that no figure has. */
export function keepOnly(ids: readonly string[]): void {
  const all = allLines().filter((line) => ids.includes(line.slice(0, line.indexOf('\t'))));
  write(all);
}

/** What differs from what is kept, a sentence each. Leaves the drawings in \`build/pictures\`. */
export function held(id: string, drawings: readonly Drawing[]): readonly string[] {
  const kept = keptLines(id);
  const told: string[] = [];
  for (const kind of ['kept', 'new'] as const) mkdirSync(join(folder, kind), { recursive: true });
  for (const file of readdirSync(join(folder, 'new')))
    if (file.startsWith(`${id}.`)) rmSync(join(folder, 'new', file));
  for (const drawing of drawings) {
    const { name, width, line } = drawing;
    const old = kept.get(keyOf(name, width));
    const found = old === undefined ? ['none is kept'] : differences(readTrace(old), readTrace(line));
    const [before, now] = (['kept', 'new'] as const).map((kind) => join(folder, kind, fileOf(id, drawing)));
    if (found.length === 0) {
      if (lineIn(before as string) !== old) writeFileSync(before as string, drawing.svg(old as string));
      continue;
    }
    const svg = drawing.svg(line);
    writeFileSync(now as string, svg);
    const there = old !== undefined && lineIn(before as string) === old;
    const counted = there ? [movedIn(readFileSync(before as string, 'utf8'), svg)] : [];
    told.push(`${id}, “${name}”, ${width} px wide: ${[...found, ...counted].join('; ')}`);
  }
  const names = new Set(drawings.map(({ name, width }) => keyOf(name, width)));
  for (const key of kept.keys())
    if (!names.has(key))
      told.push(`${id}, “${key.replace('\t', '”, ')} px wide: is kept, and no state of it`);
  return told;
}

/** What to do about it. */
export const advice = (id: string): string =>
  `\nOld and new beside each other: ${command} --report ${id}\nIf they are meant: ${command} --keep ${id}`;

export const fileOf = (
  id: string,
  { name, width }: { readonly name: string; readonly width: number },
): string => `${id}.${name.replace(/[^\p{L}\p{N}]+/gu, '-')}.${width}.svg`;

/** The line of the drawing in a file. */
export const lineIn = (file: string): string | undefined =>
  existsSync(file) ? readFileSync(file, 'utf8').match(/<metadata>([^<]*)</)?.[1] : undefined;

/** The marks of a file: it has one in each line, between those of the group that they are in. */
export const marksIn = (svg: string): readonly string[] => {
  const lines = svg.split('\n');
  return lines.slice(lines.findIndex((line) => line.startsWith('<g ')) + 1, lines.indexOf('</g>'));
};

/** Those of the first list that are not in the second, as often as they are there. */
export function missing(from: readonly string[], others: readonly string[]): readonly string[] {
  const left = new Map<string, number>();
  for (const mark of others) left.set(mark, (left.get(mark) ?? 0) + 1);
  return from.filter((mark) => {
    const count = left.get(mark) ?? 0;
    left.set(mark, count - 1);
    return count <= 0;
  });
}

function movedIn(old: string, now: string): string {
  const [before, after] = [marksIn(old), marksIn(now)];
  return `marks that are not where or what they were: ${missing(after, before).length} of ${after.length}`;
}
