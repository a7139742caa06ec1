import { fromHash, intoHash, parse, sealed } from '../element/address/state';
import { inWords } from '../element/address/words';
import type { AttnFigure } from '../element/shell/attn-figure';
import { declarationOf } from '../element/shell/declaration';
import type { Figure } from '../figures/declare';
import { html } from '../kinds/dom';

/** Declarations of the figures that are live: there is no time to fetch them once the reader prints. */
const live = new Map<string | null, Figure>();

async function learn({ fig, dataset }: AttnFigure): Promise<void> {
  live.set(fig, await declarationOf(fig ?? '', dataset.code));
}

/** Where on this page the figure shows what it shows now, with what is kept behind it. */
function addressOf({ key, value }: AttnFigure): string {
  const page = location.href.replace(/#.*/, '');
  const kept = fromHash(location.hash, `${key}.kept`);
  return page + (value ? intoHash(intoHash('', key, sealed(value)), `${key}.kept`, kept) : `#${key}`);
}

function lineBelow(figure: AttnFigure): HTMLElement {
  const known = live.get(figure.fig);
  // A figure that is not live shows its poster, which brings its own words.
  const words =
    known && figure.values
      ? `Shown: ${inWords(known, parse(known, figure.value).state)}.`
      : figure.querySelector('.shown')?.firstChild?.textContent;
  const text = [words?.trim(), addressOf(figure)].filter(Boolean).join(' ');
  const line = html('p', { class: 'shown', hidden: true }, text);
  figure.after(line);
  return line;
}

/** Browsers choose a poster by the screen, also for paper: one that is not fetched yet is chosen anew, another is turned about. */
function lighten(figure: AttnFigure): (() => void)[] {
  const image = figure.querySelector('img');
  image?.classList.toggle('dark', /\.dark\.svg/.test(image.currentSrc));
  if (!image || image.currentSrc) return [];
  return [...figure.querySelectorAll<HTMLSourceElement>('source[srcset*=".dark."]')].map((source) => {
    const { media } = source;
    source.media = 'not all';
    return () => {
      source.media = media;
    };
  });
}

/** What is folded is unfolded for paper, but for answers, which the reader may want to find, or to hand out; and each figure says below it what it shows and where that can be seen again. */
export function followPrinting(): void {
  let undo: (() => void)[] = [];
  const restore = (): void => {
    for (const one of undo) one();
    undo = [];
  };
  addEventListener('afterprint', restore);
  addEventListener('beforeprint', () => {
    restore();
    for (const details of document.querySelectorAll<HTMLDetailsElement>(
      'main details:not([open],.exercise)',
    )) {
      details.open = true;
      undo.push(() => {
        details.open = false;
      });
    }
    for (const figure of document.querySelectorAll('attn-figure')) {
      const line = lineBelow(figure);
      undo.push(() => line.remove());
      undo.push(...lighten(figure));
    }
  });
  addEventListener('figure-ready', ({ target }) => {
    // Of one within another element the page hears as of that: no line stands below it.
    const figure = target as AttnFigure;
    if (figure.localName === 'attn-figure') void learn(figure);
  });
  for (const figure of document.querySelectorAll('attn-figure')) if (figure.values) void learn(figure);
}
