/** The ledger page: filters, links to entries, and "recompute here". */
import { readFileSync } from 'node:fs';
import { expect, type Page, test } from '@playwright/test';
import Ajv2020 from 'ajv/dist/2020.js';
import { listen, pressBelow } from './harness';

const shown = (page: Page) => page.locator('.entry:visible');
const count = async (page: Page): Promise<number> => page.locator('.entry').count();

const repository = new URL('../../../', import.meta.url);
const readHere = (path: string): string => readFileSync(new URL(path, repository), 'utf8');

/** How the verdict on what a summary says is called. */
const ofSummary = (verdict: string): string =>
  ({ 'in error': 'summary in error', close: 'close to summary', agrees: 'agrees with summary' })[verdict] ??
  verdict;

test('every entry has a verdict, and everything is explained', async ({ page, request }) => {
  const { entries } = await (await request.get('ledger.json')).json();
  await page.goto('ledger.html');
  expect(await count(page)).toBe(entries.length);
  // All at once: to ask the page for each takes hundreds of questions.
  const said = await page
    .locator('.entry')
    .evaluateAll((all) =>
      all.map((entry) => [
        entry.id,
        [
          entry.querySelector('.verdict')?.textContent?.trim() ?? '',
          entry.querySelector('.quotation')?.textContent?.trim() ?? '',
        ],
      ]),
    );
  const shownBy = new Map(said as [string, [string, string]][]);
  for (const { id, source, verdict, quotation, proof, recipe } of entries) {
    expect(verdict).not.toBe('differs');
    if (['in error', 'not found', 'unclear'].includes(verdict)) expect(proof, id).not.toBe('');
    expect(recipe, id).not.toBe('');
    expect(shownBy.get(id), id).toEqual([
      source === 'summary' ? ofSummary(verdict) : verdict,
      quotation ? `“${quotation}”` : '',
    ]);
    expect(source === 'ours', id).toBe(verdict === 'ours');
  }
});

test('every verdict is the one that the native command gives', async ({ request }) => {
  const { entries } = await (await request.get('ledger.json')).json();
  const lines = entries.map(({ id, verdict }: { id: string; verdict: string }) => `${id} ${verdict}`);
  expect(lines.sort().join('\n')).toBe(
    readHere('cpp/claims/verdicts.txt').trim().split('\n').sort().join('\n'),
  );
});

test('the ledger for programs is what its schema says', async ({ request }) => {
  const [ledger, schema] = await Promise.all(
    ['ledger.json', 'ledger.schema.json'].map(async (name) => (await request.get(name)).json()),
  );
  const check = new Ajv2020({ strict: true, strictRequired: false, strictTypes: false }).compile(schema);
  check(ledger);
  expect(check.errors).toBeNull();
});

test('the front page counts what the papers state, and each count shows just these', async ({ page }) => {
  await page.goto('index.html');
  const links = page.locator('#found + p a[href*="verdict="]');
  const said = await links.evaluateAll((all) =>
    all.map((link) => [link.textContent ?? '', (link as HTMLAnchorElement).href] as const),
  );
  expect(said).toHaveLength(5);
  for (const [text, href] of said) {
    await page.goto(href);
    await expect(shown(page), text).toHaveCount(Number.parseInt(text, 10));
  }
});

test('the report has a section for every paper, and every erratum with the command that reruns it', async ({
  page,
  request,
}) => {
  const { entries } = await (await request.get('ledger.json')).json();
  const wrong = entries.filter(({ verdict }: { verdict: string }) => verdict === 'in error');
  await page.goto('report.html');
  await expect(page.locator('.report-paper')).toHaveCount(5);
  const ids = await page.locator('.erratum').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids.sort()).toEqual(wrong.map(({ id }: { id: string }) => id).sort());
  for (const { id } of wrong.slice(0, 3))
    await expect(page.locator(`[id="${id}"]`)).toContainText(`attn claims --only ${id}`);
  await expect(page.locator('.verdicts tbody tr')).toHaveCount(
    entries.filter(({ source }: { source: string }) => source !== 'ours').length,
  );
});

test('search and verdicts choose entries, the address remembers, and “show all” brings all back', async ({
  page,
}) => {
  await page.goto('ledger.html');
  const all = await count(page);
  await expect(page.getByText(`${all} of ${all} entries.`)).toBeVisible();
  await page.getByLabel('Search').fill('beta = 20 COLLAPSE');
  await expect(shown(page)).toHaveCount(3);
  await page.getByLabel('Search').fill('');
  for (const name of ['not found', 'unclear', 'close', 'agrees', 'not recomputed', 'ours'])
    await page.getByRole('checkbox', { name, exact: true }).uncheck();
  const wrong = await page.locator('.entry[data-verdict="in-error"]').count();
  await expect(shown(page)).toHaveCount(wrong);
  expect(new URL(page.url()).search).toBe('?verdict=in-error');
  await page.reload();
  await expect(shown(page)).toHaveCount(wrong);
  await expect(page.getByRole('checkbox', { name: 'agrees', exact: true })).not.toBeChecked();
  await page.getByRole('button', { name: 'Show all' }).click();
  await expect(shown(page)).toHaveCount(all);
  expect(new URL(page.url()).search).toBe('');
});

