/**
 * What a reader meets when something does not come as it should: a sentence that says what has happened, beside the poster; and “Try again”
 * mends it once the cause is gone.
 */
import { readdirSync } from 'node:fs';
import { expect, type Locator, type Page, type Route, test } from '@playwright/test';
import { otherState } from '../states';
import { any, element, open, ready, serve, stateOf, table } from './harness';

const fig = any.id;
const { text } = otherState(any);
const hash = `#${fig}=${text}`;
/** The file of the figure, as pages of ours name it. */
const code = readdirSync(new URL('../../../dist/assets', import.meta.url)).find((name) =>
  new RegExp(`^${fig}\\.figure-[\\w-]{8}\\.js$`).test(name),
);

type Answer = (route: Route) => Promise<void>;
const cut = (body: Buffer): Buffer => body.subarray(0, body.length / 2);
const spoilt = (body: Buffer): Buffer =>
  Buffer.concat([cut(body), Buffer.alloc(64, 0xff), body.subarray(body.length / 2 + 64)]);
/** Answers with another body, of the type that the file has. */
const changed =
  (change: (body: Buffer) => Buffer): Answer =>
  async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: change(await response.body()) });
  };
const answers = {
  missing: (route) => route.fulfill({ status: 404, contentType: 'text/html', body: '<h1>Not found</h1>' }),
  'on a server with an error': (route) => route.fulfill({ status: 500, body: '' }),
  'a page that asks for a password': (route) =>
    route.fulfill({ contentType: 'text/html', body: '<h1>Welcome</h1>' }),
  'on a line that breaks': (route) => route.abort('connectionreset'),
  empty: changed(() => Buffer.alloc(0)),
  cut: changed(cut),
  spoilt: changed(spoilt),
} satisfies Record<string, Answer>;
type What = keyof typeof answers;

/** Breaks something, and gives what mends it. */
type Break = (page: Page) => Promise<() => Promise<unknown>>;
const file =
  (files: string, what: What): Break =>
  async (page) => {
    await page.route(files, answers[what]);
    return () => page.unroute(files);
  };
/** Runs code in the worker before the engine does, and other code to mend it. */
const inWorker =
  (broken: string, mended: string): Break =>
  async (page) => {
    await page.route('**/worker-*.js', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: `${broken};${await response.text()}` });
    });
    return async () => page.workers()[0]?.evaluate(mended);
  };
const noMemory = (name: 'instantiate' | 'compileStreaming'): Break =>
  inWorker(
    `self.kept = WebAssembly.${name}; WebAssembly.${name} = async () => { throw new RangeError('Out of memory: Cannot allocate Wasm memory') }`,
    `WebAssembly.${name} = self.kept`,
  );

const wasm = '**/*.wasm';
const script = `**/${fig}.figure-*.js*`;
const told: [string, RegExp, Break][] = [
  ...(
    [
      ['missing', /Could not load \S+\.wasm: the server answered 404\. Check the connection/],
      ['on a server with an error', /Could not load \S+\.wasm: the server answered 500\. Check/],
      ['a page that asks for a password', /Could not load \S+\.wasm: what came is damaged, or another file/],
      ['on a line that breaks', /Could not load \S+\.wasm \(.+\)\. Check the connection/],
      ['empty', /Could not load \S+\.wasm: what came is damaged, or another file/],
      ['cut', /Could not load \S+\.wasm: what came is damaged, or another file/],
      ['spoilt', /Could not load \S+\.wasm: what came is damaged, or another file/],
    ] as const
  ).map(([what, sentence]): [string, RegExp, Break] => [`a part is ${what}`, sentence, file(wasm, what)]),
  ...(
    [
      ['missing', /This figure could not be loaded: .+ check the connection and reload/],
      ['on a server with an error', /This figure could not be loaded: .+ check the connection and reload/],
      [
        'a page that asks for a password',
        /This figure could not be loaded: .+ check the connection and reload/,
      ],
      ['on a line that breaks', /This figure could not be loaded: .+ check the connection and reload/],
      ['empty', /This figure could not be loaded: what came in its place is empty\./],
      ['cut', /This figure could not be loaded: what came is damaged/],
      ['spoilt', /This figure could not be loaded: what came is damaged/],
    ] as const
  ).map(([what, sentence]): [string, RegExp, Break] => [
    `the figure’s code is ${what}`,
    sentence,
    file(script, what),
  ]),
  [
    'neither the worker nor what stands in for it comes',
    /Could not load the code that computes .+\. Check the connection/,
    async (page) => {
      const [worker, host] = [
        await file('**/worker-*.js', 'missing')(page),
        await file('**/host-*.js', 'on a line that breaks')(page),
      ];
      return async () => [await worker(), await host()];
    },
  ],
  [
    'there is no memory for an instance',
    /There is not enough memory for the part "\w+" \(Out of memory.+\)/,
    noMemory('instantiate'),
  ],
  [
    'there is no memory to compile in',
    /There is not enough memory for the part "\w+" \(Out of memory.+\)/,
    noMemory('compileStreaming'),
  ],
  [
    'there is no WebAssembly',
    /WebAssembly with exceptions is missing or switched off/,
    inWorker('self.kept = WebAssembly; delete self.WebAssembly', 'self.WebAssembly = self.kept'),
  ],
];

