// The project that is being checked, and how a rule reports what it finds.
import path from 'node:path';
import { readSources } from '../source-files.mjs';

/** By path; `open` sets both. */
export let sources = new Map();
export let problems = [];

export function open(folder) {
  sources = readSources(folder);
  problems = [];
}

/** The files below these folders. */
export const under = (...folders) =>
  [...sources.values()].filter((s) => folders.some((f) => s.path.startsWith(`${f}/`)));

export const isCode =
  (...kinds) =>
  (source) =>
    kinds.includes(source.language);

export const problem = (file, line, text) => problems.push(`${file}:${line}: ${text}`);

export const lineAt = (text, index) => text.slice(0, index).split('\n').length;

/** Reports each match of the pattern in the text; `say` may return nothing where the match is fine. */
export function refuse(source, text, pattern, say) {
  for (const match of text.matchAll(pattern)) {
    const message = typeof say === 'string' ? say : say(match);
    if (message) problem(source.path, lineAt(text, match.index), message);
  }
}

/** What a C++ file includes: the file as it is written there, and the line. */
export const includes = ({ stripped: { noComments } }) =>
  [...noComments.matchAll(/^[ \t]*#[ \t]*include[ \t]*[<"]([^>"\n]+)[>"]/gm)].map((match) => ({
    file: match[1],
    line: lineAt(noComments, match.index),
  }));

const importPattern =
  /\b(?:import|export)\b[^;'"`()]*?\bfrom\s*(['"])([^'"\n]+)\1|\bimport\s*\(?\s*(['"`])([^'"`\n]+)\3|\bnew\s+URL\s*\(\s*(['"`])([^'"`\n]+)\5\s*,\s*import\.meta/g;

/** What a module imports: the name as it is written there, the file without its ending, and the line. */
export function imports(source) {
  const text = source.stripped.noComments;
  // What a string says is no import: the match must begin in code.
  const inCode = (match) => source.stripped.code.startsWith(match[0].slice(0, 3), match.index);
  return [...text.matchAll(importPattern)].filter(inCode).map((match) => {
    const name = match[2] ?? match[4] ?? match[6];
    const target = name.startsWith('.') ? path.posix.join(path.posix.dirname(source.path), name) : name;
    return {
      name,
      line: lineAt(text, match.index),
      target: target.replace(/[?#](?!wasm).*$/, '').replace(/\.(ts|js|mjs)$/, ''),
    };
  });
}
