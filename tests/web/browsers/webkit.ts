/** WebKitGTK over WebDriver, on a screen of its own that nobody sees. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Driver, type Engine, type Json, type Key, type Place, patience, viewport } from './driver.ts';
import { find, Program } from './programs.ts';

const programs = () => ({
  driver: find(process.env.WEBKIT_DRIVER ?? 'WebKitWebDriver'),
  // Installed outside of PATH, in a folder that bears the machine's architecture on Debian.
  browser: find(
    '/usr/lib/*/webkit2gtk-4.1/MiniBrowser',
    '/usr/lib/*/webkit2gtk-4.0/MiniBrowser',
    '/usr/lib/webkit2gtk-4.1/MiniBrowser',
    '/usr/libexec/webkit2gtk-4.1/MiniBrowser',
  ),
  screen: find('Xvfb'),
});

export const webkit: Engine = {
  name: 'WebKit',
  packages: 'webkit2gtk-driver xvfb',
  installed: () => Object.values(programs()).every(Boolean),
  async launch() {
    const { driver, browser, screen } = programs();
    if (!driver || !browser || !screen) throw new Error('WebKit is not installed');
    const started = new Started();
    try {
      await started.screen(screen);
      const session = await started.session(driver, browser);
      return new WebKitDriver(started, session, browser);
    } catch (error) {
      await started.end();
      throw error;
    }
  },
};

