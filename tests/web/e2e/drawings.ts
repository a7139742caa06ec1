/** Drawings as a browser shows them: on the page, and in a file. */
import type { Page } from '@playwright/test';

/** A mark of a drawing: what it is, where, and what it says. */
export type Mark = Record<string, string>;

/** Runs in the page: what is drawn, where and how. Halos are part of the text that they surround. */
export function marksIn(svg: Element): Mark[] {
  const geometry = ['d', 'x', 'y'];
  const looks = {
    path: [
      ...['fill', 'fill-opacity', 'stroke', 'stroke-opacity', 'stroke-width', 'stroke-dasharray'],
      ...['stroke-linejoin', 'paint-order'],
    ],
    text: ['fill', 'font-size', 'font-weight', 'font-style', 'text-anchor'],
  };
  return [...svg.querySelectorAll<SVGElement>('path, text:not([aria-hidden])')].map((mark) => {
    const style = getComputedStyle(mark);
    const how = looks[mark.tagName as keyof typeof looks].map((name) => [name, style.getPropertyValue(name)]);
    // A stroke that is not drawn has no width to compare.
    const drawn = how.filter(([name]) => style.stroke !== 'none' || !/stroke|paint/.test(name ?? ''));
    return {
      tag: mark.tagName,
      text: mark.textContent ?? '',
      ...Object.fromEntries([...geometry.map((name) => [name, mark.getAttribute(name) ?? '']), ...drawn]),
    };
  });
}

export interface SvgFile {
  readonly marks: Mark[];
  readonly faults: string[];
  readonly size: number[];
  readonly metadata: string;
  readonly surface: string;
}

/** Reads an SVG file with the browser's own parser, and looks at it as the browser draws it. */
export async function readSvg(page: Page, source: string): Promise<SvgFile> {
  const root = await page.evaluateHandle((text) => {
    const { documentElement } = new DOMParser().parseFromString(text, 'image/svg+xml');
    return document.body.appendChild(document.adoptNode(documentElement)) as Element;
  }, source);
  const marks = await root.evaluate(marksIn);
  const rest = await root.evaluate((svg) => ({
    faults: [
      ...svg.querySelectorAll('parsererror, style, script, foreignObject, [style], [class], [href]'),
    ].map((e) => e.outerHTML),
    size: [Number(svg.getAttribute('width')), Number(svg.getAttribute('height'))],
    metadata: svg.querySelector('metadata')?.textContent ?? '',
    surface: svg.querySelector('rect')?.getAttribute('fill') ?? '',
  }));
  await root.evaluate((svg) => svg.remove());
  return { marks, ...rest };
}
