/** What can go wrong between the page and the numbers: each ends in the same numbers, or in a sentence that says what to do. */
import { expect, type Locator, type Page, test } from '@playwright/test';
import { otherState } from '../states';
import { any, element, open, ready, scrubber, serve, stateOf, table } from './harness';

const fig = any.id;
const { text } = otherState(any);
const hash = `#${fig}=${text}`;
const part = any.core.part.name;

/** Opens the page and brings the figure near without waiting for it to be live. */
async function approach(page: Page): Promise<Locator> {
  await page.goto((await serve(page, element(fig))) + hash);
  return page.locator('attn-figure');
}

/** Runs code in the worker before the engine does. */
async function inWorker(page: Page, code: string): Promise<void> {
  await page.route('**/worker-*.js', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${code};${await response.text()}` });
  });
}

const started = (page: Page): Locator => page.locator('attn-figure');
const poster = (figure: Locator): Locator => figure.locator('.poster');

/** The figure is live in the state of the link, with the numbers that it has where nothing is wrong. */
async function works(page: Page, expected: string[][]): Promise<void> {
  const figure = started(page);
  await ready(figure);
  expect(await stateOf(figure)).toBe(text);
  expect(await table(figure)).toEqual(expected);
  await expect(figure.locator('.trouble')).toBeHidden();
}

let expected: string[][];
test.beforeEach(async ({ page }) => {
  expected = await table(await open(page, fig, hash));
  await page.goto('about:blank');
});

const fallbacks: [string, (page: Page) => Promise<unknown>][] = [
  [
    'workers that are refused',
    (page) =>
      page.addInitScript(() => {
        Object.defineProperty(window, 'Worker', {
          value: class {
            constructor() {
              throw new DOMException('refused', 'SecurityError');
            }
          },
        });
      }),
  ],
  ['no Worker at all', (page) => page.addInitScript('delete window.Worker')],
  ['a worker that never answers', (page) => inWorker(page, 'self.postMessage = () => {}')],
  ['a worker that fails to start', (page) => inWorker(page, 'throw new Error("broken")')],
  [
    'a worker whose file is missing',
    (page) => page.route('**/worker-*.js', (route) => route.fulfill({ status: 404 })),
  ],
  [
    'a worker whose file is not a script',
    (page) =>
      page.route('**/worker-*.js', (route) =>
        route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
      ),
  ],
  [
    'wasm sent with the wrong type',
    (page) =>
      page.route('**/*.wasm', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { 'content-type': 'text/plain' } });
      }),
  ],
  [
    'storage that is blocked',
    (page) =>
      page.addInitScript(() => {
        for (const name of ['localStorage', 'sessionStorage', 'indexedDB'])
          Object.defineProperty(window, name, {
            get() {
              throw new DOMException('blocked', 'SecurityError');
            },
          });
      }),
  ],
  [
    'an address that may not be written',
    (page) =>
      page.addInitScript(() => {
        history.replaceState = history.pushState = () => {
          throw new DOMException('sandboxed', 'SecurityError');
        };
      }),
  ],
];

for (const [what, breakIt] of fallbacks)
  test(`with ${what} it shows the same numbers`, async ({ page }) => {
    await breakIt(page);
    await approach(page);
    await works(page, expected);
    await started(page).locator('.pill').first().click();
    await expect.poll(() => table(started(page))).not.toEqual(expected);
  });

/** A figure whose part has a build for either kind of browser. Single precision: the two agree to five digits. */
const twofold = 'million-particles';
const few = 'v1.shape=0,count=2000,beta=60,sigma2=0.05,seed=7,t=6';
const noSimd = `{
    const validate = WebAssembly.validate;
    WebAssembly.validate = (bytes) => !bytes.includes(0xfd) && validate(bytes);
  }`;
/** What was fetched of the part's builds. */
const buildsOf = (asked: readonly string[]): string[] =>
  asked.filter((url) => url.endsWith('.wasm')).map((url) => /simd|scalar/.exec(url)?.[0] ?? 'the only one');

const scalarOnly: [string, string[], (page: Page) => Promise<unknown>][] = [
  ['without SIMD', ['scalar'], (page) => inWorker(page, noSimd)],
  [
    'with a SIMD build that does not compile',
    ['simd', 'scalar'],
    (page) =>
      page.route('**/*.simd-*.wasm', (route) =>
        route.fulfill({
          contentType: 'application/wasm',
          body: Buffer.from([0, 97, 115, 109, 1, 0, 0, 0, 9]),
        }),
      ),
  ],
];
for (const [what, builds, breakIt] of scalarOnly)
  test(`${what} it takes the scalar build and shows the same numbers to five digits`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    const numbers = async (): Promise<number[]> =>
      (await table(await open(page, twofold, `#${twofold}=${few}`))).slice(1).flat().map(Number);
    const simd = await numbers();
    expect(buildsOf(asked)).toEqual(['simd']);
    expect(simd.length).toBe(2 * 7);
    asked.length = 0;
    await breakIt(page);
    const scalar = await numbers();
    expect(buildsOf(asked)).toEqual(builds);
    for (const [i, x] of simd.entries())
      expect(Math.abs((scalar[i] ?? Number.NaN) - x)).toBeLessThanOrEqual(1e-5);
  });

