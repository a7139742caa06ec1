/** Other people's sites: the package, as npm would install it, in the example of a host, built there and opened in Chromium. */
import { execFile } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from '@playwright/test';
import { repository, version } from '../../tools/vite/paths.ts';
import { find } from '../web/browsers/programs.ts';
import { chromiumArguments } from '../web/chromium.ts';

const run = promisify(execFile);
const work = join(repository, 'build/hosts');
const examples = join(repository, 'examples/hosts');
export const packageFolder = join(repository, 'build/package');

let packed: Promise<string> | undefined;

/** The package as a file, as it would be published. */
export function tarball(): Promise<string> {
  packed ??= (async () => {
    if (!existsSync(join(packageFolder, 'package.json')))
      throw new Error('there is no build/package: npm run build:package makes it');
    mkdirSync(work, { recursive: true });
    await run('npm', ['pack', '--pack-destination', work], { cwd: packageFolder });
    return join(work, `attention-explorables-${version}.tgz`);
  })();
  return packed;
}

/** Not that of a test: React would come with what helps its developers. */
const builders: NodeJS.ProcessEnv = { ...process.env, NO_COLOR: '1' };
delete builders.NODE_ENV;

/** Runs a program in a folder; what it printed is the error, where it fails. */
export async function command(cwd: string, program: string, ...args: readonly string[]): Promise<string> {
  try {
    const { stdout } = await run(program, args, {
      cwd,
      maxBuffer: 2 ** 27,
      env: builders,
    });
    return stdout;
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${program} ${args.join(' ')}\n${stdout ?? ''}\n${stderr ?? error}`);
  }
}

/** A folder with these files in which the package has been installed, and what else they name, or other versions of it. */
export async function installed(
  name: string,
  files: Readonly<Record<string, string>> = {},
  instead: Readonly<Record<string, string>> = {},
): Promise<string> {
  const folder = join(work, [name, ...Object.values(instead)].join('').replace(/\W/g, '-'));
  // What was installed for an earlier run stays: npm looks what of it is still right.
  if (existsSync(folder))
    for (const one of readdirSync(folder))
      if (one !== 'node_modules') rmSync(join(folder, one), { recursive: true });
  mkdirSync(folder, { recursive: true });
  if (existsSync(join(examples, name))) cpSync(join(examples, name), folder, { recursive: true });
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  Object.assign(manifest.dependencies, instead);
  manifest.dependencies['attention-explorables'] = `file:${await tarball()}`;
  writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
  // What bundlers keep of a package is of its version, which stays the same here.
  for (const kept of ['attention-explorables', '.cache', '.vite'])
    rmSync(join(folder, 'node_modules', kept), { recursive: true, force: true });
  await command(folder, 'npm', 'install', '--no-audit', '--no-fund', '--no-package-lock', '--prefer-offline');
  return folder;
}

export const browser = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM ?? find('chromium-headless-shell') ?? '/usr/bin/chromium',
    args: chromiumArguments,
  });

export interface Seen {
  readonly fig: string;
  readonly value: string;
  readonly badge: string;
  readonly height: number;
}

/** Scrolls to each figure, waits until it is live, and tells what it shows. */
export async function figuresOf(page: Page): Promise<readonly Seen[]> {
  await page.waitForFunction(
    () => customElements.get('attn-figure') && document.querySelector('attn-figure'),
  );
  const seen: Seen[] = [];
  for (const figure of await page.locator('attn-figure').all()) {
    await figure.scrollIntoViewIfNeeded();
    await figure.evaluate((element) => (element as HTMLElementTagNameMap['attn-figure']).ready);
    seen.push(
      await figure.evaluate(async (element) => {
        const figure = element as HTMLElementTagNameMap['attn-figure'];
        const badge = () => figure.shadowRoot?.querySelector('.badge')?.textContent ?? '';
        while (!/^checks/.test(badge())) await new Promise((resolve) => setTimeout(resolve, 20));
        return { fig: figure.fig ?? '', value: figure.value, badge: badge(), height: figure.offsetHeight };
      }),
    );
  }
  return seen;
}
