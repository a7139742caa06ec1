import { textSize } from './labels';
import { boldWeight, drop } from './measures';
import { type Look, type Paint, paintOf } from './paint';
import type { SceneMark } from './scene';
import { linesOf, polygons } from './shapes';
import type { View } from './surface';

/**
 * Draws a scene on a canvas of its own, which becomes `ratio` device pixels per CSS pixel, with `pad` px of room around the drawing.
 * The same marks as in SVG: same order, shapes, outlines and halos.
 */
export function drawOnCanvas(
  context: CanvasRenderingContext2D,
  marks: readonly SceneMark[],
  view: View,
  look: Look,
  { ratio = 1, pad = 0 }: { readonly ratio?: number; readonly pad?: number } = {},
): void {
  const [width, height] = [view.width + 2 * pad, view.height + 2 * pad];
  // Setting the size clears the canvas and every setting of the context.
  context.canvas.width = Math.round(width * ratio);
  context.canvas.height = Math.round(height * ratio);
  context.setTransform(ratio, 0, 0, ratio, pad * ratio, pad * ratio);
  context.lineCap = 'butt';
  context.textBaseline = 'alphabetic';
  context.fillStyle = look.colour('surface');
  context.fillRect(-pad, -pad, width, height);
  for (const mark of marks) drawMark(context, mark, look);
}

function drawMark(context: CanvasRenderingContext2D, mark: SceneMark, look: Look): void {
  const paint = paintOf(mark);
  if (paint.fill) context.fillStyle = look.colour(paint.fill);
  if (paint.stroke) context.strokeStyle = look.colour(paint.stroke);
  context.lineWidth = paint.width;
  context.lineJoin = paint.join;
  context.setLineDash(mark.kind === 'stroke' ? [...(mark.style.dash ?? [])] : []);
  context.globalAlpha = mark.style.opacity ?? 1;
  switch (mark.kind) {
    case 'stroke':
    case 'fill':
      context.beginPath();
      for (const line of mark.kind === 'fill' ? linesOf(mark.points, mark.style.starts) : [mark.points]) {
        trace(context, line);
        if (mark.kind === 'fill') context.closePath();
      }
      apply(context, paint, false);
      break;
    case 'cells':
      for (let i = 0; i + 3 < mark.boxes.length; i += 4) {
        const [x, y, width, height] = [0, 1, 2, 3].map((k) => mark.boxes[i + k] as number);
        context.fillRect(x as number, y as number, width as number, height as number);
      }
      break;
    case 'mark':
      context.beginPath();
      outlineOf(context, mark);
      apply(context, paint, !mark.style.hollow);
      break;
    case 'text': {
      const { anchor = 'start', baseline = 'alphabetic', bold, italic } = mark.style;
      context.font = `${italic ? 'italic ' : ''}${bold ? boldWeight : 400} ${textSize}px ${look.fonts}`;
      context.textAlign = ({ start: 'left', middle: 'center', end: 'right' } as const)[anchor];
      const y = mark.y + drop[baseline];
      if (paint.stroke) context.strokeText(mark.text, mark.x, y);
      context.fillText(mark.text, mark.x, y);
    }
  }
}

/** Where a mark is transparent its outline shines through its fill a little, as in SVG. */
function apply(context: CanvasRenderingContext2D, { fill, stroke }: Paint, strokeFirst: boolean): void {
  if (stroke && strokeFirst) context.stroke();
  if (fill) context.fill();
  if (stroke && !strokeFirst) context.stroke();
}

function outlineOf(
  context: CanvasRenderingContext2D,
  { role, x, y, style }: Extract<SceneMark, { kind: 'mark' }>,
): void {
  const radius = style.size ?? 4;
  const outlines = polygons(role);
  if (!outlines) {
    context.moveTo(x + radius, y);
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.closePath();
    return;
  }
  for (const polygon of outlines) {
    trace(
      context,
      polygon.map((v, i) => (i % 2 ? y : x) + v * radius),
    );
    context.closePath();
  }
}

function trace(context: CanvasRenderingContext2D, points: ArrayLike<number>): void {
  for (let i = 0; i + 1 < points.length; i += 2) {
    if (i) context.lineTo(points[i] as number, points[i + 1] as number);
    else context.moveTo(points[i] as number, points[i + 1] as number);
  }
}
