/**
 * The Content-Security-Policy that the pages are built for: sent as a header by `vite preview`, and written into every built
 * page for hosts that send no headers. Not in development, where Vite needs inline styles and a socket.
 */
import { all, element, fill, type Page, type Parent, text } from './html.ts';

export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob: data:",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What the policy would refuse in a page, in words; empty if nothing. */
export const violations = (root: Parent): string[] =>
  all(root).flatMap(({ tagName, attrs }) => {
    if (tagName === 'style') return ['a <style> element'];
    if (tagName === 'script' && !attrs.some(({ name }) => name === 'src')) return ['an inline script'];
    return attrs
      .filter(({ name }) => name === 'style' || name.startsWith('on'))
      .map(({ name, value }) => `<${tagName} ${name}="${value}">`);
  });

/** Writes the policy into a page, before all that it is for; refuses what it would not let be. */
export function withPolicy(page: Page): void {
  const policy = { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy };
  fill(page.head, [text('\n    '), element('meta', policy), ...page.head.childNodes]);
  const [first] = violations(page.root);
  if (first) page.fail(`the policy forbids ${first}`);
}
