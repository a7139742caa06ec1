/** Calls `use` when the whole page has been read: at once, where it has. */
export function whenParsed(use: () => void): void {
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', use);
  else use();
}
