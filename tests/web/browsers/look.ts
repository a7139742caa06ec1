/** How tests in every engine look at a figure. */
import { expect } from 'vitest';
import type { Driver } from './driver.ts';

/** Opens a page, and has a figure of it in view and live. */
export async function openFigure(driver: Driver, url: string, fig: string): Promise<void> {
  await driver.open(url);
  await driver.evaluate(async (fig) => {
    await customElements.whenDefined('attn-figure');
    const figure = document.querySelector(
      `attn-figure[fig="${fig}"]`,
    ) as HTMLElementTagNameMap['attn-figure'];
    figure.scrollIntoView();
    await figure.ready;
  }, fig);
}

export interface Shown {
  readonly caption: string;
  readonly badge: string;
  readonly layer: string;
  readonly notes: string;
  readonly trouble: string;
  readonly marks: number;
  readonly picture: string;
}

/** What a reader sees of a figure. What is hidden is empty here. */
export function shown(driver: Driver, fig: string): Promise<Shown> {
  return driver.evaluate((fig) => {
    const root = document.querySelector(`attn-figure[fig="${fig}"]`)?.shadowRoot;
    const text = (selector: string): string => {
      const element = root?.querySelector<HTMLElement>(selector);
      return element?.checkVisibility() ? (element.textContent ?? '') : '';
    };
    const svg = root?.querySelector('svg[role=img]');
    return {
      caption: text('figcaption'),
      badge: text('.badge'),
      layer: root?.querySelector<HTMLInputElement>('.time input[type=range]')?.value ?? '',
      notes: text('.notes'),
      trouble: text('.trouble'),
      marks: svg?.checkVisibility() ? svg.querySelectorAll('*').length : 0,
      picture: svg?.innerHTML ?? '',
    };
  }, fig);
}

/** The numbers behind the picture, as the figure's own table shows them. */
export function table(driver: Driver, fig: string): Promise<readonly string[]> {
  return driver.evaluate(async (fig) => {
    const root = document.querySelector(`attn-figure[fig="${fig}"]`)?.shadowRoot;
    const button = [...(root?.querySelectorAll('button') ?? [])].find((b) => b.textContent === 'Data');
    // A table that is open is written anew only when the figure has come to rest; one that opens is of this moment.
    if (button?.getAttribute('aria-expanded') === 'true') button.click();
    button?.click();
    // The code that fills it is fetched with the first one, and fills it a moment later.
    const moment = () => new Promise((resolve) => setTimeout(resolve, 50));
    await moment();
    for (let i = 0; i < 200 && !root?.querySelector('.data tr'); i++) await moment();
    const rows = [...(root?.querySelectorAll('.data tr') ?? [])];
    return rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '').join(' | '));
  }, fig);
}

/** The engine may not have answered yet. */
export const eventually = <T>(read: () => Promise<T>, message: string) =>
  expect.poll(read, { timeout: 120_000, interval: 100, message });
