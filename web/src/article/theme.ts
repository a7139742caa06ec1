import { html } from '../kinds/dom';

/** A button that turns the page light or dark. What it stores is read by public/theme.js before the first paint. */
export type Theme = 'light' | 'dark';

const key = 'attn-theme';
const ofSystem = '(prefers-color-scheme: dark)';
const system = (): Theme => (matchMedia(ofSystem).matches ? 'dark' : 'light');
const chosen = (): Theme => {
  const theme = document.documentElement.dataset.theme;
  return theme === 'light' || theme === 'dark' ? theme : system();
};

/** Sets the theme; the one of the system needs no mark, and nothing is stored for it. */
export function setTheme(theme: Theme): void {
  const root = document.documentElement;
  if (theme === system()) delete root.dataset.theme;
  else root.dataset.theme = theme;
  try {
    if (root.dataset.theme) localStorage.setItem(key, theme);
    else localStorage.removeItem(key);
  } catch {
    // Storage is blocked: the choice holds for this page only.
  }
  showPosters();
}

/**
 * Makes posters follow a theme that the reader has chosen. Without a choice, and so without scripts, their own media queries are
 * right; a choice puts a query in the place of the system's that always or never holds.
 */
export function showPosters(root: ParentNode = document): void {
  const { theme } = document.documentElement.dataset;
  const query = theme === 'dark' ? '(min-width: 0px)' : theme === 'light' ? '(max-width: 0px)' : ofSystem;
  for (const source of root.querySelectorAll<HTMLSourceElement>('picture source[media]')) {
    source.dataset.media ??= source.media;
    const media = source.dataset.media.replace(ofSystem, query);
    if (media !== source.media) source.media = media;
  }
}

const halfDisc =
  '<svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true"><circle cx="8" cy="8" r="6.25" fill="none" stroke="currentColor" stroke-width="1.5"/><path d="M8 1.75a6.25 6.25 0 0 1 0 12.5Z" fill="currentColor"/></svg>';

/** Puts the button at the end of the header. */
export function addThemeButton(header: Element): void {
  const button = html('button', { type: 'button', class: 'theme' });
  const other = (): Theme => (chosen() === 'dark' ? 'light' : 'dark');
  const label = (): void => {
    button.setAttribute('aria-label', `Switch to the ${other()} theme`);
    button.title = `Switch to the ${other()} theme`;
  };
  button.innerHTML = halfDisc;
  button.addEventListener('click', () => {
    setTheme(other());
    label();
  });
  matchMedia(ofSystem).addEventListener('change', label);
  label();
  header.append(button);
}
