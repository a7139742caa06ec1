/**
 * Words that the glossary has: its entry comes as a tip to whoever points at one, goes to it with the keys or taps it. The page of the
 * glossary is fetched for the first of them. Without this file they are links to it.
 */
import { html } from '../kinds/dom';
import { linger, Tip } from './tip';

class TermTip extends Tip {
  /** The entry as it stands in the glossary, but for the way to its figure. */
  show(link: Element, entry: Element): void {
    const [term, also, definition] = ['dfn', '.also', 'dd'].map((part) => entry.querySelector(part));
    this.element.replaceChildren(
      html('p', { class: 'head' }, html('b', {}, term?.textContent ?? ''), also?.textContent ?? ''),
      html('p', {}, definition?.firstChild?.textContent?.trim() ?? ''),
    );
    this.element.hidden = false;
    // A word may be broken over two lines: beside its first piece.
    const [piece = link.getBoundingClientRect()] = link.getClientRects();
    this.place(piece, piece);
  }
}

async function read(address: string): Promise<Document> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new DOMParser().parseFromString(await answer.text(), 'text/html');
}

export function explainTerms(): void {
  const tip = new TermTip('term-tip');
  /** Fetched once; again after it could not be had. */
  let glossary: Promise<Document> | undefined;
  let active: HTMLAnchorElement | undefined;
  let leaving: ReturnType<typeof setTimeout> | undefined;

  const hide = (): void => {
    clearTimeout(leaving);
    active?.removeAttribute('aria-describedby');
    active = undefined;
    tip.hide();
  };
  const leave = (): void => {
    clearTimeout(leaving);
    leaving = setTimeout(hide, linger);
  };
  /** Whether it could be had. */
  const show = async (link: HTMLAnchorElement): Promise<boolean> => {
    clearTimeout(leaving);
    if (link === active) return true;
    hide();
    active = link;
    glossary ??= read(link.pathname);
    const entry = await glossary.then((page) => page.getElementById(link.hash.slice(1))).catch(() => null);
    if (!entry) glossary = undefined;
    // Somebody may have gone on by now.
    if (link !== active) return true;
    if (!entry) {
      active = undefined;
      return false;
    }
    tip.show(link, entry);
    link.setAttribute('aria-describedby', tip.element.id);
    return true;
  };

  for (const link of document.querySelectorAll<HTMLAnchorElement>('a.term')) {
    let touched = false;
    link.addEventListener('pointerenter', ({ pointerType }) => pointerType !== 'touch' && void show(link));
    link.addEventListener('pointerleave', ({ pointerType }) => pointerType !== 'touch' && leave());
    link.addEventListener('pointerdown', ({ pointerType }) => {
      touched = pointerType === 'touch' && link !== active;
    });
    link.addEventListener('focus', () => link.matches(':focus-visible') && void show(link));
    link.addEventListener('blur', hide);
    // The first tap asks what it is, the second goes there.
    link.addEventListener('click', (event) => {
      if (!touched) return;
      touched = false;
      event.preventDefault();
      void show(link).then((had) => had || location.assign(link.href));
    });
  }
  tip.element.addEventListener('pointerenter', () => clearTimeout(leaving));
  tip.element.addEventListener('pointerleave', leave);
  document.addEventListener('keydown', ({ key }) => key === 'Escape' && hide());
  document.addEventListener('pointerdown', ({ target }) => {
    if (!(target instanceof Element && target.closest('.term, .tip'))) hide();
  });
}
