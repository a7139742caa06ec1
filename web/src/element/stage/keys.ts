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
    else if (event.key === 'Escape') close(card, event);
    // Left to the browser, Space on a slider would scroll the figure out of sight. On a piece of a pattern it has done its work.
    else if (event.key === ' ' && (event.target as Element).matches('input[type=range],[role=slider]')) {
      event.preventDefault();
      if (!event.repeat) toggle();
    } else if (asksFull(event)) {
      event.preventDefault();
      card.querySelector<HTMLElement>('.full')?.click();
    }
  });
}

const alone = ({ altKey, ctrlKey, metaKey }: KeyboardEvent): boolean => !altKey && !ctrlKey && !metaKey;

/** Not where letters are typed, or name the tokens of a sequence. */
const asksFull = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'f' &&
  alone(event) &&
  !event.shiftKey &&
  !event.repeat &&
  !(event.target as Element).matches(`${typing},.tokens *`);

/** Closes what lies over the card or below it. Who was in there comes back to the button that opened it. */
function close(card: HTMLElement, event: Event): void {
  for (const button of card.querySelectorAll<HTMLElement>(':is(.badge,.tool)[aria-expanded=true]')) {
    const opened = card.querySelector(`#${button.getAttribute('aria-controls')}`);
    const held = opened?.matches(':focus-within');
    event.preventDefault();
    button.click();
    if (held) button.focus();
  }
}

/** The keys that the browser itself has a use for, by what has the focus. */
const native = [
  ['button', / |Enter/],
  ['[type=radio]', / |Arrow/],
  // What is typed on a slider goes into its field.
  ['[type=range]', /Arrow|Page|Home|End|Enter|^[\d.−-]$/],
  ['.cells,.data-box', /Arrow|Page|Home|End/],
] as const;
const typing = 'select,textarea,input:not([type=radio],[type=range])';

/** Whether a key does something where it is pressed. In a field all do; a dialog has the whole page behind it. */
function does(event: KeyboardEvent): boolean {
  const { target, key, defaultPrevented } = event;
  const at = target as Element;
  if (defaultPrevented || key === 'Tab' || at.matches('dialog *')) return key !== 'Tab';
  if (at.matches(typing)) return !/^(Escape|F\d+)$/.test(key);
  return alone(event) && native.some(([on, keys]) => at.matches(on) && keys.test(key));
}

/**
 * Keeps the keys that do something in the element from the page around: in slides an arrow would turn the page besides moving the slider.
 * All others reach it.
 */
export function keepKeys(root: ShadowRoot): void {
  const used = new Set<string>();
  for (const type of ['keydown', 'keypress', 'keyup'])
    root.addEventListener(type, (event) => {
      const { code } = event as KeyboardEvent;
      if (type === 'keydown') used[does(event as KeyboardEvent) ? 'add' : 'delete'](code);
      if (used.has(code)) event.stopPropagation();
    });
}

/** Whether a key means Undo. In a field it takes back what is being typed. */
export function asksUndo({ key, ctrlKey, metaKey, shiftKey, altKey, target }: KeyboardEvent): boolean {
  const typing = (target as Element).matches('input:not([type=range],[type=radio])');
  return key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey && !typing;
}