test('every paper has entries, and its name shows them alone', async ({ page }) => {
  await page.goto('ledger.html');
  const papers = page.getByRole('combobox', { name: 'Paper' });
  for (const paper of ['000', '001', '002', '003', '004']) {
    await papers.selectOption(paper);
    const own = await page.locator(`.entry[data-paper="${paper}"]`).count();
    expect(own).toBeGreaterThan(0);
    await expect(shown(page)).toHaveCount(own);
  }
  await papers.selectOption('');
  await expect(shown(page)).toHaveCount(await count(page));
});

test('what is ours is shown or left out by itself', async ({ page }) => {
  await page.goto('ledger.html');
  const all = await count(page);
  const own = await page.locator('.entry[data-verdict="ours"]').count();
  await page
    .getByRole('group', { name: 'Beside the papers' })
    .getByRole('checkbox', { name: 'ours' })
    .uncheck();
  await expect(shown(page)).toHaveCount(all - own);
});

test('a link to an entry shows it, also where the filter leaves it out', async ({ page }) => {
  await page.goto('chapters/denoising.html');
  await pressBelow(page.locator('#note-1'));
  await pressBelow(page.locator('.note a.claim', { hasText: 'follows the straight' }));
  await expect(page).toHaveURL(/ledger\.html#004\.section-5\.beta-5$/);
  await expect(page.locator('[id="004.section-5.beta-5"]')).toBeInViewport();
  await page.goto('ledger.html?verdict=agrees#004.section-5.beta-5');
  await expect(page.locator('[id="004.section-5.beta-5"]')).toBeInViewport();
});

test('an entry far below is laid out when it comes near, is found by its words, and is whole on paper', async ({
  page,
}) => {
  await page.goto('ledger.html');
  const words = page.locator('.entry h3').last();
  const laidOut = () => words.evaluate((e) => e.checkVisibility({ contentVisibilityAuto: true }));
  expect(await laidOut()).toBe(false);
  await page.emulateMedia({ media: 'print' });
  await expect.poll(laidOut).toBe(true);
  await page.emulateMedia({ media: 'screen' });
  await expect.poll(laidOut).toBe(false);
  // As the browser's own search does.
  const found = (text: string | null) =>
    (globalThis as unknown as { find(text: string | null): boolean }).find(text);
  expect(await page.evaluate(found, await words.textContent())).toBe(true);
  await expect(words).toBeInViewport();
  expect(await laidOut()).toBe(true);
});

test('an entry is recomputed in the page, to the last bit', async ({ page }) => {
  const heard = listen(page);
  await page.goto('ledger.html');
  const entry = page.locator('[id="004.section-5.beta-5"]');
  await entry.getByRole('button', { name: /Recompute here/ }).click();
  await expect(entry.locator('output')).toHaveText('Here: 0.1303, the same as above to the last bit.');
  expect(heard).toEqual([]);
});

test('all that is quick comes out as it stands in the page', async ({ page }) => {
  await page.goto('ledger.html');
  const quick = await page.locator('.run').count();
  expect(quick).toBeGreaterThan(20);
  await page.getByRole('button', { name: 'Recompute the quick ones here' }).click();
  await expect(page.locator('output[name=progress]')).toHaveText(
    `All ${quick} came out as they stand here.`,
    { timeout: 500_000 },
  );
});

test('an entry leads to the line that computes it', async ({ page }) => {
  await page.goto('ledger.html');
  await pressBelow(page.locator('[id="004.section-5.beta-5"] .entry-foot a'));
  await expect(page).toHaveURL(/source\.html#004-variance-L\d+$/);
  const line = page.locator('.line:target');
  await expect(line).toBeInViewport();
  await expect(line).toContainText('"004.section-5.beta-5"');
});

test('no line begins with a badge or with the punctuation behind it', async ({ page }) => {
  for (const path of [
    'denoising',
    'bilinear-form',
    'gradient-dynamics',
    'support-tokens',
    'incremental-patterns',
  ].map((slug) => `chapters/${slug}.html`)) {
    await page.goto(`${path}#main`);
    await page.evaluate(() => document.fonts.ready);
    // Only paragraphs with badges are looked at, and laid out at thirty widths.
    await page.evaluate(() => {
      for (const block of document.querySelectorAll('main > :not(p:has(.claim))')) block.remove();
    });
    expect(await page.locator('main > p .claim').count(), path).toBeGreaterThan(0);
    const found = new Set<string>();
    for (let width = 320; width <= 440; width += 4) {
      await page.setViewportSize({ width, height: 800 });
      const torn = await page.locator('main > p .claim').evaluateAll((claims) => {
        const line = (range: Range | Element): number => [...range.getClientRects()].at(-1)?.bottom ?? 0;
        return claims.flatMap((claim) => {
          const icon = claim.querySelector('.v-icon') as Element;
          const { previousSibling: before } = claim.querySelector('.badge') as Element;
          const { nextSibling: after } = claim;
          const pieces: [Node | null, number][] = [];
          if (before?.nodeType === Node.TEXT_NODE) pieces.push([before, (before as Text).length - 1]);
          if (after?.nodeType === Node.TEXT_NODE && /^[.,;:)]/.test((after as Text).data))
            pieces.push([after, 0]);
          return pieces.flatMap(([node, at]) => {
            const range = document.createRange();
            range.setStart(node as Node, at);
            range.setEnd(node as Node, at + 1);
            return Math.abs(line(range) - line(icon)) > 12
              ? [`${claim.textContent} | ${(node as Text).data.slice(0, 20)}`]
              : [];
          });
        });
      });
      for (const one of torn) found.add(one);
    }
    expect([...found], path).toEqual([]);
  }
});
