/** The declarations of the package: what TypeScript makes of the sources, as far as an entry leads to it, with names that Node understands. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { cache, repository, web } from '../vite/paths.ts';
import { experimentModules } from './scripts.ts';

const made = join(cache, 'package-types');

/** All declarations of the sources that the entries need, made by TypeScript from the options of the project. */
function make(): void {
  rmSync(made, { recursive: true, force: true });
  mkdirSync(made, { recursive: true });
  const project = join(cache, 'tsconfig.package.json');
  const { compilerOptions } = JSON.parse(readFileSync(join(repository, 'tsconfig.json'), 'utf8'));
  const src = join(web, 'src');
  const text = JSON.stringify({
    compilerOptions: {
      ...compilerOptions,
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: src,
      outDir: made,
      types: ['node'],
      typeRoots: [join(repository, 'node_modules/@types')],
    },
    files: [join(repository, 'node_modules/vite/client.d.ts')],
    include: [
      `${src}/package`,
      `${src}/engine/generated`,
      `${src}/constants.d.ts`,
      `${src}/engine/wasm.d.ts`,
    ],
  });
  writeFileSync(project, text);
  const { status, stdout } = spawnSync(join(repository, 'node_modules/.bin/tsc'), ['-p', project], {
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`package: TypeScript makes no declarations: ${stdout}`);
}

/** The declaration that `name` means in `file`. */
function resolved(file: string, name: string): string {
  const path = join(dirname(file), name.replace(/\.ts$/, ''));
  const found = [`${path}.d.ts`, `${path}/index.d.ts`].find((one) => existsSync(join(made, one)));
  if (!found) throw new Error(`package: ${file} imports ${name}, of which there is no declaration`);
  return found;
}

/** But what a comment shows of a file that is no code. */
const imports = /(\bfrom |\bimport\(|\bimport )(['"])(\.{1,2}\/[^'"?]+)\2/g;

const asScript = (path: string): string => path.replace(/\.d\.ts$/, '.js');

/** The text of a declaration, with files of scripts in place of modules' names, as Node wants them; and which it leads to. */
function withFiles(file: string, text: string): { readonly text: string; readonly next: readonly string[] } {
  const next: string[] = [];
  const changed = text.replace(imports, (_, before, quote, name) => {
    const target = resolved(file, name);
    next.push(target);
    const [from, to] = [dirname(file).split('/'), target.split('/')];
    while (from.length > 0 && from[0] === to[0]) {
      from.shift();
      to.shift();
    }
    const up = from[0] === '.' ? 0 : from.length;
    return `${before}${quote}${up ? '../'.repeat(up) : './'}${asScript(to.join('/'))}${quote}`;
  });
  return { text: changed, next };
}

/** Writes `types/…` into `folder`, and the declarations of experiments and figures beside their scripts. Answers what stands in each file. */
export function writeTypes(folder: string, figures: readonly string[]): ReadonlyMap<string, string> {
  make();
  const experiments = experimentModules().map(
    ([name, path]) => [name, path.replace(/\.ts$/, '.d.ts')] as const,
  );
  const waiting = ['index', 'define', 'engine', 'react', 'vue'].map((name) => `package/${name}.d.ts`);
  waiting.push(...experiments.map(([, path]) => path));
  const written = new Map<string, string>();
  for (let file = waiting.pop(); file; file = waiting.pop()) {
    if (written.has(file)) continue;
    const { text, next } = withFiles(file, readFileSync(join(made, file), 'utf8'));
    written.set(file, text);
    waiting.push(...next);
  }
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  for (const [file, text] of written) write(`types/${file}`, text);
  for (const [name, path] of experiments)
    write(`experiments/${name}.d.ts`, `export * from '../types/${asScript(path)}';\n`);
  // One each: a name that is none has no types either.
  for (const id of figures)
    write(
      `figures/${id}.d.ts`,
      "import type { Figure } from '../types/figures/declare.js';\ndeclare const figure: Figure;\nexport default figure;\n",
    );
  return written;
}
