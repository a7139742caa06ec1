/**
 * Makes the buttons of a toolbar one stop of the Tab key: arrows, Home and End go from one to the next. Returns what has to be called
 * when one of them has been hidden or shown.
 */
export function rove(toolbar: HTMLElement): () => void {
  const all = (): HTMLElement[] =>
    ([...toolbar.children] as HTMLElement[]).filter((child) => child.matches('button:not([hidden])'));
  const choose = (chosen: HTMLElement | undefined): void => {
    for (const button of all()) button.tabIndex = button === chosen ? 0 : -1;
  };
  toolbar.addEventListener('focusin', ({ target }) => {
    if (all().includes(target as HTMLElement)) choose(target as HTMLElement);
  });
  toolbar.addEventListener('keydown', (event) => {
    const buttons = all();
    const at = buttons.indexOf(event.target as HTMLElement);
    const last = buttons.length - 1;
    const to = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: last }[event.key];
    if (at < 0 || to === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    buttons[to > last ? 0 : to < 0 ? last : to]?.focus();
  });
  const settle = (): void => choose(all().find((button) => button.tabIndex === 0) ?? all()[0]);
  choose(all()[0]);
  return settle;
}
