// @vitest-environment happy-dom
/** Which frames of a page take the height that a message tells, and from whom. */
import { afterEach, expect, test, vi } from 'vitest';
import '../../../web/src/embed/host';

afterEach(() => document.body.replaceChildren());

const own = 'https://figures.example';

/** A frame that shows a page of ours; happy-dom loads nothing where there is a `srcdoc`. */
function frame(attributes: Record<string, string> = {}): HTMLIFrameElement {
  const element = document.createElement('iframe');
  const all = { srcdoc: '', src: `${own}/embed.html`, ...attributes };
  for (const [name, value] of Object.entries(all)) element.setAttribute(name, value);
  document.body.append(element);
  return element;
}

const height = (to: number): object => ({ type: 'attn-figure', version: 1, event: 'height', height: to });
function tell(source: HTMLIFrameElement, origin: string, data: unknown = height(400)): void {
  const event = new Event('message');
  dispatchEvent(Object.assign(event, { data, origin, source: source.contentWindow }));
}

test('a frame takes the height that its page tells, and no other frame does', () => {
  const [one, other] = [frame(), frame()];
  tell(one, own);
  expect([one.style.height, other.style.height]).toEqual(['400px', '']);
});

test.each(['https://elsewhere.example', `${own}.elsewhere.example`, 'null'])(
  'a frame that has gone to %s resizes the page no more',
  (origin) => {
    const gone = frame();
    tell(gone, origin);
    expect(gone.style.height).toBe('');
  },
);

test('a sandboxed frame has no origin to tell by, unless it is allowed one', () => {
  const nameless = frame({ sandbox: 'allow-scripts' });
  tell(nameless, own);
  expect(nameless.style.height).toBe('');
  tell(nameless, 'null');
  expect(nameless.style.height).toBe('400px');
  const named = frame({ sandbox: 'allow-scripts allow-same-origin' });
  tell(named, 'null');
  expect(named.style.height).toBe('');
  tell(named, own);
  expect(named.style.height).toBe('400px');
});

test.each([
  ['another type', { ...height(400), type: 'other' }],
  ['a version to come', { ...height(400), version: 2 }],
  ['another event', { ...height(400), event: 'ready' }],
  ['no height', height(0)],
  ['a height that is no number', height(Number.NaN)],
  ['a height in words', { ...height(400), height: '400' }],
  ['a height that does not mix with numbers', { ...height(400), height: 400n }],
  ['nothing', null],
])('%s is not listened to', (_, data) => {
  const element = frame();
  tell(element, own, data);
  expect(element.style.height).toBe('');
});

test('a frame that shows no figure of ours stays as it is, and is looked for once', () => {
  const other = frame({ src: `${own}/advertisement.html` });
  const looked = vi.spyOn(document, 'querySelectorAll');
  for (let i = 0; i < 100; i++) tell(other, own);
  expect(other.style.height).toBe('');
  expect(looked.mock.calls.length).toBeLessThanOrEqual(1);
  looked.mockRestore();
});

test('a height is kept within bounds', () => {
  const element = frame();
  tell(element, own, height(1));
  expect(element.style.height).toBe('60px');
  tell(element, own, height(1e9));
  expect(element.style.height).toBe('5000px');
});
