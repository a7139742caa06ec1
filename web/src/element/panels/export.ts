/** What a reader can take away of a figure. Loaded when it is asked for. */
import { drawOnCanvas } from '../../draw/canvas';
import { type Look, plainFonts } from '../../draw/paint';
import { colourOf, type Theme } from '../../draw/palette';
import { Scene, type SceneMark } from '../../draw/scene';
import { type Role, roles } from '../../draw/surface';
import { svgText } from '../../draw/svg-text';
import { type Figure, holds, plain, type Table } from '../../figures/declare';
import { files as en } from '../../words/en/files';
import type { Said } from '../../words/words';
import { serialise } from '../address/state';
import type { ExportKind } from './export-kinds';
import type { Exported } from './exported';

/** Room around an exported drawing, in px: on the page the card gives it. */
const pad = 16;
/** Device pixels per CSS pixel of a PNG. */
const ratio = 2;

/**
 * Widths of posters in px: what the card leaves for a drawing on a page of full width, and on a phone of 360 px. A wide drawing scaled
 * down to a phone cannot be read.
 */
export const posterWidths = { wide: 908, narrow: 325 } as const;

export const wordsIn = ({ words }: Said): typeof en => words?.files ?? en;

export const stateOf = ({ figure, shown }: Exported): string =>
  serialise(figure, { values: shown.values, t: figure.timeline && shown.t });

export function marksOf({ figure, shown, view, ghost }: Exported): readonly SceneMark[] {
  const scene = new Scene();
  figure.draw(scene, shown.frame, view, shown.values, ghost);
  return scene.marks;
}

export function svgOf(what: Exported, look: Look, room = pad): string {
  const { figure, shown, view, version } = what;
  const label = {
    title: figure.title,
    description: plain(figure.describe(shown.frame, shown.values)),
    origin: `Attention Explorables ${version}, ${figure.id}=${stateOf(what)}`,
  };
  return svgText(marksOf(what), view, look, label, room);
}

/** The picture that a page shows in the place of the figure. */
export function posterOf(
  { figure, shown, version }: Pick<Exported, 'figure' | 'shown' | 'version'>,
  width: keyof typeof posterWidths,
  theme: Theme,
): string {
  const view = { width: posterWidths[width], height: figure.height(posterWidths[width]) };
  const look = { colour: (role: Role) => colourOf(role, theme), fonts: plainFonts };
  return svgOf({ figure, shown, view, version }, look, 0);
}

/** RFC 4180. Numbers have all their digits: reading them gives the same bits. */
export function csvOf({ columns, rows }: Table): string {
  const cell = (value: string | number): string => {
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  return [columns, ...rows].map((row) => `${row.map(cell).join(',')}\r\n`).join('');
}

/** What JSON has no number for is written as a string: "NaN", "Infinity". */
export function jsonOf(what: Exported): string {
  const { figure, shown, version } = what;
  const { frame, values } = shown;
  const content = {
    figure: figure.id,
    title: figure.title,
    claim: figure.claim,
    source: figure.source,
    library: { name: 'Attention Explorables', version },
    state: stateOf(what),
    params: values,
    ...(what.ghost && { kept: { params: what.ghost.values, t: what.ghost.t } }),
    ...(figure.timeline && { t: shown.t, ...figure.timeline(values) }),
    description: plain(figure.describe(frame, values)),
    table: figure.table(frame, values),
    checks: figure.checks(frame).map((check) => ({ ...check, holds: holds(check) })),
  };
  const safe = (_key: string, value: unknown): unknown =>
    typeof value === 'number' && !Number.isFinite(value) ? String(value) : value;
  return `${JSON.stringify(content, safe, 1)}\n`;
}

async function pngOf(what: Exported, look: Look): Promise<Blob> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  const words = wordsIn(what.figure);
  if (!context) throw new Error(words.noCanvas);
  drawOnCanvas(context, marksOf(what), what.view, look, { ratio, pad });
  return encoded(canvas, words);
}

