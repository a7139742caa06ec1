// @vitest-environment happy-dom
import { BlobSource, EncodedPacketSink, Input, MP4, WEBM } from 'mediabunny';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stepsOf } from '../../../web/src/element/panels/film';
import { FakeCore, fakeFigure } from './fakes';
import { button, closePage, find, made, openPage, started, type TestFigure } from './page';

vi.mock('../../../web/src/figures/registry', () => ({ figures: {} }));
// The library asks the browser once in a page's life what it can encode: here that is another one in each test.
vi.mock('mediabunny', async (original) => ({
  ...(await original<typeof import('mediabunny')>()),
  getFirstEncodableVideoCodec: async (codecs: string[]) =>
    codecs.find((codec) => offered.test(codec)) ?? null,
}));

let core: FakeCore;
/** What has been encoded: the texts of each picture, and when it is shown. */
let encoded: { readonly at: number; readonly texts: readonly string[] }[];
let texts: string[];
const files: string[] = [];
let saved: Blob | undefined;

/** Records what is written, and measures texts as the narrow letters of nobody's font. */
const context = (canvas: HTMLCanvasElement): object =>
  new Proxy({ canvas } as Record<string, unknown>, {
    get: (own, name: string) =>
      own[name] ??
      {
        measureText: (text: string) => ({ width: 7 * text.length }),
        fillText: (text: string) => texts.push(text),
        drawImage: () => texts.splice(0),
      }[name] ??
      (() => {}),
  });

/** What an encoder gives: three bytes that nobody can decode. */
class Chunk {
  readonly byteLength = 3;
  readonly duration = 40_000;
  constructor(
    readonly timestamp: number,
    readonly type: 'key' | 'delta',
  ) {}
  copyTo(to: Uint8Array): void {
    to.set([1, 2, 3]);
  }
}

/** The codecs that the browser encodes, and the fault that its encoder has. */
let offered: RegExp;
let fault: string | undefined;
const encoders: Encoder[] = [];

class Encoder {
  static isConfigSupported = async () => ({ supported: true });
  state = 'unconfigured';
  encodeQueueSize = 0;
  #config = { codec: '', width: 0, height: 0 };
  constructor(readonly hooks: { output(chunk: Chunk, about: object): void; error(error: Error): void }) {
    encoders.push(this);
  }
  configure(config: VideoEncoderConfig): void {
    this.state = 'configured';
    this.#config = config;
  }
  encode({ timestamp }: Frame, { keyFrame }: { keyFrame: boolean }): void {
    encoded.push({ at: timestamp / 1000, texts: [...texts] });
    if (fault) this.hooks.error(new Error(fault));
    const { codec, width: codedWidth, height: codedHeight } = this.#config;
    const description = Uint8Array.of(1, 100, 0, 40, 255, 224, 0);
    this.hooks.output(new Chunk(timestamp, keyFrame ? 'key' : 'delta'), {
      decoderConfig: { codec, codedWidth, codedHeight, description },
    });
  }
  async flush(): Promise<void> {}
  close(): void {
    this.state = 'closed';
  }
}

/** A picture on its way to the encoder; how many there are that were not let go of. */
let frames = 0;
class Frame {
  readonly format = 'RGBX';
  readonly colorSpace = {};
  readonly codedWidth: number;
  readonly codedHeight: number;
  readonly timestamp: number;
  readonly duration: number;
  constructor(
    of: HTMLCanvasElement | Frame,
    { timestamp, duration }: { readonly timestamp: number; readonly duration: number },
  ) {
    this.codedWidth = of instanceof Frame ? of.codedWidth : of.width;
    this.codedHeight = of instanceof Frame ? of.codedHeight : of.height;
    [this.timestamp, this.duration] = [timestamp, duration];
    frames++;
  }
  get displayWidth(): number {
    return this.codedWidth;
  }
  get displayHeight(): number {
    return this.codedHeight;
  }
  get visibleRect(): DOMRectReadOnly {
    return new DOMRectReadOnly(0, 0, this.codedWidth, this.codedHeight);
  }
  close(): void {
    frames--;
  }
}

