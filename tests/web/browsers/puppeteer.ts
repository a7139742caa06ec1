/** Chromium over its own protocol, Firefox over WebDriver BiDi. */
import puppeteer, { type Browser, type LaunchOptions, type Page } from 'puppeteer-core';
import { chromiumArguments } from '../chromium.ts';
import { type Driver, type Engine, type Json, type Key, type Place, patience, viewport } from './driver.ts';
import { endWithUs, find } from './programs.ts';

const chromiumPath = (): string | undefined =>
  process.env.CHROMIUM
    ? find(process.env.CHROMIUM)
    : find('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable');

const firefoxPath = (): string | undefined =>
  process.env.FIREFOX ? find(process.env.FIREFOX) : find('firefox-esr', 'firefox');

export const chromium: Engine = {
  name: 'Chromium',
  packages: 'chromium',
  installed: () => chromiumPath() !== undefined,
  launch: () =>
    launch({
      browser: 'chrome',
      executablePath: chromiumPath(),
      args: chromiumArguments,
    }),
};

export const firefox: Engine = {
  name: 'Firefox',
  packages: 'firefox-esr',
  installed: () => firefoxPath() !== undefined,
  launch: () => launch({ browser: 'firefox', executablePath: firefoxPath() }),
};

async function launch(options: LaunchOptions): Promise<Driver> {
  const browser = await puppeteer.launch({
    ...options,
    headless: true,
    timeout: patience,
    protocolTimeout: patience,
    defaultViewport: viewport,
  });
  // Puppeteer gives a browser a process group of its own, out of reach of whoever ends ours.
  if (process.platform !== 'win32') endWithUs(browser.process()?.pid, true);
  try {
    return new PuppeteerDriver(browser, await browser.newPage());
  } catch (error) {
    await end(browser);
    throw error;
  }
}

class PuppeteerDriver implements Driver {
  readonly #browser: Browser;
  readonly #page: Page;
  #heard: string[] = [];

  constructor(browser: Browser, page: Page) {
    this.#browser = browser;
    this.#page = page;
    page.setDefaultTimeout(patience);
    const hear = (what: string): void => void this.#heard.push(what);
    // Firefox tells what its console says about a page (a policy, say) as an error of the page.
    page.on('console', (message) => hear(`${message.type()}: ${message.text()}`));
    page.on('pageerror', (error) => hear(`error: ${error instanceof Error ? error.message : String(error)}`));
    page.on('requestfailed', (request) => hear(`failed: ${request.url()}`));
  }

  async open(url: string): Promise<void> {
    // What was still on its way to the page before is cut off here, and that is no failure of the next one.
    await this.#page.goto('about:blank');
    this.#heard = [];
    await this.#page.goto(url, { waitUntil: 'load' });
  }

  async evaluate<A extends readonly Json[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    const source = `(${run.toString()})(...${JSON.stringify(args)})`;
    return (await this.#page.evaluate(source)) as R;
  }

  async press(key: Key): Promise<void> {
    await this.#page.keyboard.press(key);
  }

  async drag(from: Place, to: Place): Promise<void> {
    const { mouse } = this.#page;
    await mouse.move(from.x, from.y);
    await mouse.down();
    await mouse.move(to.x, to.y, { steps: 4 });
    await mouse.up();
  }

  async heard(): Promise<readonly string[]> {
    const doubted = (line: string): string | undefined =>
      /^error: Invalid markup: Incorrect number of children for <(\w+)\/> tag\.$/.exec(line)?.[1];
    if (!this.#heard.some(doubted)) return this.#heard;
    const whole = await this.evaluate(wholeFormulas);
    return this.#heard.filter((line) => !whole.includes(doubted(line) ?? ''));
  }

  async overhear(url: string, settled: () => Promise<void>): Promise<readonly string[]> {
    await this.open(url);
    await settled();
    return this.heard();
  }

  async close(): Promise<void> {
    await end(this.#browser);
  }
}

/**
 * Runs in the page. The MathML elements that have all their children wherever they stand on it. Firefox draws a page while it arrives,
 * and complains of a formula that was cut in two on its way; it also complains of one that is wrong, and that must be heard.
 */
function wholeFormulas(): string[] {
  const children = { mfrac: 2, mroot: 2, msub: 2, msup: 2, munder: 2, mover: 2, msubsup: 3, munderover: 3 };
  return Object.entries(children)
    .filter(([tag, n]) =>
      [...document.querySelectorAll(tag)].every((element) => element.childElementCount === n),
    )
    .map(([tag]) => tag);
}

async function end(browser: Browser): Promise<void> {
  const running = browser.process();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, 10_000);
  });
  await Promise.race([browser.close().catch(() => {}), late]);
  clearTimeout(timer);
  if (running && running.exitCode === null && running.signalCode === null) running.kill('SIGKILL');
}
