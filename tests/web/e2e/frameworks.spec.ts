/**
 * A figure that a framework renders. React and Vue set a property where the element has one by then, and an attribute where it has not:
 * which of the two scripts comes first must make no difference.
 */
import { fileURLToPath } from 'node:url';
import { expect, type Page, test } from '@playwright/test';
import { build } from 'vite';
import { listen } from './harness';
import { builtSite, page as pageSite, type Site } from './servers';

type Props = Readonly<Record<string, string | undefined>>;
const orders = ['framework', 'element'] as const;
type Figure = HTMLElementTagNameMap['attn-figure'];

const sites: Site[] = [];
test.afterEach(async () => {
  await Promise.all(sites.splice(0).map((site) => site.close()));
});

/** The framework and what renders with it, as one script without modules. */
async function bundle(framework: string): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: {
        entry: fileURLToPath(new URL(`frameworks/${framework}.mjs`, import.meta.url)),
        formats: ['iife'],
        name: 'page',
      },
    },
  });
  const [{ output } = { output: [] }] = [built].flat() as { output: { code?: string }[] }[];
  return output[0]?.code ?? '';
}

// A framework is bundled once for its tests.
test.describe.configure({ mode: 'default' });

for (const framework of ['react', 'vue'])
  test.describe(framework, () => {
    let code = '';
    test.beforeAll(async () => {
      code = await bundle(framework);
    });

    const render = (page: Page, props: Props): Promise<void> =>
      page.evaluate(
        (props) => (globalThis as unknown as { render(props: Props): Promise<void> }).render(props),
        props,
      );

    /** A page with both scripts and a figure with these properties. */
    async function open(page: Page, first: (typeof orders)[number], props: Props): Promise<void> {
      const from = await builtSite();
      const blog = await pageSite('<main></main>');
      sites.push(from, blog);
      await page.goto(blog.origin);
      const scripts = {
        element: async () => {
          await page.addScriptTag({ url: `${from.origin}/attn-figure.js`, type: 'module' });
          await page.evaluate(() => customElements.whenDefined('attn-figure').then(() => {}));
        },
        framework: async () => {
          await page.addScriptTag({ content: code });
          await render(page, props);
        },
      };
      await scripts[first]();
      await scripts[first === 'element' ? 'framework' : 'element']();
    }

    /** What the figure says when all that it was asked for is drawn. */
    const said = (page: Page) =>
      page.locator('attn-figure').evaluate(async (element) => {
        const figure = element as Figure;
        await figure.step(0);
        const { state, value, values, stepRange, controls } = figure;
        return {
          toldWhatItShows: (globalThis as unknown as { heard: string }).heard === value,
          attribute: figure.getAttribute('state'),
          state,
          beta: values?.beta,
          t: Number(/,t=(\d+)$/.exec(value)?.[1]),
          stepRange,
          controls,
          sliders: figure.shadowRoot?.querySelectorAll('.controls input[type=range]').length,
        };
      });
    const does = (page: Page, what: 'reset' | 'change') =>
      page
        .locator('attn-figure')
        .evaluate(
          (figure, what) =>
            what === 'reset' ? (figure as Figure).reset() : (figure as Figure).set('beta', 9),
          what,
        );

    for (const first of orders)
      test(`whichever is first, here the ${first}, a figure has the properties that are rendered`, async ({
        page,
      }) => {
        const heard = listen(page);
        const state = 'v1.beta=20,t=4';
        const others = { fig: 'particles', 'step-range': '2-30', controls: 'beta,play' };
        await open(page, first, { ...others, state });
        const start = {
          toldWhatItShows: true,
          attribute: state,
          state,
          beta: 20,
          t: 4,
          stepRange: '2-30',
          sliders: 1,
        };
        expect(await said(page)).toMatchObject(start);
        await does(page, 'change');
        expect(await said(page)).toMatchObject({ ...start, beta: 9 });
        await does(page, 'reset');
        expect(await said(page)).toMatchObject(start);

        // Rendered anew with the same state, it stays where the reader is.
        await does(page, 'change');
        await render(page, { ...others, state, title: 'again' });
        expect(await said(page)).toMatchObject({ ...start, beta: 9 });
        const other = 'v1.beta=30,t=6';
        await render(page, { ...others, state: other });
        const there = { ...start, attribute: other, state: other, beta: 30, t: 6 };
        expect(await said(page)).toMatchObject(there);
        await does(page, 'reset');
        expect(await said(page)).toMatchObject(there);

        // What is shown may be rendered, too.
        await render(page, { ...others, state: other, value: 'v1.beta=12,t=7' });
        expect(await said(page)).toMatchObject({ ...there, beta: 12, t: 7 });
        await does(page, 'reset');
        expect(await said(page)).toMatchObject(there);
        // What is rendered no more is absent.
        await render(page, { fig: 'particles', 'step-range': '2-30' });
        const { sliders, ...rest } = await said(page);
        expect(rest).toMatchObject({ attribute: null, state: null, controls: null, beta: 5, t: 30 });
        expect(sliders).toBeGreaterThan(1);
        expect(heard).toEqual([]);
      });

    test('what is rendered as shown from the start is shown, with either order of the scripts', async ({
      page,
    }) => {
      for (const first of orders) {
        await open(page, first, { value: 'v1.beta=12,t=7', state: 'v1.beta=20', fig: 'particles' });
        expect(await said(page), first).toMatchObject({ state: 'v1.beta=20', beta: 12, t: 7 });
        await does(page, 'reset');
        expect(await said(page), first).toMatchObject({ state: 'v1.beta=20', beta: 20 });
      }
    });
  });
