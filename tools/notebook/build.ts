/** `npm run build:notebook`: the Python package for notebooks, as a wheel with everything inside. Needs what ./tools/start --build-only leaves. */
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { snippetOf, toldOfAll } from '../package/figures.ts';
import { scriptOf } from '../singles/single.ts';
import { drawn } from '../vite/drawn.ts';
import { nodeSide } from '../vite/node-side.ts';
import { dist, repository, version } from '../vite/paths.ts';
import { readSite } from '../vite/site.ts';

const folder = join(repository, 'build/notebook');

const begin = `import { widget } from '/src/notebook/widget';
export default widget(figure);`;

/** Builds it of these figures, or of all. */
export async function main(...some: readonly string[]): Promise<void> {
  if (!existsSync(join(dist, 'posters')))
    throw new Error('notebook: there is no built site yet: run ./tools/start --build-only');
  try {
    const all = await drawn.ids();
    const odd = some.find((id) => !all.includes(id));
    if (odd) throw new RangeError(`notebook: there is no figure ${odd}`);
    const ids = some.length > 0 ? some : all;
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(repository, 'python'), join(folder, 'python'), { recursive: true });
    const files = join(folder, 'files');
    mkdirSync(files);
    const about = await toldOfAll(ids);
    for (const id of ids) {
      writeFileSync(join(files, `${id}.js`), await scriptOf(id, begin));
      const snippet = await snippetOf(id);
      if (snippet !== undefined) writeFileSync(join(files, `${id}.py`), snippet);
      for (const theme of ['light', 'dark'])
        cpSync(join(dist, `posters/${id}.${theme}.svg`), join(files, `${id}.${theme}.svg`));
    }
    const text = JSON.stringify({ version, site: readSite().url ?? null, figures: about });
    writeFileSync(join(folder, 'python/attention_explorables/figures.json'), text);
    for (const name of ['LICENSE', 'THIRD_PARTY_NOTICES.md'])
      cpSync(join(repository, name), join(folder, 'python', name));
    const python = process.env.PYTHON ?? '/usr/bin/python3';
    const packed = spawnSync(python, [join(repository, 'tools/notebook/pack.py'), folder, version], {
      encoding: 'utf8',
    });
    if (packed.status !== 0) throw new Error(`notebook: ${packed.stdout}${packed.stderr}`);
    console.log(packed.stdout.trim());
  } finally {
    await nodeSide.close();
  }
}
