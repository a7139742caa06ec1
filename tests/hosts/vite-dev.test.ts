/** What a blogger sees while writing: Vite's server for development, which moves packages into a cache of its own, in the versions that are in use. */
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { Browser } from '@playwright/test';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../web/e2e/listen.ts';
import { browser, figuresOf, installed } from './host.ts';

let chrome: Browser;
beforeAll(async () => {
  chrome = await browser();
});
afterAll(() => chrome.close());

interface Serving {
  readonly address: string;
  end(): Promise<void>;
}

async function developing(folder: string): Promise<Serving> {
  const server = spawn('node', ['node_modules/vite/bin/vite.js', '--port', '5300'], {
    cwd: folder,
    env: { ...process.env, NO_COLOR: '1' },
  });
  const ended = new Promise<void>((resolve) => server.once('close', () => resolve()));
  const end = (): Promise<void> => {
    server.kill();
    return ended;
  };
  const said: string[] = [];
  for await (const line of createInterface(server.stdout)) {
    said.push(line);
    const address = /Local:\s+(\S+)/.exec(line)?.[1];
    if (address) return { address, end };
  }
  throw new Error(`vite ended before it served\n${said.join('\n')}`);
}

/** As docs/package.md has it. */
const excluded = "export default { optimizeDeps: { exclude: ['attention-explorables'] } };\n";

test.each([
  ['^5', excluded],
  ['^6', excluded],
  ['^7', excluded],
  ['^8', ''],
] as const)('figures are live while one develops with Vite %s', async (vite, config) => {
  const folder = await installed('vite', config ? { 'vite.config.js': config } : {}, { vite });
  const { address, end } = await developing(folder);
  try {
    const page = await chrome.newPage();
    const heard = listen(page);
    await page.goto(address);
    const seen = await figuresOf(page);
    expect(seen.map(({ fig }) => fig)).toEqual(['particles', 'two-stage', 'em-vs-sgd']);
    for (const { badge } of seen) expect(badge).toMatch(/^checks (\d+) of \1$/);
    expect(heard.filter((line) => !line.startsWith('debug: [vite]'))).toEqual([]);
    await page.close();
  } finally {
    await end();
  }
});
