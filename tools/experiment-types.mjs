#!/usr/bin/env node
// Writes what TypeScript has to know of the C++ core: the types, defaults and limits of every experiment's parameters and frame,
// by chapter, and the parts of the wasm. Run it after a change of a description or a part:
//   node tools/experiment-types.mjs [ATTN]   asks the attn command, build/release/attn, which is built before any wasm is linked
//   node tools/experiment-types.mjs --wasm   asks the test module in build/wasm, which is there where the wasm alone is built
// A test says when files are old.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = 'web/src/engine/generated';
const note =
  '// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.\n';

export const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`_${name}`);

const plainTypes = {
  number: () => 'number',
  count: () => 'number',
  seed: () => 'number',
  flag: () => 'boolean',
  text: () => 'string',
};

const paramTypes = {
  ...plainTypes,
  choice: ({ names }) => names.map((name) => `'${name}'`).join(' | '),
  list: () => 'NumberList',
  matrix: () => 'NumberArray',
  floats: () => 'NumberArray',
  matrices: () => 'NumberArray',
};

const frameTypes = {
  ...plainTypes,
  list: () => 'Float64Array',
  matrix: () => 'Matrix',
  floats: () => 'FloatMatrix',
  object: ({ of }) => of,
  objects: ({ of }) => `readonly ${of}[]`,
};

/** A line of meaning, with the limits of a parameter and its default. */
function aboutOf({ about, low, high, lowIsOpen, default: fallback }) {
  // Not dL/dO, and not a letter of the field.
  const word = /^(?!beta\b|eta\b)[a-z]{2,}(?=[\s,.;:]|$)/.test(about);
  const text = [(word ? about[0].toUpperCase() : about[0]) + about.slice(1).replaceAll('*/', '* /')];
  if (low !== undefined) {
    const from = lowIsOpen ? `> ${low}` : `${low}`;
    text.push(high === undefined ? (lowIsOpen ? from : `>= ${low}`) : `${from} .. ${high}`);
  }
  if (fallback !== undefined) text.push(`default ${JSON.stringify(fallback)}`);
  return `${text.join('; ')}.`;
}

/** Wrapped, so that the files read like those of a person. */
function comment(text, indent) {
  const lines = [''];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last && last.length + word.length + indent.length > 104) lines.push(word);
    else lines[lines.length - 1] = last ? `${last} ${word}` : word;
  }
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} * ${line}\n`).join('')}${indent} */\n`;
}

function declaration(name, about, members, types, optional) {
  const lines = members.map((member) => {
    const mark = optional && !member.needed ? '?' : '';
    return `${comment(aboutOf(member), '  ')}  readonly ${camel(member.name)}${mark}: ${types[member.type](member)};\n`;
  });
  return `${comment(about, '')}export interface ${name} {\n${lines.join('')}}\n`;
}

/** The structs inside of frames, each once. */
function nested(members, found = new Map()) {
  for (const member of members) {
    if (!member.members) continue;
    nested(member.members, found);
    found.set(member.of, member.members);
  }
  return found;
}

const literal = (value) =>
  typeof value === 'string'
    ? `'${value}'`
    : Array.isArray(value)
      ? `[${value.map(literal).join(', ')}]`
      : `${value}`;

function chapterFile(experiments) {
  const blocks = [];
  const inner = new Map();
  for (const { frame } of experiments) nested(frame, inner);
  for (const [name, members] of inner) {
    blocks.push(declaration(name, `Part of a frame.`, members, frameTypes, false));
  }
  const declared = new Set();
  for (const { type, about, params, frame } of experiments) {
    if (declared.has(type)) continue;
    declared.add(type);
    const title = `${about[0].toUpperCase()}${about.slice(1)}`;
    const [asked, seen] = [
      `${title}. What is left out has its default.`,
      `${title}: what there is to see at a step.`,
    ];
    blocks.push(declaration(`${pascal(type)}Params`, asked, params, paramTypes, true));
    blocks.push(declaration(`${pascal(type)}Frame`, seen, frame, frameTypes, false));
  }
  const text = blocks.join('\n');
  const used = ['FloatMatrix', 'Matrix', 'NumberArray', 'NumberList'].filter((type) =>
    new RegExp(`\\b${type}\\b`).test(text),
  );
  const values = used.length > 0 ? `import type { ${used.join(', ')} } from '../values';\n` : '';
  const own = experiments.map(({ name }) => `export * from './${experiments[0].chapter}/${file(name)}';\n`);
  return `${note}${values}\n${own.join('')}\n${text}`;
}

/** What an experiment's file is called. */
const file = (name) => name.replaceAll('_', '-');

