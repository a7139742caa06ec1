/** Size budgets (run by themselves as `npm run test:size`): what is downloaded. The numbers: `sizeBudget` in package.json. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { expect, type Page, type Response, test } from '@playwright/test';
import packageJson from '../../../package.json' with { type: 'json' };
import { figures } from '../../../web/src/figures/registry';
import { articlePages, listen, models, ready } from './harness';
import {
  assets,
  dist,
  expectFirstFigure,
  expectWithin,
  gzipped,
  isBinary,
  isOf,
  isScript,
  keep,
  parts,
  type Sizes,
} from './sizes';

const {
  articleGzipKB,
  climbGzipKB,
  elementGzipKB,
  filmGzipKB,
  noiseGzipKB,
  fontsKB,
  headGzipKB,
  onDemandGzipKB,
  pageGzipKB,
  partGzipKB,
  readingsGzipKB,
  textGzipKB,
  weightsGzipKB,
} = packageJson.sizeBudget;
/** Of what is fetched on demand some have more room: a text to train on, a model that was kept, what was read of ten, how one climbed, one head as a file, and the library that writes films. */
const larger: Readonly<Record<string, number>> = {
  shakespeare: textGzipKB,
  weights: weightsGzipKB,
  readings: readingsGzipKB,
  head: headGzipKB,
  climb: climbGzipKB,
  recorder: filmGzipKB,
  'runs-noise': noiseGzipKB,
  'runs-longer': noiseGzipKB,
};

