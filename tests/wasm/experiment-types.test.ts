/** What TypeScript knows of the core is what the core says of itself. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { filesOf } from '../../tools/experiment-types.mjs';
import { described, evaluate } from './described';

const folder = 'web/src/engine/generated';
const root = new URL('../../', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, root), 'utf8');
const made: Map<string, string> = filesOf(await described());

describe('the generated files', () => {
  it('are all there, and none is left over', () => {
    const there = readdirSync(fileURLToPath(new URL(folder, root)), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .map((name) => `${folder}/${name}`);
    expect(there.sort()).toEqual([...made.keys()].sort());
  });

  it.each([...made.keys()])('say in %s what the descriptions in C++ do', (file) => {
    expect(read(file), 'node tools/experiment-types.mjs writes it again').toBe(made.get(file));
  });

  it('are the same from both builds', async () => {
    const [simd, scalar] = await Promise.all([evaluate('simd'), evaluate('scalar')]);
    expect(simd.describe()).toBe(scalar.describe());
  });
});
