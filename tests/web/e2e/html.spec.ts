/** The built pages are valid HTML, as written and before any script has changed them. */
import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';
import { HtmlValidate } from 'html-validate';

const dist = fileURLToPath(new URL('../../../dist/', import.meta.url));
const pages = readdirSync(dist, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.html'),
);

/** What the standard says, and what people with assistive technology need; how the source is laid out is no business of a test. */
const validator = new HtmlValidate({
  root: true,
  extends: ['html-validate:standard', 'html-validate:a11y', 'html-validate:document'],
  rules: {
    // Hashes of scripts and styles guard against other hosts: all of ours come from the page's own.
    'require-sri': ['error', { target: 'crossorigin' }],
    // A filter that acts at once has nothing to submit.
    'wcag/h32': 'off',
    // A table that is laid out as blocks on a phone keeps its roles only where they are written out.
    'no-redundant-role': 'off',
  },
});

test('there are pages', () => {
  expect(pages).toContain('index.html');
  expect(pages.length).toBeGreaterThan(2);
});

for (const name of pages)
  test(`${name} is valid`, async () => {
    const { results } = await validator.validateFile(dist + name);
    const found = results.flatMap(({ messages }) =>
      messages.map(({ ruleId, message, line, column }) => `${line}:${column}: ${message} (${ruleId})`),
    );
    expect(found).toEqual([]);
  });
