import { asksUndo } from './history';

export interface KeyHooks {
  undo(): void;
  /** Plays and pauses. */
  toggle(): void;
}

/** The keys that hold everywhere in a card. */
export function hearKeys(card: HTMLElement, { undo, toggle }: KeyHooks): void {
  card.addEventListener('keydown', (event) => {
    if (asksUndo(event)) {
      event.preventDefault();
      undo();
    } else if (event.defaultPrevented) return;
    else if (event.key === 'Escape') close(card);
    // Left to the browser, Space on a slider would scroll the figure out of sight. On a piece of a pattern it has done its work.
    else if (event.key === ' ' && (event.target as Element).matches('input[type=range],[role=slider]')) {
      event.preventDefault();
      if (!event.repeat) toggle();
    }
  });
}

/** Closes what lies over the card or below it. Who was in there comes back to the button that opened it. */
function close(card: HTMLElement): void {
  for (const button of card.querySelectorAll<HTMLElement>(':is(.badge,.tool)[aria-expanded=true]')) {
    const opened = card.querySelector(`#${button.getAttribute('aria-controls')}`);
    const held = opened?.matches(':focus-within');
    button.click();
    if (held) button.focus();
  }
}