let expected: string[][];
test.beforeAll(async ({ browser }) => {
  const page = await browser.newPage();
  expected = await table(await open(page, fig, hash));
  await page.close();
});

const trouble = (figure: Locator): Locator => figure.locator('.trouble');

async function saysAndMends(figure: Locator, sentence: RegExp, mend: () => Promise<unknown>): Promise<void> {
  await expect(trouble(figure)).toContainText(sentence);
  // The sentence alone, and no numbers of another state in full light.
  await expect(figure.locator('.poster')).toBeVisible();
  await expect(figure.locator('.card')).not.toHaveClass(/other/);
  await expect(figure.locator('svg[role=img]')).toHaveCount(0);
  await mend();
  await figure.getByRole('button', { name: 'Try again' }).click();
  await expect(figure.locator('svg[role=img]')).toBeVisible();
  await ready(figure);
  expect(await stateOf(figure)).toBe(text);
  expect(await table(figure)).toEqual(expected);
  await expect(trouble(figure)).toBeHidden();
}

for (const [what, sentence, breakIt] of told)
  test(`where ${what} it says so, and “Try again” mends it`, async ({ page }) => {
    const mend = await breakIt(page);
    await page.goto((await serve(page, element(fig, `data-code="${code}"`))) + hash);
    await saysAndMends(page.locator('attn-figure'), sentence, mend);
  });

for (const what of ['on a server with an error', 'empty', 'cut', 'spoilt'] as const)
  test(`where the worker’s script is ${what} it shows the same numbers without it`, async ({ page }) => {
    await page.route('**/worker-*.js', answers[what]);
    expect(await table(await open(page, fig, hash))).toEqual(expected);
    await expect(trouble(page.locator('attn-figure'))).toBeHidden();
  });

test('where the line is lost after the text is there it says so, and “Try again” mends it', async ({
  page,
  context,
}) => {
  const far = `${'<p>A line.</p>'.repeat(200)}${element(fig, `data-code="${code}"`)}`;
  await page.goto(await serve(page, far));
  const figure = page.locator('attn-figure');
  await expect(figure.locator('.card')).toHaveCount(1);
  await figure.evaluate((e, value) => void Object.assign(e, { value }), text);
  await context.setOffline(true);
  await figure.scrollIntoViewIfNeeded();
  await saysAndMends(figure, /This figure could not be loaded: .+ check the connection/, () =>
    context.setOffline(false),
  );
});

test('where the core is lost, and then the line, the picture stays, and “Try again” mends it', async ({
  page,
}) => {
  const figure = await open(page, fig, hash);
  await page.workers()[0]?.evaluate(() => {
    setTimeout(() => {
      throw new Error('out of memory');
    });
  });
  await expect.poll(() => page.workers().length).toBe(0);
  const mend = await file(wasm, 'on a line that breaks')(page);
  await figure.getByRole('button', { name: 'Step', exact: true }).click();
  await expect(trouble(figure)).toContainText(/Could not load .+ The picture is the last one that worked\./);
  await expect(figure.locator('svg[role=img]')).toBeVisible();
  await mend();
  await figure.getByRole('button', { name: 'Try again' }).click();
  await expect(trouble(figure)).toBeHidden();
  await figure.getByRole('button', { name: 'Step back' }).click();
  await expect.poll(() => table(figure)).toEqual(expected);
});

test('what has to be trained shows how far it is, over the picture before, whose numbers are away', async ({
  page,
}) => {
  const figure = await open(page, 'gpt-training');
  const caption = figure.locator('figcaption');
  await expect(caption).toBeVisible();
  // Of these parameters no run was trained before.
  await figure.evaluate(
    (e) => void (e as unknown as { set(name: string, value: number): Promise<void> }).set('lambda', 0.1),
  );
  await expect(trouble(figure)).toHaveText(/^Computing …\d+ of \d+ steps trained$/);
  await expect(figure.locator('.card')).toHaveAttribute('aria-busy', 'true');
  await expect(figure.locator('svg[role=img]')).toHaveCSS('opacity', '0.25');
  for (const numbers of ['figcaption', '.badge-box'])
    await expect(figure.locator(numbers)).toHaveCSS('visibility', 'hidden');
  await figure.getByRole('button', { name: 'Reset' }).click();
  await expect(trouble(figure)).toBeHidden();
  await expect(caption).toBeVisible();
  await expect(figure.locator('svg[role=img]')).toHaveCSS('opacity', '1');
});

test('a link to what has to be trained dims the poster, and says how far it is', async ({ page }) => {
  await page.goto(`${await serve(page, element('gpt-training'))}#gpt-training=v1.lambda=0.1`);
  const figure = page.locator('attn-figure');
  await expect(trouble(figure)).toHaveText(/^Loading …\d+ of \d+ steps trained$/);
  await expect(figure.locator('.poster')).toHaveCSS('opacity', '0.25');
  await expect(figure.locator('svg[role=img]')).toHaveCount(0);
});