/** An experiment by itself, so that a page gets no more of a chapter than its figures ask: where its part is, its defaults and its limits. */
function experimentFile({ name, type, chapter, part, floats, params }) {
  const address = (build) => `#wasm/${part}${build && `.${build}`}.wasm?url`;
  const builds = floats ? ['scalar', 'simd'] : [''];
  const imports = builds.map((build) => `import ${build || 'scalar'} from '${address(build)}';\n`);
  const types = [`${pascal(type)}Frame`, `${pascal(type)}Params`];
  const binaries = floats ? 'simd, scalar' : 'scalar';
  const blocks = [];
  const known = [];
  const defaults = params.filter((member) => member.default !== undefined);
  const entries = defaults.map((member) => `  ${camel(member.name)}: ${literal(member.default)},\n`);
  if (entries.length > 0) {
    blocks.push(`export const ${camel(name)}Defaults = {\n${entries.join('')}} as const;\n`);
    known.push(`  defaults: ${camel(name)}Defaults,\n`);
  }
  // Limits are the ends that a slider may have. One that is open, `> 0`, is no end: the core refuses it.
  const limited = params.filter(({ high, lowIsOpen }) => high !== undefined && !lowIsOpen);
  const limits = limited.map(({ name, low, high }) => `  ${camel(name)}: [${low}, ${high}],\n`);
  if (limits.length > 0) {
    blocks.push(`const limits = {\n${limits.join('')}} as const;\n`);
    known.push('  limits,\n');
  }
  blocks.push(
    `export const ${identifier(name)}: Experiment<${types[1]}, ${types[0]}> = {\n  name: '${name}',\n  part: { name: '${part}', ${binaries} },\n${known.join('')}};\n`,
  );
  return `${note}${imports.join('')}import type { Experiment } from '../../experiment';
import type { ${types.join(', ')} } from '../${chapter}';

${blocks.join('\n')}`;
}

/** What an experiment is called in TypeScript. */
const identifier = (name) => camel(name).replaceAll('_', '');

function indexFile(experiments, chapters) {
  const named = chapters.map((chapter) => ({
    chapter,
    names: experiments.filter((e) => e.chapter === chapter).map(({ name }) => identifier(name)),
  }));
  const imports = named.map(
    ({ chapter, names }) =>
      `import {\n${names
        .sort()
        .map((name) => `  ${name},\n`)
        .join('')}} from './${chapter}';\n`,
  );
  const entries = experiments.map(({ name }) =>
    name === identifier(name) ? `  ${name},\n` : `  ${name}: ${identifier(name)},\n`,
  );
  return `${note}${imports.join('')}
/** Every experiment by the name that the core has for it; for tools and tests: a page brings along what it shows. */
export const experiments = {
${entries.join('')}};
`;
}

/** Whether an experiment's part has two builds: where any in it computes in single precision. */
function withFloats(experiments) {
  const floats = new Set(experiments.filter((e) => e.floats).map(({ part }) => part));
  return experiments.map((e) => ({ ...e, floats: floats.has(e.part) }));
}

/** The files with their texts, by path from the root of the project. */
export function filesOf(experiments) {
  const chapters = [...new Set(experiments.map(({ chapter }) => chapter))].sort();
  return new Map([
    [`${folder}/experiments.ts`, indexFile(experiments, chapters)],
    ...chapters.map((chapter) => [
      `${folder}/${chapter}.ts`,
      chapterFile(experiments.filter((e) => e.chapter === chapter)),
    ]),
    ...withFloats(experiments).map((e) => [`${folder}/${e.chapter}/${file(e.name)}.ts`, experimentFile(e)]),
  ]);
}

/** The descriptions, from the command. */
function fromCommand(attn) {
  if (!existsSync(attn)) {
    console.error(
      `experiment-types: there is no ${attn}: cmake --preset release && cmake --build --preset release --target attn`,
    );
    process.exit(2);
  }
  const { experiments, ledgers } = JSON.parse(
    execFileSync(attn, ['list', '--json'], { encoding: 'utf8', maxBuffer: 2 ** 26 }),
  );
  return [...experiments, ...ledgers];
}

/** The same, from the test module. */
async function fromModule(root) {
  const { default: factory } = await import(path.join(root, 'build/wasm/evaluate.js'));
  const bytes = readFileSync(path.join(root, 'build/wasm/evaluate.scalar.wasm'));
  const module = await factory({
    instantiateWasm(imports, done) {
      const instance = new WebAssembly.Instance(new WebAssembly.Module(bytes), imports);
      done(instance);
      return instance.exports;
    },
  });
  return JSON.parse(module.describe());
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('..', import.meta.url));
  const [from = path.join(root, 'build/release/attn')] = process.argv.slice(2);
  const experiments = from === '--wasm' ? await fromModule(root) : fromCommand(from);
  const files = filesOf(experiments);
  for (const old of readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }))
    if (old.endsWith('.ts') && !files.has(`${folder}/${old}`)) rmSync(path.join(root, folder, old));
  for (const [name, text] of files) {
    const file = path.join(root, name);
    // What is as it was is left alone, so that a watcher does not wake for nothing.
    if (existsSync(file) && readFileSync(file, 'utf8') === text) continue;
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, text);
    console.log(`experiment-types: ${name} is written anew`);
  }
}
