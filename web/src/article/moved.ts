/** Sends readers on who come to a page with an anchor, or a state of a figure, that has left it: see web/moved.json. */

/** Where an address of this page leads by now, as a link from here: to another page of ours, whoever has written the list. */
export function movedTo(hash: string, moved: Readonly<Record<string, string>>): string | undefined {
  const name = hash.slice(1).split(/[=&]/)[0] ?? '';
  const page = Object.hasOwn(moved, name) ? `${moved[name]}` : '';
  return /^(\.\.\/|chapters\/)?[\w-]+\.html$/.test(page) ? page + hash : undefined;
}

export function followMoved(): void {
  const list = document.querySelector('main')?.dataset.moved;
  if (!list) return;
  const go = (): void => {
    const to = movedTo(location.hash, JSON.parse(list));
    if (to) location.replace(to);
  };
  addEventListener('hashchange', go);
  go();
}
