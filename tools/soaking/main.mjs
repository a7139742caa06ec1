// What ./tools/soak runs: one part after the other, each for its share of the minutes; what they have done is added to build/soak.
import { existsSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { added, countsOf, readState, table, writeState } from './state.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const file = path.join(root, 'build/soak/state.json');
const names = ['parts', 'memory', 'fuzz', 'figures', 'workers'].filter((name) =>
  existsSync(new URL(`${name}.mjs`, import.meta.url)),
);

const [minutes, ...only] = process.argv.slice(2);
const wanted = only.length > 0 ? only : names;
const unknown = wanted.filter((name) => !names.includes(name));
if (unknown.length > 0) {
  console.error(`soak: there is no part '${unknown[0]}', expected ${names.join(', ')}`);
  process.exit(2);
}

const say = (line) => console.log(line);
const state = readState(file, say);
state.runs += 1;
// The next run draws other things, also when this one is ended.
writeState(file, state);
say(`Run ${state.runs}: ${minutes} minutes for ${wanted.join(', ')}. Seed ${state.runs}.`);

const now = {};
const found = [];
for (const name of wanted) {
  const part = await import(new URL(`${name}.mjs`, import.meta.url).href);
  const seconds = (60 * Number(minutes)) / wanted.length;
  say(`\n${name}: ${part.about} ${Math.round(seconds)} s.`);
  const before = state.parts[name] ?? {};
  const started = performance.now();
  let done;
  try {
    done = await part.run({ seconds, seed: state.runs, before, say });
  } catch (error) {
    done = { found: [`the part itself has failed: ${error?.stack ?? error}`] };
  }
  done.found ??= [];
  for (const what of done.found) say(`  found: ${what}`);
  found.push(...done.found);
  now[name] = { ...countsOf(done), seconds: Math.round((performance.now() - started) / 1000) };
  state.parts[name] = added(before, now[name]);
  writeState(file, state);
}

say(`\n${table(now, state.parts).join('\n')}`);
say(found.length > 0 ? `\n${found.length} found.` : '\nNothing found.');
process.exitCode = found.length > 0 ? 1 : 0;
