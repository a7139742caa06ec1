import type { Surface } from '../../draw/surface';
import type { Figure, Params } from '../declare';

/** With the comma that decimals have in German. */
const comma = (text: string): string => text.replace(/(\d)\.(?=\d)/g, '$1,');

/** A figure that has been declared with German words: they are marked as German, and so are the numbers that it draws and tells. */
export function inGerman<P extends Params, Frame, Asked extends object, Told>(
  figure: Figure<P, Frame, Asked, Told>,
): Figure<P, Frame, Asked, Told> {
  const { draw, describe, quantities } = figure;
  return {
    ...figure,
    lang: 'de',
    draw: (surface, ...rest) => draw(withCommas(surface), ...rest),
    describe(frame, values) {
      const { text, numbers } = describe(frame, values);
      return { text, numbers: numbers.map(comma) };
    },
    ...(quantities && {
      quantities: (frame, values) =>
        Object.fromEntries(
          Object.entries(quantities(frame, values)).map(([name, text]) => [name, comma(text)]),
        ),
    }),
  };
}

const withCommas = (surface: Surface): Surface =>
  Object.assign(Object.create(surface), {
    text: (x, y, text, style) => surface.text(x, y, comma(text), style),
  } satisfies Pick<Surface, 'text'>) as Surface;
