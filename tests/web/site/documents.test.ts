import { expect, it } from 'vitest';
import { documentHtml } from '../../../tools/vite/documents';
import { Page } from '../../../tools/vite/html';

it('leaves the title to the page, and has tables that scroll, called by their section', () => {
  const html = documentHtml(
    '# A title\n\nSome `code`.\n\n## The *file*\n\n| a | b |\n|---|---|\n| `x` | 1 |\n',
  );
  expect(html).not.toContain('A title');
  expect(html).toContain('<p>Some <code>code</code>.</p>');
  expect(html).toContain('tabindex="0" aria-label="The file: a"><table>');
  expect(() => new Page(`<main>${html}</main>`, 'own-head.html')).not.toThrow();
});