/** What a page fetches until nothing more comes, gzipped as a server would send it: size by name, without the folder. */
async function fetched(page: Page, path: string, counts: RegExp, look = async () => {}): Promise<Sizes> {
  const sizes = new Map<string, number>();
  const bodies: Promise<void>[] = [];
  const weigh = (response: Response): void => {
    const name = new URL(response.url()).pathname;
    if (!counts.test(name)) return;
    bodies.push(response.body().then((body) => void sizes.set(name.replace(/.*\//, ''), gzipped(body))));
  };
  page.on('response', weigh);
  await page.goto(path);
  await look();
  await page.waitForLoadState('networkidle');
  // What came now would still be on its way at the end of the test.
  page.off('response', weigh);
  await Promise.all(bodies);
  return sizes;
}

/** What a page fetches until its first figure is live. The window is low, so that no second one starts. */
async function fetchedForFigure(page: Page, path: string): Promise<Sizes> {
  await page.setViewportSize({ width: 1280, height: 480 });
  return fetched(page, path, /\.(js|css|wasm)$/, async () => {
    const figure = page.locator('attn-figure').first();
    await figure.scrollIntoViewIfNeeded();
    await ready(figure);
  });
}

/** Chunks that only pages of the article load, and those of the pages that are none of it. */
const article = ['main', 'theme', 'equations', 'symbols', 'extras', 'tip', 'terms'];
const otherPages = ['ledger', 'embed'];
const own = Object.keys(figures);
/** What a page knows of its figures by itself: where each figure and each part is. */
const lists = ['registry', 'tables'];

/** What `attn-figure.js` alone fetches for a figure is the element's: without the figure, its wasm part, and the lists. */
async function elementOf(page: Page, fig: string): Promise<Sizes> {
  await page.route('**/size-test.html', (route) =>
    route.fulfill({
      contentType: 'text/html',
      body: `<!doctype html><title>A figure</title><script type="module" src="attn-figure.js"></script>
        <attn-figure fig="${fig}" link="on"></attn-figure>`,
    }),
  );
  const sizes = await fetchedForFigure(page, 'size-test.html');
  expect([...sizes.keys()].filter((name) => isOf(name, [fig]))).toHaveLength(1);
  return keep(sizes, (name) => isScript(name) && !isOf(name, [...own, ...lists]));
}

/** Pages with a figure, by address, and the figure that comes first. Of every other figure its tour tells: figures.spec.ts. */
const withFigures = [
  ...articlePages.flatMap((path) => {
    const [, fig] =
      /<attn-figure\s[^>]*\bfig="([^"]*)"/.exec(readFileSync(new URL(path, dist), 'utf8')) ?? [];
    return fig === undefined ? [] : [[path, fig] as const];
  }),
  ...models.map(({ id }) => [`embed.html?fig=${id}`, id] as const),
];

test('size budget: there are pages with figures', () => {
  expect(withFigures.map(([path]) => path)).toEqual(
    expect.arrayContaining(['index.html', 'chapters/denoising.html', 'embed.html?fig=particles']),
  );
});

for (const [path, fig] of withFigures)
  test(`size budget: scripts, styles and wasm up to the first live figure of ${path}`, async ({ page }) => {
    const sizes = await fetchedForFigure(page, path);
    // A page of ours names what its figure needs: of all others there is no list.
    if (!path.startsWith('embed')) {
      expect([...sizes.keys()].filter((name) => isOf(name, ['registry']))).toEqual([]);
    }
    expectFirstFigure(path, fig, sizes);
  });

for (const path of ['index.html', 'chapters/denoising.html'])
  test(`size budget: ${path} asks for nothing twice, and for all that its head names it has a use`, async ({
    page,
  }) => {
    const asked: string[] = [];
    const said = listen(page);
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(path);
    const figure = page.locator('attn-figure').first();
    // A chapter's may stand more than a screen below.
    await figure.scrollIntoViewIfNeeded();
    await ready(figure);
    await page.waitForLoadState('networkidle');
    expect(asked.filter((url, i) => asked.indexOf(url) !== i)).toEqual([]);
    expect(asked.filter((url) => /\/worker-[\w-]+\.js$|\.wasm$/.test(url))).toHaveLength(2);
    // The browser waits a few seconds before it says that something was preloaded for nothing.
    await page.waitForTimeout(5000);
    expect(said).toEqual([]);
  });

test('size budget: element and engine, what the first live figure fetches of them', async ({ page }) => {
  const element = await elementOf(page, 'particles');
  expect(element.size).toBeGreaterThan(3);
  expectWithin('element', element, elementGzipKB);
});

test('size budget: what the element fetches when it is asked for', async ({ page }) => {
  const first = await elementOf(page, 'particles');
  const known = [...article, ...otherPages, ...own];
  const others = keep(built(), (name) => isScript(name) && !first.has(name) && !isOf(name, known));
  expect(others.size).toBeGreaterThan(0);
  for (const [name, size] of others) {
    const [, budget] = Object.entries(larger).find(([chunk]) => isOf(name, [chunk])) ?? [];
    expectWithin(name, new Map([[name, size]]), budget ?? onDemandGzipKB);
  }
  // By themselves: nothing that has less room may come to lie in them.
  for (const chunk of Object.keys(larger))
    expect([...others.keys()].filter((name) => isOf(name, [chunk]))).toHaveLength(1);
});

test('size budget: what a page fetches is the element’s or the article’s', async ({ page }) => {
  const [, first = ''] = withFigures.find(([path]) => path === 'index.html') ?? [];
  const element = await elementOf(page, first);
  const home = await fetchedForFigure(page, 'index.html');
  const known = [...element.keys(), 'theme.js'];
  const others = [...home.keys()].filter(
    // The front page chooses its figure's controls: what reads that choice is fetched where there is one.
    (name) => isScript(name) && !known.includes(name) && !isOf(name, [...article, ...own, 'wishes']),
  );
  expect(others).toEqual([]);
});

test('size budget: a chapter before anything is done with it, without fonts', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 720 });
  const sizes = await fetched(page, 'chapters/denoising.html', /^(?!.*\.woff2$)/);
  expectWithin('chapters/denoising.html', sizes, pageGzipKB);
});

let all: Sizes | undefined;
/** Names and sizes of the files that the build gave a hash: all of them take a second. */
function built(): Sizes {
  all ??= new Map(readdirSync(assets).map((name) => [name, gzipped(readFileSync(new URL(name, assets)))]));
  return all;
}

test('size budget: the scripts of a chapter besides its figures', () => {
  const scripts = keep(built(), isScript);
  // The largest table of symbols stands for the one that a chapter needs.
  const sizes = article.map(
    (chunk) => [chunk, Math.max(...keep(scripts, (name) => isOf(name, [chunk])).values())] as const,
  );
  expectWithin('article', new Map(sizes), articleGzipKB);
});

test('size budget: each wasm part, in the larger build', () => {
  for (const part of parts) {
    const binary = keep(built(), (name) => isBinary(name, part));
    expect(binary.size, part).toBe(1);
    expectWithin(part, binary, partGzipKB[part]);
  }
});

test('size budget: all fonts together', () => {
  const fonts = readdirSync(assets).filter((name) => name.endsWith('.woff2'));
  expect(fonts.length).toBeGreaterThan(3);
  const total = fonts.reduce((sum, name) => sum + statSync(new URL(name, assets)).size, 0);
  expect(total / 1000).toBeLessThanOrEqual(fontsKB);
});
