/** Masks and pictures are edited in the drawing: each cell is taken hold of there, with the keys of the pattern below. */
import { describe, expect, it } from 'vitest';
import { Scene } from '../../web/src/draw/scene';
import { defaults, type Figure } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import { bitsKind } from '../../web/src/kinds/bits';
import { kindOf } from '../../web/src/kinds/kinds';
import { opened } from './frames';

/** On a card of a page. */
const width = 846;

for (const [id, load] of Object.entries(figures)) {
  const figure = (await load()).default as Figure;
  const patterns = Object.entries(figure.params).filter(
    ([, param]) => kindOf(param) === (bitsKind as unknown),
  );
  if (patterns.length === 0) continue;
  describe(id, () => {
    it.each(patterns)('has a handle for every cell of “%s”', async (name, param) => {
      const values = defaults(figure.params);
      const run = await opened(figure, values, 0);
      const scene = new Scene();
      figure.draw(scene, run.first, { width, height: figure.height(width) }, values);
      run.dispose();
      const pieces = scene.handles.filter((handle) => handle.param === name && 'piece' in handle);
      expect(pieces.map((handle) => ('piece' in handle ? handle.piece : -1)).sort((a, b) => a - b)).toEqual(
        Array.from({ length: kindOf(param).pieces?.count(values[name] as never) ?? 0 }, (_, i) => i),
      );
    });
  });
}
