/** Posters of every registered figure, drawn as the build draws them: figures' own code, real core. */
import { describe, expect, it } from 'vitest';
import { ids, type Poster, renderPoster, themes, widths } from '../../tools/posters/render';
import { alias } from '../../tools/vite/paths.ts';
import { colourOf, toneNames } from '../../web/src/draw/palette';
import type { Figure } from '../../web/src/figures/declare';
import { figures } from '../../web/src/figures/registry';
import { readXml } from '../web/draw/read-xml';
import { lightValues, otherState } from '../web/states';

const from = { wasm: alias['#wasm'], version: '9.8.7' };

it('there is a poster for every registered figure', () => {
  expect(ids).toEqual(Object.keys(figures));
});

describe.each(ids)('the poster of %s', (id) => {
  // Drawn once, by whichever test comes first: where it cannot be drawn each of them says why.
  let drawn: Promise<Poster> | undefined;
  const poster = (): Promise<Poster> => {
    drawn ??= renderPoster(id, undefined, from);
    return drawn;
  };

  it('has a picture for every width and theme, each at its size', async () => {
    const { pictures } = await poster();
    expect(pictures.map(({ width, theme }) => `${width} ${theme}`)).toEqual(
      Object.keys(widths).flatMap((width) => themes.map((theme) => `${width} ${theme}`)),
    );
    for (const { svg, pixels, width } of pictures) {
      const { attributes } = readXml(svg);
      expect(pixels.width).toBe(widths[width]);
      expect(attributes).toMatchObject({
        width: String(pixels.width),
        height: String(pixels.height),
        viewBox: `0 0 ${pixels.width} ${pixels.height}`,
      });
    }
  });

  it('needs nothing: no style, script, class, link or number that is none, and colours of its theme alone', async () => {
    for (const { svg, theme } of (await poster()).pictures) {
      expect(svg).not.toMatch(
        /<(style|script|image|use|foreignObject)|\s(style|class|href|on\w+)=|NaN|Infinity|undefined|var\(/,
      );
      const own = new Set(toneNames.map((tone) => colourOf(tone, theme)));
      const used = [...svg.matchAll(/(?:fill|stroke)="([^"]*)"/g)].map(([, colour]) => colour ?? '');
      expect(used.filter((colour) => colour !== 'none' && !own.has(colour))).toEqual([]);
      expect(used.length).toBeGreaterThan(10);
    }
  });

  it('says what it is and where it comes from', async () => {
    const { pictures, title: name, description: words } = await poster();
    for (const { svg } of pictures) {
      const [title, description, origin] = readXml(svg).children;
      expect(title).toMatchObject({ tag: 'title', text: name });
      expect(description).toMatchObject({ tag: 'desc', text: words });
      expect(origin?.text).toContain(`Attention Explorables 9.8.7, ${id}=v1.`);
    }
    expect(words).toMatch(/\d/);
  });

  it('has the same marks in both themes', async () => {
    const { pictures } = await poster();
    const bare = (svg: string): string => svg.replace(/#[0-9a-f]{6}/g, '');
    for (const width of Object.keys(widths)) {
      const [light, dark] = pictures.filter((p) => p.width === width).map(({ svg }) => svg);
      expect(light).not.toBe(dark);
      expect(bare(light ?? '')).toBe(bare(dark ?? ''));
    }
  });

  it('shows another state where a page gives the figure one', async () => {
    const figure = (await figures[id as keyof typeof figures]()).default as Figure;
    const other = await renderPoster(id, otherState(figure, lightValues(figure)).text, from);
    expect(other.pictures[0]?.svg).not.toBe((await poster()).pictures[0]?.svg);
    await expect(renderPoster(id, 'v1.nothing=3', from)).rejects.toThrow(/no parameter “nothing”/);
  });
});

it('a figure that refines its frame is shown when nothing is left to refine', async () => {
  const { description } = await renderPoster('before-after', undefined, from);
  expect(description).toContain('over 40 draws');
});

it('a figure that is not there is refused with the names of those that are', async () => {
  await expect(renderPoster('nothing', undefined, from)).rejects.toThrow(
    `there is no figure “nothing”; there are ${ids.join(', ')}`,
  );
  await expect(renderPoster('constructor', undefined, from)).rejects.toThrow(RangeError);
});
