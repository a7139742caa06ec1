/** What a reader takes along, and shows to a room: the picture on the clipboard, the film, the full screen. On the model figures. */
import { readFile } from 'node:fs/promises';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { BufferSource, EncodedPacketSink, Input, type InputVideoTrack, WEBM } from 'mediabunny';
import { listen, ready, stateOf, violations } from './harness';

const port = Number(process.env.ATTN_MODELS_PORT ?? 4175);

async function show(page: Page, fig = 'model-training', attributes = ''): Promise<Locator> {
  await page.goto(`http://localhost:${port}/?fig=${fig}${attributes}`);
  const figure = page.locator('attn-figure');
  await ready(figure);
  return figure;
}

async function menu(figure: Locator): Promise<void> {
  await figure.getByRole('button', { name: 'Export', exact: true }).click();
  await figure.getByRole('button', { name: 'Copy picture' }).waitFor();
}

/** How many files of a name a page has asked for from now on. */
function askedFor(page: Page, name: RegExp): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (name.test(request.url())) count++;
  });
  return () => count;
}

/** Whether the card fills the screen; by the browser's full screen, or above all else in the window. */
const filling = (figure: Locator): Promise<string> =>
  figure.evaluate(({ shadowRoot }) => {
    const box = shadowRoot?.querySelector('.box');
    const { width, height } = box?.getBoundingClientRect() ?? new DOMRect();
    if (!box?.matches('.lecture') || width < innerWidth || height < innerHeight) return 'no';
    if (shadowRoot?.fullscreenElement === box) return 'screen';
    return box.matches(':popover-open') ? 'window' : 'no';
  });

/** Runs in the page: how many pixels are much darker or lighter than the first one, of what can be drawn on a canvas. */
const inked = `(source, width, height) => {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context.drawImage(source, 0, 0);
  const { data } = context.getImageData(0, 0, width, height);
  return data.filter((value, i) => i % 4 === 1 && Math.abs(value - data[1]) > 48).length;
}`;

for (const colorScheme of ['light', 'dark'] as const)
  test(`“Copy picture” puts a PNG with title and caption on the clipboard, ${colorScheme}`, async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.emulateMedia({ colorScheme });
    const said = listen(page);
    const figure = await show(page);
    await menu(figure);
    await figure.getByRole('button', { name: 'Copy picture' }).click();
    await expect(figure.locator('.exported')).toHaveText(
      'The picture is on the clipboard, with its title and its caption.',
    );
    const got = await page.evaluate(async () => {
      const [item] = await navigator.clipboard.read();
      const picture = await createImageBitmap((await item?.getType('image/png')) as Blob);
      const canvas = Object.assign(document.createElement('canvas'), {
        width: picture.width,
        height: picture.height,
      });
      const pen = canvas.getContext('2d', { willReadFrequently: true }) as CanvasRenderingContext2D;
      pen.drawImage(picture, 0, 0);
      /** How many colours there are from one height to another. */
      const colours = (from: number, to: number): number => {
        const { data } = pen.getImageData(0, from, canvas.width, to - from);
        return new Set(new Uint32Array(data.buffer)).size;
      };
      const { height } = picture;
      const drawing = document.querySelector('attn-figure')?.shadowRoot?.querySelector('.stage > svg');
      return {
        width: picture.width,
        height,
        drawing: [drawing?.clientWidth ?? 0, drawing?.clientHeight ?? 0] as const,
        title: colours(0, 100),
        caption: colours(height - 140, height - 90),
        ground: pen.getImageData(0, 0, 1, 1).data[0] ?? 0,
      };
    });
    expect(Math.abs(got.width - 2 * (got.drawing[0] + 48))).toBeLessThanOrEqual(2);
    expect(got.height).toBeGreaterThan(2 * (got.drawing[1] + 100));
    expect(got.title).toBeGreaterThan(10);
    expect(got.caption).toBeGreaterThan(10);
    expect(got.ground > 128).toBe(colorScheme === 'light');
    expect(said).toEqual([]);
  });

test('where the clipboard is closed the same picture is offered as a file', async ({ page }) => {
  await page.addInitScript(() => {
    navigator.clipboard.write = () => Promise.reject(new DOMException('no', 'NotAllowedError'));
  });
  const figure = await show(page);
  await menu(figure);
  await figure.getByRole('button', { name: 'Copy picture' }).click();
  await expect(figure.locator('.exported')).toHaveText('The browser keeps the clipboard closed to pictures.');
  const coming = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'Save it as a PNG' }).click();
  const file = await coming;
  expect(file.suggestedFilename()).toBe('attention-model-training.png');
  expect([...(await readFile(await file.path())).subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
});

