/** A run that is kept as a ghost behind the next ones, in the built page. */
import { expect, type Locator, test } from '@playwright/test';
import { atRest, figures, open, picture, stateOf, table } from './harness';

/** The picture, whatever the order in which its attributes were set. */
const drawn = async (figure: Locator): Promise<string> =>
  (await picture(figure)).replace(/<(\w+)([^>]*)>/g, (_, tag, attributes: string) => {
    const sorted = attributes.match(/[\w-]+="[^"]*"/g)?.sort() ?? [];
    return `<${[tag, ...sorted].join(' ')}>`;
  });

// That each of them draws the kept run as a ghost is told in tests/wasm/elements.test.ts.
for (const { id, presets } of figures.filter((figure) => figure.compares).slice(0, 1))
  test(`${id}: a kept run stays behind the next ones, on joint scales, named, and in the link`, async ({
    page,
  }) => {
    const figure = await open(page, id);
    await atRest(figure);
    const alone = await drawn(figure);
    const numbers = await table(figure);
    await figure.getByRole('button', { name: 'Keep this run' }).click();
    await expect(figure.locator('.kept')).toContainText('Kept, pale and dashed');
    // A preset that starts from other parameters.
    const at = presets.findIndex(({ params }) => Object.keys(params).length > 0);
    await figure.locator('.pill').nth(at).click();
    await expect.poll(() => table(figure)).not.toEqual(numbers);
    await expect.poll(() => picture(figure)).toMatch(/stroke-dasharray=5 4/);
    const both = await stateOf(figure);
    await expect
      .poll(() => page.evaluate(() => location.hash))
      .toMatch(new RegExp(`(?=.*${id}\\.kept=v1-)(?=.*${id}=v1-)`));

    const address = page.url();
    await page.goto('about:blank');
    await page.goto(address);
    await expect(figure.locator('.kept')).toContainText('Kept, pale and dashed');
    expect(await stateOf(figure)).toBe(both);
    await figure.getByRole('button', { name: 'Let the kept run go' }).click();
    await expect(figure.locator('.kept')).toBeHidden();
    await expect.poll(() => page.evaluate(() => location.hash)).not.toContain('.kept=');
    await figure.getByRole('button', { name: 'Reset' }).click();
    await atRest(figure);
    expect(await drawn(figure)).toBe(alone);
  });