beforeEach(() => {
  openPage();
  core = new FakeCore();
  made.engine = async () => core.engine;
  made.figure = async () => fakeFigure(core);
  [encoded, texts] = [[], []];
  files.length = 0;
  saved = undefined;
  offered = /./;
  fault = undefined;
  encoders.length = 0;
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    return context(this) as never;
  });
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    files.push(this.download);
  });
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    saved = file as Blob;
    return 'blob:film';
  });
  vi.stubGlobal('origin', 'http://localhost');
  vi.stubGlobal('VideoEncoder', Encoder);
  vi.stubGlobal('EncodedVideoChunk', Chunk);
  vi.stubGlobal('VideoFrame', Frame);
});
afterEach(closePage);
// However it went, the browser has its pictures and encoders back.
afterEach(() => {
  expect(frames).toBe(0);
  expect(encoders.filter(({ state }) => state !== 'closed')).toEqual([]);
});

const patient = { timeout: 120_000 };
const live = (): Promise<TestFigure> => started({ fig: 'fake', state: 'v1.layers=12' });
const said = (element: TestFigure): string | null => find(element, '.exported').textContent;

/** Opens the menu and asks for a film. */
async function ask(element: TestFigure): Promise<void> {
  button(element, 'Export').click();
  await vi.waitFor(() => button(element, 'Save film'), patient);
  button(element, 'Save film').click();
}

test('a film takes 5 to 15 seconds however many steps there are, shows them in order and rests at the last', () => {
  for (const steps of [1, 2, 12, 60, 1000, 100000])
    for (const first of [0, 1, steps - 1]) {
      const shown = stepsOf({ first, steps, unit: 'step' });
      expect(shown.length * 40).toBeGreaterThanOrEqual(5000);
      expect(shown.length * 40).toBeLessThanOrEqual(15000);
      expect(shown[0]).toBe(first);
      expect(shown.slice(-40).every((step) => step === steps)).toBe(true);
      expect(shown.every((step, i) => i === 0 || step >= (shown[i - 1] as number))).toBe(true);
    }
  const few = stepsOf({ steps: 12, unit: 'step' });
  expect(new Set(few).size).toBe(13);
});

test('a film has every step of a run of its own, which is freed; what the reader has open stays as it is', async () => {
  const element = await live();
  await element.seek(5);
  const value = element.value;
  const seen = vi.fn();
  element.addEventListener('figure-state', seen);
  await ask(element);
  await vi.waitFor(() => expect(said(element)).toMatch(/^Saved/), patient);
  expect(said(element)).toBe('Saved as attention-fake.webm, 7 seconds.');
  expect(files).toEqual(['attention-fake.webm']);
  expect(core.opened).toBe(2);
  expect(core.alive).toBe(1);
  expect(element.value).toBe(value);
  expect(seen).not.toHaveBeenCalled();
  // 25 a second, counted and not taken from a clock.
  expect(encoded.map(({ at }) => at)).toEqual(encoded.map((_, i) => 40 * i));
  const told = new Set(encoded.map(({ texts }) => texts.join(' | ')));
  expect([...told][7]).toMatch(
    /A figure for tests \| layer 7 of 12 \| Layer 7 at 5\. \| Attention Explorables .*, fake/,
  );
  expect(told.size).toBe(13);
});

test('a film is made while the figure plays', async () => {
  const element = await live();
  element.play();
  await ask(element);
  await vi.waitFor(() => expect(said(element)).toMatch(/^Saved/), patient);
  expect(new Set(encoded.map(({ texts }) => texts.join())).size).toBe(13);
});

