/**
 * The Content-Security-Policy that the pages are built for: sent as a header by `vite preview`, and written into every built
 * page for hosts that send no headers. Not in development, where Vite needs inline styles and a socket.
 */
import type { Plugin } from 'vite';

export const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self' blob:",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ');

/** What the policy would refuse in a page, in words; empty if nothing. */
export function violations(html: string): string[] {
  const found: string[] = [];
  const text = html.replace(/<!--[\s\S]*?-->/g, '');
  for (const [tag] of text.matchAll(/<[a-zA-Z][^>]*>/g)) {
    const bare = tag.replace(/\s[\w:-]+\s*=\s*("[^"]*"|'[^']*')/g, (attribute) =>
      attribute.replace(/["'][\s\S]*/, '""'),
    );
    if (/\sstyle\s*=/i.test(bare)) found.push(`an inline style: ${tag}`);
    if (/\son[a-z]+\s*=/i.test(bare)) found.push(`an inline event handler: ${tag}`);
    if (/^<style\b/i.test(tag)) found.push('a <style> element');
    if (/^<script\b/i.test(tag) && !/\ssrc\s*=/i.test(bare)) found.push('an inline script');
  }
  return found;
}

export function csp(): Plugin {
  return {
    name: 'attn-csp',
    apply: 'build',
    transformIndexHtml: () => [
      {
        tag: 'meta',
        attrs: { 'http-equiv': 'Content-Security-Policy', content: contentSecurityPolicy },
        injectTo: 'head-prepend',
      },
    ],
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'asset' || !file.fileName.endsWith('.html')) continue;
          for (const what of violations(String(file.source))) this.error(`${file.fileName} has ${what}`);
        }
      },
    },
  };
}
