// What the benchmarks of built pages share: a server, a browser, and what is said of many times.
import { spawn } from 'node:child_process';
import { chromium } from '@playwright/test';

/**
 * Calls `use(browser, origin)` with what `vite preview` serves: the site, or what `config` has built. Ports are those of the tests, so that
 * both cannot run at once, which would spoil the times.
 */
export async function withPreview(use, { port = Number(process.env.ATTN_E2E_PORT ?? 4174), config } = {}) {
  const more = config ? ['--config', config] : [];
  const server = spawn(
    'node_modules/.bin/vite',
    ['preview', '--port', String(port), '--strictPort', ...more],
    {
      stdio: 'ignore',
    },
  );
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, 1500));
    await use(browser, `http://localhost:${port}`);
  } finally {
    await browser.close();
    server.kill();
  }
}

export const median = (times) => [...times].sort((a, b) => a - b)[times.length >> 1];

export function line(name, times) {
  const number = (ms) => ms.toFixed(1).padStart(6);
  return (
    `${name.padEnd(44)} min ${number(Math.min(...times))}   median ${number(median(times))}` +
    `   worst ${number(Math.max(...times))} ms`
  );
}