/** What has been started, in the order in which it is ended in reverse, and the folder that it writes to. */
class Started {
  readonly #programs: Program[] = [];
  readonly #folder = mkdtempSync(join(tmpdir(), 'attn-webkit-'));
  readonly #env: Record<string, string> = {
    // The sandbox does not start as root and in most containers; the pages come from this machine.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    // There is no session bus to ask about the desktop's accessibility.
    NO_AT_BRIDGE: '1',
    XDG_CACHE_HOME: this.#folder,
    XDG_CONFIG_HOME: this.#folder,
    XDG_DATA_HOME: this.#folder,
  };

  run(path: string, args: readonly string[]): Program {
    const program = new Program(path, args, this.#env);
    this.#programs.push(program);
    return program;
  }

  async screen(path: string): Promise<void> {
    // It chooses a free display itself and writes the number to descriptor 3.
    const size = `${viewport.width}x${viewport.height + 200}x24`;
    const screen = this.run(path, ['-displayfd', '3', '-screen', '0', size, '-nolisten', 'tcp']);
    let written = '';
    screen.extra.on('data', (text) => {
      written += String(text);
    });
    this.#env.DISPLAY = `:${await screen.until(() => /^(\d+)\n/.exec(written)?.[1], patience)}`;
  }

  async session(path: string, browser: string): Promise<Session> {
    const port = await freePort();
    const driver = this.run(path, [`--port=${port}`, '--host=127.0.0.1']);
    const base = `http://127.0.0.1:${port}`;
    await driver.until(() => call(base, 'GET', '/status').catch(() => undefined), patience);
    const { sessionId } = (await call(base, 'POST', '/session', {
      capabilities: {
        alwaysMatch: {
          browserName: 'MiniBrowser',
          'webkitgtk:browserOptions': { binary: browser, args: ['--automation'] },
          timeouts: { script: patience, pageLoad: patience },
        },
      },
    })) as { sessionId: string };
    return (method, path, body, limit) => call(`${base}/session/${sessionId}`, method, path, body, limit);
  }

  /** Without its screen a browser ends by itself, even one that its driver has lost sight of. */
  async end(): Promise<void> {
    for (const program of this.#programs.splice(0).reverse()) await program.end();
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

type Session = (method: Method, path: string, body?: object, limit?: number) => Promise<unknown>;
type Method = 'GET' | 'POST' | 'DELETE';

class WebKitDriver implements Driver {
  readonly #started: Started;
  readonly #session: Session;
  readonly #browser: string;

  constructor(started: Started, session: Session, browser: string) {
    this.#started = started;
    this.#session = session;
    this.#browser = browser;
  }

  async open(url: string): Promise<void> {
    await this.#session('POST', '/url', { url: 'about:blank' });
    await this.#fit();
    await this.#session('POST', '/url', { url });
    await this.evaluate(installEar);
  }

  async evaluate<A extends readonly Json[], R>(run: (...args: A) => R | Promise<R>, ...args: A): Promise<R> {
    const script = `
      const done = arguments[arguments.length - 1];
      (async () => (${run.toString()})(...${JSON.stringify(args)}))().then(
        (value) => done({ value }),
        (error) => done({ error: String(error) }),
      );`;
    const answer = (await this.#session('POST', '/execute/async', { script, args: [] })) as {
      value?: R;
      error?: string;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.value as R;
  }

  async press(key: Key): Promise<void> {
    const value = { ArrowLeft: '\ue012', ArrowRight: '\ue014', Escape: '\ue00c' }[key];
    const actions = [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ];
    await this.#session('POST', '/actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  async drag(from: Place, to: Place): Promise<void> {
    const move = ({ x, y }: Place, duration = 0) => ({
      type: 'pointerMove',
      x: Math.round(x),
      y: Math.round(y),
      duration,
    });
    const half = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
    const actions = [
      move(from),
      { type: 'pointerDown', button: 0 },
      move(half, 100),
      move(to, 100),
      { type: 'pointerUp', button: 0 },
    ];
    const mouse = { type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions };
    await this.#session('POST', '/actions', { actions: [mouse] });
  }

  /**
   * WebDriver has no way to hear the console: the page is listened to from inside, from its `load` event on. What it says before,
   * and what the browser itself has to say, is what `overhear` is for.
   */
  async heard(): Promise<readonly string[]> {
    return await this.evaluate(() => (globalThis as unknown as { heardByTest?: string[] }).heardByTest ?? []);
  }

  /**
   * A browser of its own that is not driven: under automation it does not apply its settings, and so does not write its console
   * to its output. Not even here does it tell which requests failed; the server knows.
   */
  async overhear(url: string, settled: () => Promise<void>): Promise<readonly string[]> {
    // It says this of fonts that it uses too, where the machine is so busy that it gets to them late. Chromium says it when it is so.
    const busy = /was preloaded using link preload but not used within a few seconds/;
    const browser = this.#started.run(this.#browser, ['--enable-write-console-messages-to-stdout=true', url]);
    try {
      await settled();
      if (!browser.running) throw new Error(`The browser has ended. ${browser.lines.join('\n')}`);
      return browser.lines.filter((line) => line.includes('CONSOLE ') && !busy.test(line));
    } finally {
      await browser.end();
    }
  }

  async close(): Promise<void> {
    await this.#session('DELETE', '', undefined, 10_000).catch(() => {});
    await this.#started.end();
  }

  /** Makes the window as large as it takes for the page inside to have the size that is wanted. */
  async #fit(): Promise<void> {
    const [width, height] = await this.evaluate(() => [innerWidth, innerHeight] as const);
    if (width === viewport.width && height === viewport.height) return;
    const rect = (await this.#session('GET', '/window/rect')) as { width: number; height: number };
    await this.#session('POST', '/window/rect', {
      x: 0,
      y: 0,
      width: rect.width + viewport.width - (width ?? 0),
      height: rect.height + viewport.height - (height ?? 0),
    });
  }
}

/** Runs in the page. */
function installEar(): void {
  const heard: string[] = [];
  Object.assign(globalThis, { heardByTest: heard });
  for (const level of ['debug', 'log', 'info', 'warn', 'error', 'trace', 'assert'] as const) {
    const say = console[level].bind(console);
    console[level] = (...args: unknown[]) => {
      if (level !== 'assert' || !args[0]) heard.push(`${level}: ${args.map(String).join(' ')}`);
      say(...(args as []));
    };
  }
  addEventListener(
    'error',
    (event) => heard.push(`error: ${event.message || 'a file was not loaded'}`),
    true,
  );
  addEventListener('unhandledrejection', (event) => heard.push(`error: ${String(event.reason)}`));
  addEventListener('securitypolicyviolation', (event) =>
    heard.push(`refused by ${event.effectiveDirective}: ${event.blockedURI}`),
  );
}

/** One command of the WebDriver protocol. */
async function call(
  base: string,
  method: Method,
  path: string,
  body?: object,
  limit = patience + 5000,
): Promise<unknown> {
  const response = await fetch(base + path, {
    method,
    signal: AbortSignal.timeout(limit),
    ...(method === 'POST' && { body: JSON.stringify(body ?? {}) }),
  });
  const { value } = (await response.json()) as { value: unknown };
  if (response.ok) return value;
  const { error, message } = value as { error?: string; message?: string };
  throw new Error(`WebKit, ${method} ${path}: ${error}. ${message}`);
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port')),
      );
    });
  });
}
