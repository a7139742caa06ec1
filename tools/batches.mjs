#!/usr/bin/env node
// C++ sources that can be compiled, or looked at, as one: node tools/batches.mjs MOST SOURCE... prints a line for each such batch.
// Most of the time of a source goes into what others wrote, Eigen and the standard library, again for each.
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strip } from './source-text.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));

export const textOf = (file) => readFileSync(path.join(root, file), 'utf8');

/** Whether a source includes itself once for each set of instructions, with Highway's help: the same text, which is looked at once. */
export const forEachTarget = (file) => textOf(file).includes('HWY_TARGET_INCLUDE');

/**
 * The names that a source gives to what is its own: those in unnamed namespaces, outside of bodies and parameters. Of another name
 * (an alias, a using-declaration), with what it stands for: several sources may say the same of it, one after another.
 */
export function ownNames(text) {
  const names = new Map();
  const { code } = strip(text, 'cpp');
  for (const start of code.matchAll(/\bnamespace\s*\{/g)) {
    let depth = 0;
    let outside = '';
    let end = start.index + start[0].length;
    for (; !(depth === 0 && code[end] === '}') && end < code.length; end += 1) {
      const c = code[end];
      if ('{('.includes(c)) outside += depth++ ? '' : c;
      else if ('})'.includes(c)) depth -= 1;
      else if (depth === 0) outside += c;
    }
    // What an enum without a scope of its own counts.
    for (const [, counted] of code.slice(start.index, end).matchAll(/\benum\s+(?!class\b)[^{;]*\{([^}]*)\}/g))
      for (const [name] of counted.matchAll(/\b[A-Za-z_]\w*(?=\s*(?:[,=]|$))/g)) names.set(name, undefined);
    const alias = (_, name, type) => {
      names.set(name, type.replace(/\s+/g, ' ').trim());
      return '';
    };
    const others = outside
      .replace(/\busing\s+(\w+)\s*=([^;]*);/g, alias)
      .replace(/\busing\s+(?=[\w:]*::(\w+)\s*;)([^;]*);/g, alias)
      .replace(/\benum\s+(\w+)[^{;]*/g, '$1 ');
    const declared = others.replace(/=[^;,]*/g, '=');
    for (const [, name] of declared.matchAll(/\b([A-Za-z_]\w*)\s*(?=[({=;[])/g)) names.set(name, undefined);
  }
  return names;
}

/**
 * Sources that can be read one after another, up to so many: no two have something of their own with the same name. With `hiding`,
 * which compilers warn of, neither does one use such a name for a variable.
 */
export function batches(files, most, { hiding = true } = {}) {
  const found = [];
  for (const file of files) {
    const text = textOf(file);
    const names = ownNames(text);
    const words = new Map(names);
    if (hiding)
      for (const [word] of strip(text, 'cpp').code.matchAll(/\b[A-Za-z_]\w*/g))
        if (!words.has(word)) words.set(word, undefined);
    const alone = forEachTarget(file);
    // An alias that says the same may stand there twice.
    const clash = (own, others) =>
      [...own].some(([name, type]) => others.has(name) && (type === undefined || others.get(name) !== type));
    const fits = (batch) =>
      batch.files.length < most && !batch.alone && !clash(names, batch.words) && !clash(batch.names, words);
    const batch = (!alone && found.find(fits)) || { files: [], names: new Map(), words: new Map(), alone };
    if (!batch.files.length) found.push(batch);
    batch.files.push(file);
    for (const [name, type] of names) batch.names.set(name, type);
    for (const [word, type] of words) if (!batch.words.get(word)) batch.words.set(word, type);
  }
  return found.map((batch) => batch.files);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [most, ...files] = process.argv.slice(2);
  for (const batch of batches(files, Number(most))) console.log(batch.join(' '));
}