test('a film is a WebM that plays and can be sought, and the figure stays where the reader has it', async ({
  page,
}) => {
  const said = listen(page);
  const recorders = askedFor(page, /\/recorder-/);
  const figure = await show(page);
  await menu(figure);
  const before = await stateOf(figure);
  expect(recorders()).toBe(0);
  const coming = page.waitForEvent('download');
  await figure.getByRole('button', { name: 'Save film' }).click();
  await expect(figure.getByRole('progressbar', { name: 'Making the film' })).toBeVisible();
  const file = await coming;
  expect(recorders()).toBe(1);
  await expect(figure.locator('.exported')).toHaveText('Saved as attention-model-training.webm, 14 seconds.');
  await expect(figure.locator('progress')).toHaveCount(0);
  expect(await stateOf(figure)).toBe(before);
  // A video that is sought drops what it has asked for: that is said, and is no fault.
  expect(said).toEqual([]);
  const bytes = await readFile(await file.path());
  expect(file.suggestedFilename()).toBe('attention-model-training.webm');
  const input = new Input({ source: new BufferSource(bytes), formats: [WEBM] });
  const packets = new EncodedPacketSink((await input.getPrimaryVideoTrack()) as InputVideoTrack).packets();
  const pictures: { at: number; key: boolean }[] = [];
  for await (const { timestamp, type } of packets)
    pictures.push({ at: Math.round(1000 * timestamp), key: type === 'key' });
  expect(pictures).toEqual(Array.from({ length: 340 }, (_, i) => ({ at: 40 * i, key: i % 50 === 0 })));
  const film = await page.evaluate(
    async ([data, inked]) => {
      const count = new Function(`return ${inked}`)() as (s: unknown, w: number, h: number) => number;
      const bytes = Uint8Array.from(atob(data as string), (c) => c.charCodeAt(0));
      const video = document.createElement('video');
      video.muted = true;
      video.src = URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }));
      await new Promise((resolve, reject) => {
        video.onloadeddata = resolve;
        video.onerror = () => reject(new Error(video.error?.message));
      });
      const { duration, videoWidth: width, videoHeight: height } = video;
      const ink: number[] = [];
      // “seeked” comes before the picture does: one that is drawn then is blank on a busy machine.
      const shows = (at: number): Promise<void> =>
        new Promise((resolve) => {
          const look = (_: number, { mediaTime }: VideoFrameCallbackMetadata): void => {
            if (Math.abs(mediaTime - at) < 0.05) resolve();
            else video.requestVideoFrameCallback(look);
          };
          video.requestVideoFrameCallback(look);
        });
      for (const share of [0.02, 0.5, 0.98]) {
        const shown = shows(share * duration);
        video.currentTime = share * duration;
        await shown;
        ink.push(count(video, width, height));
      }
      video.currentTime = duration - 0.5;
      await video.play();
      await new Promise((resolve) => {
        video.onended = resolve;
      });
      return { duration, width, height, ink, total: width * height };
    },
    [bytes.toString('base64'), inked] as const,
  );
  expect(film.duration).toBeCloseTo(13.6, 2);
  expect([film.width % 2, film.height % 2]).toEqual([0, 0]);
  for (const ink of film.ink) expect(ink).toBeGreaterThan(film.total / 300);
  // The curve grows.
  expect(film.ink[2]).toBeGreaterThan(film.ink[0] as number);
});

test('a film that is cancelled, or whose figure goes, leaves nothing', async ({ page }) => {
  const said = listen(page);
  const figure = await show(page);
  await menu(figure);
  const film = figure.getByRole('button', { name: 'Save film' });
  await film.click();
  await figure.getByRole('button', { name: 'Cancel' }).click();
  await expect(figure.locator('.exported')).toHaveText('The film was cancelled.');
  await expect(figure.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
  await film.click();
  await figure.getByRole('button', { name: 'Cancel' }).waitFor();
  await figure.evaluate((element) => element.remove());
  await page.waitForTimeout(1000);
  expect(said).toEqual([]);
});

test('a browser that encodes no video says that it makes no films, and fetches nothing for one', async ({
  page,
}) => {
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'VideoEncoder'));
  const said = listen(page);
  const recorders = askedFor(page, /\/recorder-/);
  const figure = await show(page);
  await menu(figure);
  await figure.getByRole('button', { name: 'Save film' }).click();
  await expect(figure.locator('.exported')).toHaveText(
    'This browser cannot make films; Export has the picture.',
  );
  await expect(figure.locator('progress')).toHaveCount(0);
  expect(recorders()).toBe(0);
  expect(said).toEqual([]);
});

