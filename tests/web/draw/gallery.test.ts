/** Renders the gallery into build/gallery, where one can look at it, and holds every picture to what all pictures keep. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { textSize, textWidth } from '../../../web/src/draw/labels';
import { drop } from '../../../web/src/draw/measures';
import { plainFonts } from '../../../web/src/draw/paint';
import { colourOf } from '../../../web/src/draw/palette';
import { Scene } from '../../../web/src/draw/scene';
import type { Role } from '../../../web/src/draw/surface';
import { svgText } from '../../../web/src/draw/svg-text';
import { gallery } from './gallery';

const folder = fileURLToPath(new URL('../../../build/gallery/', import.meta.url));
mkdirSync(folder, { recursive: true });

interface Box {
  readonly text: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** The boxes of the texts of a scene. */
function textBoxes(scene: Scene): Box[] {
  return scene.marks.flatMap((mark) => {
    if (mark.kind !== 'text') return [];
    const { anchor = 'start', baseline = 'alphabetic', bold } = mark.style;
    const width = textWidth(mark.text, bold);
    const left = mark.x - { start: 0, middle: width / 2, end: width }[anchor];
    const base = mark.y + drop[baseline];
    return [
      {
        text: mark.text,
        left,
        right: left + width,
        top: base - 0.75 * textSize,
        bottom: base + 0.22 * textSize,
      },
    ];
  });
}

describe.each(Object.entries(gallery))('%s', (name, piece) => {
  test.each([320, 720])('at %i px stays in its box, and no two of its texts touch', (width) => {
    const view = { width, height: piece.height(width) };
    const scene = new Scene();
    piece.draw(scene, view);
    for (const theme of ['light', 'dark'] as const) {
      const look = { colour: (role: Role) => colourOf(role, theme), fonts: plainFonts };
      const svg = svgText(scene.marks, view, look, { title: name, description: `${width} px, ${theme}` }, 8);
      writeFileSync(`${folder}${name}.${width}.${theme}.svg`, svg);
      expect(svg).not.toMatch(/NaN|Infinity|undefined/);
    }
    const boxes = textBoxes(scene);
    for (const { text, left, right, top, bottom } of boxes)
      expect(left >= -1 && right <= width + 1 && top >= -1 && bottom <= view.height + 1, text).toBe(true);
    const touching = boxes.flatMap((a, i) =>
      boxes
        .slice(i + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => `${a.text} | ${b.text}`),
    );
    expect(touching).toEqual([]);
    for (const mark of scene.marks) {
      if (mark.kind !== 'stroke' && mark.kind !== 'fill') continue;
      for (let i = 0; i < mark.points.length; i++) {
        const value = mark.points[i] as number;
        expect(value >= -1 && value <= (i % 2 ? view.height : width) + 1, `${mark.kind} ${value}`).toBe(true);
      }
    }
  });
});
