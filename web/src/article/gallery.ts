/** The gallery: which figures are shown. Without scripts all of them are. */
import { finder } from './find';

const items = [...document.querySelectorAll<HTMLElement>('.wall li')];
const form = document.querySelector<HTMLFormElement>('.find') as HTMLFormElement;
const field = form.elements.namedItem('q') as HTMLInputElement;
const result = form.elements.namedItem('result') as HTMLOutputElement;

// The names of chapters too.
const find = finder(
  items.map((item) => {
    const chapter = item.closest('.wall')?.querySelector('h2')?.textContent ?? '';
    return [item, `${chapter} ${item.textContent} ${item.dataset.words}`];
  }),
);

function filter(): void {
  const fits = find(field.value);
  let shown = 0;
  for (const item of items) {
    item.hidden = !fits(item);
    if (!item.hidden) shown += 1;
  }
  for (const section of document.querySelectorAll<HTMLElement>('.wall'))
    section.hidden = !section.querySelector('li:not([hidden])');
  result.value = `${shown} of ${items.length} figures`;
}

/** The address holds what was typed, so that a link shows the same figures. */
function remember(): void {
  const typed = field.value.trim();
  const query = typed && `?${new URLSearchParams({ q: typed })}`;
  history.replaceState(null, '', `${location.pathname}${query}${location.hash}`);
}

field.value = new URLSearchParams(location.search).get('q') ?? '';
form.addEventListener('submit', (event) => event.preventDefault());
field.addEventListener('input', () => {
  filter();
  remember();
});
filter();
form.hidden = false;