test('without SIMD a part with one binary is what it always is', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await inWorker(page, noSimd);
  await approach(page);
  await works(page, expected);
  expect(buildsOf(asked)).toEqual(['the only one']);
});

test('without WebAssembly it says what is missing, and what was there before the figure stays', async ({
  page,
}) => {
  await inWorker(page, 'delete self.WebAssembly');
  const figure = await approach(page);
  await expect(figure.locator('.trouble')).toContainText('WebAssembly with exceptions is missing');
  await expect(figure.locator('.trouble')).toContainText('from Chrome 102');
  await expect(poster(figure)).toBeVisible();
  expect(await stateOf(figure)).toBe(text);
});

const lost: [string, string, RegExp][] = [
  ['the wasm', '**/*.wasm', new RegExp(`Could not load ${part}.*\\.wasm .*Check the connection`)],
  ['the figure', `**/${fig}.figure-*.js`, /This figure could not be loaded.*check the connection/],
];
for (const [what, files, sentence] of lost)
  test(`when the network is lost before ${what} it says so, and goes on in the same state when it is back`, async ({
    page,
  }) => {
    await page.route(files, (route) => route.abort('internetdisconnected'));
    const figure = await approach(page);
    await expect(figure.locator('.trouble')).toContainText(sentence);
    await expect(poster(figure)).toBeVisible();
    await page.unroute(files);
    await figure.getByRole('button', { name: 'Try again' }).click();
    await expect(figure.locator('svg[role=img]')).toBeVisible();
    await works(page, expected);
  });

test('a click that comes before the code for it is carried out when that is there', async ({ page }) => {
  let arrive = (): void => {};
  const there = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  await page.route('**/panels-*.js', async (route) => {
    await there;
    await route.continue();
  });
  const figure = await approach(page);
  await ready(figure);
  await figure.getByRole('button', { name: 'Data', exact: true }).click();
  await figure.getByRole('button', { name: 'Export' }).click();
  await figure.getByRole('button', { name: 'Export' }).click();
  await figure.locator('.badge').click();
  await expect(figure.locator('.badge')).toHaveAttribute('aria-expanded', 'true');
  arrive();
  await expect(figure.locator('.checks tbody tr')).not.toHaveCount(0);
  await expect(figure.locator('.checks')).toBeVisible();
  expect(await table(figure)).toEqual(expected);
  await expect(figure.locator('.files')).toBeHidden();
});

test('when the network is lost before what a reader opens it says so there, and opens it when it is back', async ({
  page,
}) => {
  await page.route('**/panels-*.js', (route) => route.abort('internetdisconnected'));
  const figure = await approach(page);
  await ready(figure);
  const data = figure.getByRole('button', { name: 'Data', exact: true });
  await data.click();
  await expect(figure.locator('.data')).toContainText(/This could not be loaded.*check the connection/);
  await page.unroute('**/panels-*.js');
  await data.click();
  expect(await table(figure)).toEqual(expected);
  await expect(figure.locator('.trouble')).toBeHidden();
});

test('without the code of the handles the figure works with its sliders', async ({ page }) => {
  await page.route('**/handles-*.js', (route) => route.abort('internetdisconnected'));
  const figure = await open(page, 'before-after');
  await figure.locator('input#p-query').press('ArrowRight');
  await expect.poll(() => stateOf(figure)).toContain('query=0.6');
  await expect(figure.locator('.trouble')).toBeHidden();
  await page.unroute('**/handles-*.js');
  await figure.locator('input#p-query').press('ArrowRight');
  await expect(figure.locator('.grip')).toHaveCount(1);
});

test('a server that answers with an error is told, with its number', async ({ page }) => {
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 503 }));
  const figure = await approach(page);
  await expect(figure.locator('.trouble')).toContainText('the server answered 503');
  await expect(poster(figure)).toBeVisible();
});

