import { build } from 'vite';
import { expect, test } from 'vitest';
import { plainImports } from '../../../tools/vite/plain-imports';

/** The scripts of a page whose entry imports `late` when it is asked for. */
async function built(late: string): Promise<string[]> {
  const modules: Record<string, string> = {
    entry: 'addEventListener("click", async () => (await import("late")).run());',
    late,
    'late.css': 'p { color: red }',
  };
  const output = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [
      {
        name: 'modules',
        resolveId: (id) => (id in modules ? id : undefined),
        load: (id) => modules[id],
      },
      plainImports(),
    ],
    build: { write: false, rolldownOptions: { input: 'entry' }, modulePreload: { polyfill: false } },
  });
  return [output].flat().flatMap((one) => {
    if (!('output' in one)) return [];
    return one.output.flatMap((file) => (file.type === 'chunk' ? [file.code] : []));
  });
}

test('an import on demand is made as it is written, without a helper', async () => {
  const all = (await built('export const run = () => console.log("late");')).join('\n');
  expect(all).toMatch(/import\([`"'].\/[\w-]+\.js[`"']\)/);
  expect(all).not.toMatch(/modulepreload|mapDeps|__VITE_PRELOAD__/);
});

test('a style that only such an import would bring is refused', async () => {
  await expect(built('import "late.css"; export const run = () => {};')).rejects.toThrow(
    'nothing would fetch its style',
  );
});
