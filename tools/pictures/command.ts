/**
 * What `tools/pictures.mjs` does. Drawings are made by the test that compares them, so that there is one way to them.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { alias, nodeModules, repository } from '../vite/paths.ts';
import { isKept, report, unseen } from './report';
import { folder, keptFile } from './store';

const usage = `node tools/pictures.mjs --report|--keep [FIGURE...]

  --report  draws the figures, and writes build/pictures/index.html: what differs from the drawings that are kept
  --keep    draws them, and keeps them in tests/wasm/pictures.txt; say in the commit why they moved

Without a name all figures, which takes a minute or two.`;

/** Draws in a copy of the project, and compares with what is kept there. Returns whether all agreed. */
function draw(root: string, ids: readonly string[], keeps: boolean, quiet: boolean): boolean {
  const name = `^(${ids.length ? ids.join('|') : '[\\w-]+'}) draws its |^drawings of `;
  const vitest = join(nodeModules, 'vitest/vitest.mjs');
  const words = ['run', '--project', 'wasm', 'tests/wasm/figures.test.ts', '-t', name, '--reporter=default'];
  const { status } = spawnSync(process.execPath, [vitest, ...words], {
    cwd: root,
    env: { ...process.env, NO_COLOR: '1', ATTN_PICTURES: keeps ? 'keep' : '' },
    stdio: quiet ? 'ignore' : ['ignore', 'inherit', 'inherit'],
  });
  return status === 0;
}

/** The drawings before, where this machine has not seen them: from the last commit, over the core that is built here. */
function fetchOlder(ids: readonly string[]): void {
  const files = unseen(ids);
  if (files.length === 0) return;
  const before = join(folder, 'commit');
  rmSync(before, { recursive: true, force: true });
  mkdirSync(join(before, 'build'), { recursive: true });
  const archive = spawnSync('git', ['archive', 'HEAD'], {
    cwd: repository,
    maxBuffer: 2 ** 28,
  });
  if (spawnSync('tar', ['-x', '-C', before], { input: archive.stdout }).status !== 0) return;
  symlinkSync(alias['#wasm'], join(before, 'build/wasm'));
  console.log('pictures: draws those before from the last commit');
  draw(before, [...new Set(files.map((file) => file.slice(0, file.indexOf('.'))))], false, true);
  const drawn = join(before, 'build/pictures/kept');
  for (const file of existsSync(drawn) ? readdirSync(drawn) : [])
    if (isKept(file, drawn)) copyFileSync(join(drawn, file), join(folder, 'kept', file));
  rmSync(before, { recursive: true, force: true });
}

const linesKept = (): readonly string[] =>
  existsSync(keptFile) ? readFileSync(keptFile, 'utf8').split('\n') : [];

/** Returns its exit status: 1 where a drawing differs, or could not be made. */
export function pictures(words: readonly string[]): number {
  const [what, ...ids] = words;
  if (
    !['--report', '--keep'].includes(what ?? '') ||
    ids.some((id) => !/^[\w-]+$/.test(id) || id.startsWith('-'))
  ) {
    console.error(usage);
    return 2;
  }
  const before = linesKept();
  const agreed = draw(repository, ids, what === '--keep', what === '--report');
  if (what === '--keep') {
    const fresh = linesKept().filter((line) => !before.includes(line));
    console.log(`pictures: ${fresh.length || 'none'} kept anew`);
    return agreed ? 0 : 1;
  }
  fetchOlder(ids);
  const { path, count } = report(ids);
  console.log(`pictures: ${count || 'none'} different, ${path}`);
  if (!agreed && count === 0)
    console.log(
      'pictures: some could not be drawn, or are kept of what is no longer there; the test says which',
    );
  return agreed ? 0 : 1;
}
