// @vitest-environment happy-dom
import { expect, test } from 'vitest';
import { frame, link, type Offer, picture, script } from '../../../web/src/element/panels/snippets';

const offer: Offer = {
  site: 'https://figures.example/sub/',
  version: '1.2.3',
  fig: 'fake',
  title: 'Weights & "measures"',
  description: 'a < b, <script>alert(1)</script>',
  state: 'v1.beta=5,layers=12,t=3',
  attributes: {},
  height: 700,
  pictures: { light: 'fake-1.light.svg', dark: 'fake-1.dark.svg' },
  link: 'https://blog.example/?a=1&b=2#fake=v1-5.beta=5',
};

/** What a browser makes of it, without running anything. */
const parsed = (code: string): DocumentFragment => {
  const template = document.createElement('template');
  template.innerHTML = code;
  return template.content;
};

test('a frame names the figure and its state, and has a title, a height and no border', () => {
  const body = parsed(frame(offer, 'auto').code);
  const element = body.querySelector('iframe');
  expect(element?.getAttribute('src')).toBe(
    'https://figures.example/sub/embed.html?fig=fake#v1.beta=5,layers=12,t=3',
  );
  expect(element?.getAttribute('title')).toBe(offer.title);
  expect([element?.getAttribute('height'), element?.getAttribute('frameborder')]).toEqual(['700', '0']);
  expect(body.querySelector('[style]')).toBeNull();
});

test('what the element’s author asked for is in the address of a frame and in the attributes of an element', () => {
  const attributes = { controls: 'beta,play', lock: 'a&b="', 'step-range': '10-30' };
  const [inFrame, element] = [frame, script].map((way) =>
    parsed(way({ ...offer, attributes }, 'dark').code).querySelector('iframe, attn-figure'),
  );
  const src = inFrame?.getAttribute('src') ?? '';
  expect(src).toContain('&controls=beta,play&');
  expect(Object.fromEntries(new URL(src).searchParams)).toEqual({
    fig: 'fake',
    ...attributes,
    theme: 'dark',
  });
  expect(
    Object.fromEntries([...(element?.attributes ?? [])].map(({ name, value }) => [name, value])),
  ).toEqual({
    fig: 'fake',
    state: offer.state,
    ...attributes,
    theme: 'dark',
  });
});

test('words of a figure stay words, whatever is in them', () => {
  const body = parsed(script(offer, 'auto').code);
  expect(body.querySelector('img')?.getAttribute('alt')).toBe(`${offer.title}. ${offer.description}`);
  const element = body.querySelector('attn-figure');
  expect([...(element?.querySelectorAll('*') ?? [])].map(({ localName }) => localName)).toEqual([
    'picture',
    'source',
    'img',
  ]);
});

test('a script has the version in its name', () => {
  expect(script(offer, 'auto').code).toContain('"https://figures.example/sub/attn-figure-1.2.3.js"');
});

test('a picture is the one of the system’s theme, or the one that was chosen', () => {
  const sources = (colours: Parameters<typeof picture>[1]) =>
    [...parsed(picture(offer, colours).code).querySelectorAll('source, img')].map(
      (element) => element.getAttribute('srcset') ?? element.getAttribute('src'),
    );
  expect(sources('auto')).toEqual(['fake-1.dark.svg', 'fake-1.light.svg']);
  expect(sources('light')).toEqual(['fake-1.light.svg']);
  expect(sources('dark')).toEqual(['fake-1.dark.svg']);
});

test('a policy allows the origin, and pictures from where they lie', () => {
  expect(frame(offer, 'auto').policy).toBe(
    'frame-src https://figures.example; script-src https://figures.example',
  );
  expect(picture(offer, 'auto').policy).toBe("img-src 'self'");
  const there = { light: `${offer.site}posters/fake.light.svg`, dark: `${offer.site}posters/fake.dark.svg` };
  expect(picture({ ...offer, pictures: there }, 'auto').policy).toBe('img-src https://figures.example');
  expect(script(offer, 'auto').policy).toBe(
    "script-src https://figures.example 'wasm-unsafe-eval'; connect-src https://figures.example; " +
      "worker-src blob: https://figures.example; img-src 'self'",
  );
  expect(link(offer, 'auto').policy).toBe('');
});

test('a link is the address itself, but for what the page there would not do', () => {
  const { lang, ...none } = { lang: 'de' };
  expect(link({ ...offer, attributes: none }, 'dark').code).toBe(offer.link);
  expect(link({ ...offer, attributes: { lang } }, 'dark').code).toBe(offer.link);
  const code = link({ ...offer, attributes: { ask: 'Where & when?', lock: 'a,b' } }, 'dark').code;
  expect(code).toBe(
    `${offer.site}embed.html?fig=${offer.fig}&ask=Where%20%26%20when%3F&lock=a,b&theme=dark#${offer.state}`,
  );
});

test('a frame that asks something has the question as its name', () => {
  const named = (attributes: Record<string, string>) =>
    parsed(frame({ ...offer, attributes }, 'auto').code)
      .querySelector('iframe')
      ?.getAttribute('title');
  expect(named({ ask: 'Where & “when”?' })).toBe('Where & “when”?');
  expect(named({ ask: '' })).toBe(offer.title);
});