test('a worker that crashes between two calls is replaced, and nobody notices', async ({ page }) => {
  await approach(page);
  await works(page, expected);
  const [worker] = page.workers();
  await worker?.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  const figure = started(page);
  await expect.poll(() => page.workers().length).toBe(0);
  await figure.getByRole('button', { name: 'Step', exact: true }).click();
  await expect.poll(() => table(figure)).not.toEqual(expected);
  await figure.getByRole('button', { name: 'Step back' }).click();
  await expect.poll(() => table(figure)).toEqual(expected);
  await expect(figure.locator('.trouble')).toBeHidden();
  expect(page.workers()).toHaveLength(1);
});

test('a worker that crashes in a call is replaced, and nobody notices', async ({ page }) => {
  await approach(page);
  await works(page, expected);
  await page.workers()[0]?.evaluate(() => {
    self.onmessage = () => {
      throw new Error('out of memory');
    };
  });
  const figure = started(page);
  const at = Number(await scrubber(figure).inputValue());
  await figure.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(scrubber(figure)).toHaveValue(String(at + 1));
  await expect.poll(() => table(figure)).not.toEqual(expected);
  await figure.getByRole('button', { name: 'Step back' }).click();
  await expect.poll(() => table(figure)).toEqual(expected);
  await expect(figure.locator('.trouble')).toBeHidden();
});

/** From then on what is asked of a worker ends it, until it is called again with false. */
const deadly = (page: Page, on: boolean): Promise<void> =>
  page.evaluate((on) => {
    type Post = (this: Worker, message: { readonly kind: string }) => void;
    const { prototype } = Worker as unknown as { prototype: { postMessage: Post } };
    const before: Post = Reflect.get(globalThis, 'before') ?? prototype.postMessage;
    Object.assign(globalThis, { before });
    prototype.postMessage = on
      ? function (message) {
          if (message.kind === 'warm') before.call(this, message);
          else this.dispatchEvent(new ErrorEvent('error', { message: 'out of memory' }));
        }
      : before;
  }, on);

test('workers that crash one after the other are told, the picture and the state stay, and trying again works', async ({
  page,
}) => {
  await approach(page);
  await works(page, expected);
  await deadly(page, true);
  const figure = started(page);
  const at = Number(await scrubber(figure).inputValue());
  await figure.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(figure.locator('.trouble')).toContainText('out of memory');
  await expect(figure.locator('.trouble')).toContainText('The picture is the last one that worked.');
  await expect(figure.locator('svg[role=img]')).toBeVisible();
  await deadly(page, false);
  await figure.getByRole('button', { name: 'Try again' }).focus();
  await page.keyboard.press('Enter');
  await expect(figure.locator('.trouble')).toBeHidden();
  // The focus has not been lost with the button.
  expect(await figure.evaluate((e) => e.shadowRoot?.activeElement?.className)).toContain('card');
  await expect(scrubber(figure)).toHaveValue(String(at + 1));
  await figure.getByRole('button', { name: 'Step back' }).click();
  await expect.poll(() => table(figure)).toEqual(expected);
});

test('a worker that dies without a word is told to be at work still, then noticed and replaced', async ({
  page,
}) => {
  await approach(page);
  await works(page, expected);
  await page.workers()[0]?.evaluate(() => self.close());
  const figure = started(page);
  await figure.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(figure.locator('.trouble[role=status]')).toHaveText('Computing …');
  await expect(figure.locator('.trouble')).toBeHidden();
  // Nothing stays of what was said: a card that has waited is as one that has not.
  await expect(figure.locator('.trouble')).toBeEmpty();
  await expect(figure.locator('.trouble')).toHaveAttribute('role', 'alert');
  await expect.poll(() => table(figure)).not.toEqual(expected);
  await figure.getByRole('button', { name: 'Step back' }).click();
  await expect.poll(() => table(figure)).toEqual(expected);
});

test('a name that no figure has is told, and the other figures are none the worse', async ({ page }) => {
  await page.goto((await serve(page, element('nonsense') + element(fig))) + hash);
  const [broken, good] = [page.locator('attn-figure').first(), page.locator('attn-figure').last()];
  // And no word of the connection, which has nothing to do with it.
  await expect(broken.locator('.trouble p')).toHaveText(
    'This figure could not be loaded: there is no figure “nonsense”.',
  );
  await expect(poster(broken)).toBeVisible();
  await good.scrollIntoViewIfNeeded();
  await ready(good);
  expect(await stateOf(good)).toBe(text);
});