test('it shows how far it is; Cancel ends it, frees its run, and the focus is not lost', async () => {
  const element = await live();
  core.manual = true;
  await ask(element);
  await vi.waitFor(() => expect(core.calls).toHaveLength(1), patient);
  core.calls[0]?.answer();
  await vi.waitFor(() => expect(core.calls[0]?.kind).toBe('refine'));
  core.calls[0]?.answer();
  await vi.waitFor(() => expect(core.calls[0]).toMatchObject({ kind: 'seek', t: 1 }), patient);
  const bar = find<HTMLProgressElement>(element, 'progress');
  expect(bar.closest('label')?.textContent).toContain('Making the film');
  expect(bar.value).toBeGreaterThan(0);
  button(element, 'Cancel').focus();
  button(element, 'Cancel').click();
  await vi.waitFor(() => expect(said(element)).toBe('The film was cancelled.'));
  expect(core.alive).toBe(1);
  expect(element.shadowRoot?.querySelector('progress')).toBeNull();
  expect(files).toEqual([]);
});

test('nothing is left of a film whose figure is taken away', async () => {
  const element = await live();
  core.manual = true;
  await ask(element);
  await vi.waitFor(() => expect(core.calls).toHaveLength(1), patient);
  element.remove();
  await Promise.resolve();
  core.manual = false;
  core.calls[0]?.answer();
  await vi.waitFor(() => expect(core.alive).toBe(0), patient);
  expect(files).toEqual([]);
});

test('what the core refuses is said in a sentence', async () => {
  const element = await live();
  core.errors = [new Error('particles: beta is too large')];
  await ask(element);
  await vi.waitFor(
    () => expect(said(element)).toBe('This could not be filmed: particles: beta is too large.'),
    patient,
  );
  expect(core.alive).toBe(1);
});

for (const [has, extension, codec] of [
  [/./, 'webm', 'vp9'],
  [/vp8|avc/, 'webm', 'vp8'],
  [/avc/, 'mp4', 'avc'],
] as const)
  test(`the file has its length, and every picture at its time, with a key one of fifty: ${codec} in ${extension}`, async () => {
    offered = has;
    const element = await live();
    await ask(element);
    await vi.waitFor(
      () => expect(said(element)).toBe(`Saved as attention-fake.${extension}, 7 seconds.`),
      patient,
    );
    expect(saved?.type).toBe(`video/${extension}`);
    const input = new Input({ source: new BlobSource(saved as Blob), formats: [WEBM, MP4] });
    const track = await input.getPrimaryVideoTrack();
    expect(track?.codec).toBe(codec);
    expect(await input.computeDuration()).toBeCloseTo(encoded.length / 25, 6);
    expect((await input.getMetadataTags()).title).toBe('A figure for tests');
    const pictures = [];
    for await (const { timestamp, type } of new EncodedPacketSink(track as never).packets())
      pictures.push({ at: Math.round(1e6 * timestamp) / 1e3, key: type === 'key' });
    expect(pictures).toEqual(encoded.map((_, i) => ({ at: 40 * i, key: i % 50 === 0 })));
  });

for (const without of ['WebCodecs', 'an encoder that we know'])
  test(`a browser without ${without} makes no film, and says so`, async () => {
    offered = /none/;
    if (without === 'WebCodecs') vi.stubGlobal('VideoEncoder', undefined);
    const element = await live();
    await ask(element);
    await vi.waitFor(
      () => expect(said(element)).toBe('This browser cannot make films; Export has the picture.'),
      patient,
    );
    expect(element.shadowRoot?.querySelector('progress')).toBeNull();
    expect(core.opened).toBe(1);
    expect(files).toEqual([]);
  });

test('what the encoder cannot do is said in a sentence, and nothing is saved', async () => {
  fault = 'the encoder gave up';
  const element = await live();
  await ask(element);
  await vi.waitFor(
    () => expect(said(element)).toBe('This could not be filmed: the encoder gave up.'),
    patient,
  );
  expect(element.shadowRoot?.querySelector('progress')).toBeNull();
  expect(core.alive).toBe(1);
  expect(files).toEqual([]);
});