const encoded = (canvas: HTMLCanvasElement, words: typeof en): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => {
      if (blob) resolve(blob);
      else reject(new Error(words.notEncoded));
    }, 'image/png');
  });

/** Exports a figure as it looks in `card`: the page may have given it colours and fonts of its own. */
export async function exportFigure(
  kind: ExportKind | 'picture',
  what: Exported,
  card: Element,
): Promise<Blob> {
  const text = (content: string, type: string): Blob => new Blob([content], { type });
  const data = { ...what, figure: what.figure.original ?? what.figure };
  switch (kind) {
    case 'svg':
      return text(svgOf(what, lookOf(card, plainFonts)), 'image/svg+xml');
    case 'png':
      return pngOf(what, lookIn(card));
    case 'picture':
      return encoded(
        (await import('./composed')).composer(lookIn(card), { ratio }, what.figure)(what),
        wordsIn(what.figure),
      );
    case 'csv':
      return text(
        csvOf(data.figure.table(what.shown.frame, what.shown.values)),
        'text/csv;charset=utf-8;header=present',
      );
    case 'json':
      return text(jsonOf(data), 'application/json');
    case 'python':
      return text(
        await (await import('./export-python')).pythonOf(data, stateOf(data)),
        'text/x-python;charset=utf-8',
      );
    default:
      throw new RangeError(`export: there is no kind “${String(kind).slice(0, 40)}”`);
  }
}

export const saveExport = (blob: Blob, figure: Figure, kind: ExportKind): string =>
  saveFile(blob, `attention-${figure.id}.${kind === 'python' ? 'py' : kind}`, figure);

/**
 * Hands a file to the reader, and says how it is called. In a frame that may not save the browser drops it without a word: throws where
 * that is known, and says so where it may be.
 */
export function saveFile(blob: Blob, name: string, said: Said): string {
  const words = wordsIn(said);
  if (isRefused()) throw new Error(words.sandboxed);
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after the click has been handled, some of them late.
  setTimeout(() => URL.revokeObjectURL(url), 30_000);
  // Who has no origin is in a sandbox, which does not say what it allows.
  return self.origin === 'null' && self !== top ? words.perhaps(name) : name;
}

/** Whether the frame's own attribute says that nothing can be saved from here. */
function isRefused(): boolean {
  try {
    const frame = window.frameElement;
    return !!frame?.hasAttribute('sandbox') && !frame.getAttribute('sandbox')?.includes('allow-downloads');
  } catch {
    // Of another site: it does not say.
    return false;
  }
}

/** The colours and the fonts that a card shows, for a canvas. */
export const lookIn = (card: Element): Look => lookOf(card, getComputedStyle(card).fontFamily);

/** The colours that an element shows, as numbers: the page may have written them as mixtures, variables or system colours. */
function lookOf(card: Element, fonts: string): Look {
  const style = getComputedStyle(card);
  const context = document.createElement('canvas').getContext('2d');
  const colours = new Map(
    roles.map((role) => [
      role,
      resolved(context, style.getPropertyValue(`--_${role}`), colourOf(role, 'light')),
    ]),
  );
  return { colour: (role: Role) => colours.get(role) ?? colourOf(role, 'light'), fonts };
}

/** A canvas understands every colour of CSS. What it gives back as `#rrggbb` every program reads; of others it paints a pixel. */
function resolved(context: CanvasRenderingContext2D | null, colour: string, fallback: string): string {
  if (!context || !colour.trim()) return fallback;
  context.fillStyle = fallback;
  // What it does not understand leaves it at the fallback.
  context.fillStyle = colour.trim();
  const { fillStyle } = context;
  if (typeof fillStyle === 'string' && fillStyle.startsWith('#')) return fillStyle;
  context.clearRect(0, 0, 1, 1);
  context.fillRect(0, 0, 1, 1);
  const [red = 0, green = 0, blue = 0] = context.getImageData(0, 0, 1, 1).data;
  return `#${((red << 16) | (green << 8) | blue).toString(16).padStart(6, '0')}`;
}