test('a figure that a page has moved to a window that it opened fills that window’s screen, and leaves it where it was', async ({
  page,
}) => {
  const said = listen(page);
  await show(page);
  const opened = page.waitForEvent('popup');
  await page.evaluate(() => {
    const other = open('about:blank', '', 'width=900,height=700')?.document;
    if (!other) return;
    other.body.style.paddingBlock = '900px';
    other.body.append(document.querySelector('attn-figure') as HTMLElement);
  });
  const popup = await opened;
  const figure = popup.locator('attn-figure');
  await figure.evaluate((element) => element.scrollIntoView());
  await expect.poll(() => figure.evaluate((element) => 'settled' in element && element.settled)).toBe(true);
  await figure.locator('#p-learningRate').focus();
  const places = () => Promise.all([page, popup].map((one) => one.evaluate(() => scrollY)));
  const before = await places();
  expect(before[1]).toBeGreaterThan(0);
  await popup.keyboard.press('f');
  await expect.poll(() => filling(figure)).toBe('screen');
  await popup.keyboard.press('f');
  await expect.poll(() => filling(figure)).toBe('no');
  await expect.poll(() => popup.evaluate(() => document.fullscreenElement)).toBe(null);
  await expect.poll(places).toEqual(before);
  expect(said).toEqual([]);
});

for (const refused of [false, true])
  test(`F shows the card on the whole ${refused ? 'window where the screen is refused' : 'screen'}, and Escape and F lead back`, async ({
    page,
  }) => {
    if (refused)
      await page.addInitScript(() => {
        Element.prototype.requestFullscreen = () => Promise.reject(new TypeError('not allowed'));
      });
    const said = listen(page);
    const figure = await show(page);
    await page.evaluate(() => {
      const { body } = document;
      body.style.paddingBlock = '900px';
      // What follows the figure in a page, which a browser keeps in place where something above it becomes higher.
      body.append(
        ...Array.from({ length: 40 }, (_, i) =>
          Object.assign(document.createElement('p'), { textContent: i }),
        ),
      );
      body.dataset.heard = '';
      document.addEventListener('keydown', ({ key }) => {
        body.dataset.heard += ` ${key}`;
      });
    });
    const slider = figure.locator('#p-learningRate');
    await slider.focus();
    const before = [await stateOf(figure), await page.evaluate(() => [scrollY, document.body.scrollHeight])];
    for (const leave of ['f', 'Escape']) {
      await page.keyboard.press('f');
      await expect.poll(() => filling(figure)).toBe(refused ? 'window' : 'screen');
      await expect(figure.getByRole('dialog', { name: 'Training' })).toBeVisible();
      // Headless Chromium hears its own Escape only from a window: what leaves there is asked of the page.
      if (leave === 'Escape' && !refused) await page.evaluate(() => document.exitFullscreen());
      else await page.keyboard.press(leave);
      await expect.poll(() => filling(figure)).toBe('no');
      await expect(slider).toBeFocused();
      await expect
        .poll(async () => [
          await stateOf(figure),
          await page.evaluate(() => [scrollY, document.body.scrollHeight]),
        ])
        .toEqual(before);
      await page.waitForTimeout(300);
      expect(await page.evaluate(() => scrollY)).toBe((before[1] as number[])[0]);
    }
    expect(await page.evaluate(() => document.body.dataset.heard)).toBe('');
    expect(said).toEqual([]);
  });

for (const [width, height] of [
  [1920, 1080],
  [1280, 720],
] as const)
  test(`in full screen of ${width} x ${height} the picture is large, all of it is seen, and arrows go through the presets unless a control has them`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height });
    const figure = await show(page);
    await figure.locator('.card').focus();
    await page.keyboard.press('f');
    await expect.poll(() => filling(figure)).toBe('screen');
    const preset = figure.locator('.preset');
    await expect(preset).toBeHidden();
    await page.keyboard.press('ArrowRight');
    await expect(preset).toHaveText('slow It comes down slowly.');
    await expect.poll(() => stateOf(figure)).toContain('learningRate=0.02');
    const slider = figure.locator('#p-learningRate');
    await slider.focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => stateOf(figure)).toContain('learningRate=0.03');
    await expect(preset).toHaveText('You have moved on from “slow”.');
    // Three controls at most, and time.
    await expect(figure.locator('.time')).toBeVisible();
    expect(await figure.locator('.control:visible').count()).toBeLessThanOrEqual(3);
    await page.mouse.move(width / 3, height / 2);
    await expect(figure.locator('.dot')).toHaveCSS('opacity', '1');
    await expect
      .poll(() =>
        figure.evaluate(({ shadowRoot }) => {
          const drawing = shadowRoot?.querySelector('.stage > svg')?.getBoundingClientRect() ?? new DOMRect();
          const box = shadowRoot?.querySelector('.box') as HTMLElement;
          return (
            drawing.width > innerWidth * 0.6 &&
            drawing.right <= innerWidth &&
            drawing.bottom <= innerHeight &&
            box.scrollHeight <= box.clientHeight
          );
        }),
      )
      .toBe(true);
    expect(await violations(page)).toEqual([]);
  });
