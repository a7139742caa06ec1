/** Where the declaration of a figure is. */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { web } from './paths.ts';

/** The file of a figure, below web/: `src/figures/denoising/particles.ts`. */
export function figureFile(id: string): string {
  const folder = 'src/figures';
  const chapter = readdirSync(join(web, folder)).find((name) =>
    existsSync(join(web, folder, name, `${id}.ts`)),
  );
  if (!chapter) throw new Error(`there is no file of the figure ${id} in web/${folder}`);
  return `${folder}/${chapter}/${id}.ts`;
}
