/** A picture that stands by itself: title, drawing, step and caption on one canvas. Loaded when a picture or a film is asked for. */
import { drawOnCanvas } from '../../draw/canvas';
import type { Look } from '../../draw/paint';
import { plain, type Timeline } from '../../figures/declare';
import { type Said, wordsOf } from '../../words/words';
import { marksOf, wordsIn } from './export';
import type { Exported } from './exported';

/** Room around everything and between its parts, in px. */
const pad = 24;
const gap = 14;
/** Sizes of text in px: of the title, of the caption (and down to how small it gets where lines are counted), of the origin. */
const [large, usual, least, small] = [20, 15, 10, 11];
const leading = 1.5;

/** How large a picture becomes: device pixels per CSS pixel, and for how many lines of the caption there is room; for those that it has where absent. */
export interface Size {
  readonly ratio: number;
  readonly lines?: number;
}

export type Compose = (what: Exported) => HTMLCanvasElement;

/** Draws states of a figure onto one canvas, each time anew. With `lines` all of one view have the same size, and both its sides are even. */
export function composer(look: Look, { ratio, lines: most }: Size, said: Said): Compose {
  const canvas = document.createElement('canvas');
  const drawing = document.createElement('canvas');
  // A film reads every one of its pictures.
  const context = canvas.getContext('2d', { willReadFrequently: true });
  const picture = drawing.getContext('2d');
  if (!context || !picture) throw new Error(wordsIn(said).noCanvas);
  const font = (size: number, weight = 400): void => {
    context.font = `${weight} ${size}px ${look.fonts}`;
  };
  return (what) => {
    const { figure, shown, view } = what;
    const caption = plain(figure.describe(shown.frame, shown.values));
    drawOnCanvas(picture, marksOf(what), view, look, { ratio });
    let size = usual;
    const broken = (): string[] => {
      font(size);
      return wrapped(caption, view.width, (text) => context.measureText(text).width);
    };
    let lines = broken();
    while (most !== undefined && lines.length > most && size > least) {
      size -= 0.5;
      lines = broken();
    }
    font(large, 620);
    const title = wrapped(figure.title, view.width, (text) => context.measureText(text).width);
    const timeline = figure.timeline?.(shown.values);
    const top = pad + title.length * large * 1.3 + gap;
    const below = top + view.height + gap + (timeline ? 2 * gap : 0);
    const height = below + (most ?? lines.length) * usual * leading + gap + small + pad;
    canvas.width = 2 * Math.ceil(((view.width + 2 * pad) * ratio) / 2);
    canvas.height = 2 * Math.ceil((height * ratio) / 2);
    context.fillStyle = look.colour('surface');
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(drawing, pad * ratio, top * ratio);
    context.setTransform(ratio, 0, 0, ratio, pad * ratio, 0);
    context.fillStyle = look.colour('ink');
    font(large, 620);
    for (const [i, line] of title.entries()) context.fillText(line, 0, pad + large * (1 + 1.3 * i));
    if (timeline)
      track(context, look, timeline, wordsOf(said).of, shown.t, top + view.height + gap, view.width);
    context.fillStyle = look.colour('ink-2');
    font(size);
    for (const [i, line] of lines.entries()) context.fillText(line, 0, below + size * (1 + leading * i));
    context.fillStyle = look.colour('ink-3');
    font(small);
    context.fillText(`Attention Explorables ${what.version}, ${figure.id}`, 0, height - pad);
    return canvas;
  };
}

/** Where it stands on its timeline: a line, and the step in words at its end. */
function track(
  context: CanvasRenderingContext2D,
  look: Look,
  { first = 0, steps, unit }: Timeline,
  of: (steps: number) => string,
  t: number,
  y: number,
  width: number,
): void {
  context.font = `400 ${small + 2}px ${look.fonts}`;
  const words = (step: number): string => `${unit} ${step} ${of(steps)}`;
  const length = width - context.measureText(words(steps)).width - gap;
  const share = steps > first ? (t - first) / (steps - first) : 1;
  for (const [role, to] of [
    ['rule', 1],
    ['ink-2', share],
  ] as const) {
    context.fillStyle = look.colour(role);
    context.fillRect(0, y + gap / 2 - 1.5, length * to, 3);
  }
  // From one place on, however many digits: the words must not tremble while a film plays.
  context.fillText(words(t), length + gap, y + gap / 2 + 4.5);
}

/** A text in lines of at most a width; a word that is longer has a line to itself. */
export function wrapped(text: string, width: number, measure: (text: string) => number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    const longer = `${last} ${word}`;
    if (last === undefined || measure(longer) > width) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
