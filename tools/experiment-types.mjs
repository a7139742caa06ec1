#!/usr/bin/env node
// Writes what TypeScript has to know of the C++ core: the types and defaults of every experiment's parameters and frame, by
// chapter, and the parts of the wasm. Run it after a change of a description or a part: node tools/experiment-types.mjs
// It reads the descriptions from the test module in build/wasm (tools/build-wasm.mjs builds it); a test says when files are old.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = 'web/src/engine/generated';
const note =
  '// Written by tools/experiment-types.mjs from the descriptions in cpp/experiments and cpp/claims: change them there.\n';

export const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
const pascal = (name) => camel(`_${name}`);

const paramTypes = {
  number: () => 'number',
  count: () => 'number',
  seed: () => 'number',
  flag: () => 'boolean',
  text: () => 'string',
  choice: ({ names }) => names.map((name) => `'${name}'`).join(' | '),
  list: () => 'NumberList',
  matrix: () => 'NumberArray',
  floats: () => 'NumberArray',
  matrices: () => 'NumberArray',
};

const frameTypes = {
  number: () => 'number',
  count: () => 'number',
  seed: () => 'number',
  flag: () => 'boolean',
  text: () => 'string',
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
    blocks.push(
      declaration(
        `${pascal(type)}Params`,
        `${title}. What is left out has its default.`,
        params,
        paramTypes,
        true,
      ),
    );
    blocks.push(
      declaration(
        `${pascal(type)}Frame`,
        `${title}: what there is to see at a step.`,
        frame,
        frameTypes,
        false,
      ),
    );
    const defaults = params.filter((member) => member.default !== undefined);
    const entries = defaults.map((member) => `  ${camel(member.name)}: ${literal(member.default)},\n`);
    if (entries.length > 0)
      blocks.push(`export const ${camel(type)}Defaults = {\n${entries.join('')}} as const;\n`);
  }
  const text = blocks.join('\n');
  const used = ['FloatMatrix', 'Matrix', 'NumberArray', 'NumberList'].filter((type) =>
    new RegExp(`\\b${type}\\b`).test(text),
  );
  const imports = used.length > 0 ? `import type { ${used.join(', ')} } from '../values';\n\n` : '\n';
  return note + imports + text;
}

function indexFile(experiments, chapters) {
  const imports = chapters.map((chapter) => {
    const types = [
      ...new Set(
        experiments
          .filter((e) => e.chapter === chapter)
          .flatMap(({ type }) => [`${pascal(type)}Params`, `${pascal(type)}Frame`]),
      ),
    ];
    return `import type {\n${types
      .sort()
      .map((type) => `  ${type},\n`)
      .join('')}} from './${chapter}';\n`;
  });
  const entries = experiments.map(
    ({ name, type }) =>
      `  readonly ${name}: { readonly params: ${pascal(type)}Params; readonly frame: ${pascal(type)}Frame };\n`,
  );
  return `${note}${imports.join('')}
/** Every experiment of the core by its name: what opens it, and what its frames hold. */
export interface Experiments {
${entries.join('')}}
`;
}

function partsFile(experiments) {
  const parts = [...new Set(experiments.map(({ part }) => part))].sort();
  const floats = new Set(experiments.filter((e) => e.floats).map(({ part }) => part));
  const imports = parts.flatMap((part) =>
    floats.has(part)
      ? [
          `import ${camel(part)}Scalar from '#wasm/${part}.scalar.wasm?url';\n`,
          `import ${camel(part)}Simd from '#wasm/${part}.simd.wasm?url';\n`,
        ]
      : [`import ${camel(part)} from '#wasm/${part}.wasm?url';\n`],
  );
  const files = parts.map((part) => {
    const binaries = floats.has(part)
      ? `simd: ${camel(part)}Simd, scalar: ${camel(part)}Scalar`
      : `scalar: ${camel(part)}`;
    return `  ${part}: { ${binaries} },\n`;
  });
  return `${note}${imports.join('')}import type { PartFiles } from '../load';

/** The files of each part; one binary where no kernel in single precision is in it. */
export const files: Readonly<Record<string, PartFiles>> = {
${files.join('')}};
`;
}

function placesFile(experiments) {
  const of = experiments.map(({ name, part }) => `  ${name}: '${part}',\n`);
  const floats = [...new Set(experiments.filter((e) => e.floats).map(({ part }) => part))].sort();
  return `${note}
/** The part of the wasm that an experiment is in. */
export const partOf: Readonly<Record<string, string>> = {
${of.join('')}};

/** The parts with kernels in single precision: of these there is a build with SIMD and one without. */
export const floatParts: readonly string[] = [${floats.map(literal).join(', ')}];
`;
}

/** The files with their texts, by path from the root of the project. */
export function filesOf(experiments) {
  const chapters = [...new Set(experiments.map(({ chapter }) => chapter))].sort();
  return new Map([
    [`${folder}/experiments.ts`, indexFile(experiments, chapters)],
    [`${folder}/parts.ts`, partsFile(experiments)],
    [`${folder}/places.ts`, placesFile(experiments)],
    ...chapters.map((chapter) => [
      `${folder}/${chapter}.ts`,
      chapterFile(experiments.filter((e) => e.chapter === chapter)),
    ]),
  ]);
}

/** The descriptions, from the test module. */
export async function describe(root) {
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
  const json = process.argv[2];
  const experiments = json ? JSON.parse(readFileSync(json, 'utf8')).experiments : await describe(root);
  for (const [file, text] of filesOf(experiments)) writeFileSync(path.join(root, file), text);
}
