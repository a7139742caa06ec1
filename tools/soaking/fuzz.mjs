// The libFuzzer targets of tests/fuzz, one after the other, each from what it has learned in all runs before. By hand, and for some targets:
//   node tools/soaking/fuzz.mjs SECONDS [TARGET...]
//   node tools/soaking/fuzz.mjs --keep [TARGET...]   puts the inputs that reach the most, up to 8 KB a target, into tests/fuzz/corpus
//   node tools/soaking/fuzz.mjs --unpack FOLDER      those as files, with the list of each target's that libFuzzer takes, for the tests
import { spawn, spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

export const name = 'fuzz';
export const about = 'the libFuzzer targets, any arguments at all, from a corpus that grows.';

const root = fileURLToPath(new URL('../..', import.meta.url));
const soak = path.join(root, 'build/soak');
const least = 10; // seconds of a target: half of a second would go into starting it
const keptBytes = 8_000;

/** As tests/fuzz/CMakeLists.txt lists them: topic and name. */
export function targets() {
  const lists = readFileSync(path.join(root, 'tests/fuzz/CMakeLists.txt'), 'utf8');
  return lists
    .match(/set\(targets\s([^)]*)\)/)[1]
    .trim()
    .split(/\s+/);
}

const programOf = (target) => path.join(root, 'build/clang/tests/fuzz', `fuzz_${path.basename(target)}`);
const corpusOf = (target) => path.join(soak, 'corpus', target);
const keptOf = (target) => path.join(root, 'tests/fuzz/corpus', `${target}.txt`);

/** What is committed of a target's corpus, an input a line in base64: hundreds of files of ten bytes would be in everybody's way. */
export const packed = (inputs) =>
  inputs.map((input) => `${Buffer.from(input).toString('base64')}\n`).join('');
export const unpacked = (text) =>
  text
    .split('\n')
    .slice(0, -1)
    .map((line) => Uint8Array.from(Buffer.from(line, 'base64')));

/** Writes what is committed of a target's corpus as files, and says which. */
function unpack(target, folder) {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const inputs = existsSync(keptOf(target)) ? unpacked(readFileSync(keptOf(target), 'utf8')) : [];
  return inputs.map((input, i) => {
    const file = path.join(folder, String(i));
    writeFileSync(file, input);
    return file;
  });
}

/** The folders that a target begins with: what it has learned here, into which it writes, and what is committed. */
function corporaOf(target) {
  mkdirSync(corpusOf(target), { recursive: true });
  const folder = path.join(soak, 'kept', target);
  return unpack(target, folder).length > 0 ? [corpusOf(target), folder] : [corpusOf(target)];
}

/** Builds what is not there; with sanitizers and all the library that takes a quarter of an hour the first time. */
function build(say) {
  const log = path.join(root, 'build/logs/soak-fuzz.log');
  mkdirSync(path.dirname(log), { recursive: true });
  for (const words of [
    ['--preset', 'clang'],
    ['--build', '--preset', 'clang', '--target', 'fuzz_targets'],
  ]) {
    const output = openSync(log, 'a');
    if (spawnSync('cmake', words, { cwd: root, stdio: ['ignore', output, output] }).status !== 0)
      throw new Error(`the targets do not build; ${path.relative(root, log)} says why`);
  }
  say('  The targets are built.');
}

/** Runs a program to its end; its status and what it has said. */
function ended(program, words) {
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, { cwd: soak, stdio: ['ignore', 'ignore', 'pipe'] });
    let said = '';
    // A target says a line a discovery: what matters is at the end.
    child.stderr.on('data', (text) => {
      said = `${said}${text}`.slice(-100_000);
    });
    child.on('error', reject);
    child.on('close', (status) => resolve({ status, said }));
  });
}

/** How many inputs a target has run, as it says at its end or, where it has not come to that, in its last line about them. */
export function unitsOf(said) {
  const done = said.match(/^Done (\d+) runs/m) ?? [...said.matchAll(/^#(\d+)\t/gm)].at(-1);
  return Number(done?.[1] ?? 0);
}

/** What a target has found, in a line; nothing where it has ended by itself. */
export function findingOf(target, status, said) {
  if (status === 0) return undefined;
  const what =
    said.match(/^SUMMARY: (.*)$/m)?.[1] ?? said.match(/^.*ERROR.*$/m)?.[0] ?? `it has ended with ${status}`;
  const file = said.match(/Test unit written to (\S+)/)?.[1];
  return `${target}: ${what}${file ? `; again by ${path.basename(programOf(target))} with build/soak/${file}` : ''}`;
}

async function fuzz(target, seconds, seed) {
  mkdirSync(path.join(soak, 'crashes'), { recursive: true });
  const { status, said } = await ended(programOf(target), [
    ...['-max_len=512', '-len_control=0', '-print_funcs=0', `-seed=${seed}`],
    ...[`-max_total_time=${Math.round(seconds)}`, `-artifact_prefix=crashes/${path.basename(target)}-`],
    ...corporaOf(target),
  ]);
  return { units: unitsOf(said), finding: findingOf(target, status, said) };
}

export async function run({ seconds, seed, before = {}, say, only = targets() }) {
  if (only.some((target) => !existsSync(programOf(target)))) build(say);
  const end = performance.now() + 1000 * seconds;
  const each = Math.max(least, seconds / only.length);
  const counts = { units: 0, targets: 0, found: [] };
  // It goes on with the target after the one that was last.
  for (let at = before.targets ?? 0; performance.now() < end && counts.targets < only.length; at++) {
    const target = only[at % only.length];
    const { units, finding } = await fuzz(target, Math.min(each, (end - performance.now()) / 1000 + 1), seed);
    counts.units += units;
    counts.targets += 1;
    if (finding) counts.found.push(finding);
  }
  const files = only.flatMap((target) => (existsSync(corpusOf(target)) ? readdirSync(corpusOf(target)) : []));
  say(`  ${files.length} inputs are in the corpus of ${only.length} targets.`);
  return counts;
}

/** Of all that has been learned the least that reaches as much, and of that the shortest, into the folder that is committed. */
async function keep(target) {
  const folder = mkdtempSync(path.join(soak, 'merged-'));
  await ended(programOf(target), ['-merge=1', '-max_len=512', folder, ...corporaOf(target)]);
  const all = readdirSync(folder)
    .map((file) => readFileSync(path.join(folder, file)))
    .sort((a, b) => a.length - b.length || Buffer.compare(a, b));
  rmSync(folder, { recursive: true });
  const inputs = [...all];
  while (packed(inputs).length > keptBytes) inputs.pop();
  // libFuzzer refuses a list of none.
  if (inputs.length === 0) return console.log(`${target}: has learned nothing yet`);
  mkdirSync(path.dirname(keptOf(target)), { recursive: true });
  writeFileSync(keptOf(target), packed(inputs));
  console.log(`${target}: ${inputs.length} of ${all.length} inputs are kept`);
}

if (process.argv[1] && realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const [first, ...only] = process.argv.slice(2);
  const wanted = only.length > 0 ? only : targets();
  if (first === '--keep') for (const target of wanted) await keep(target);
  else if (first === '--unpack')
    for (const target of targets()) {
      const folder = path.join(path.resolve(only[0]), target);
      writeFileSync(`${folder}.list`, unpack(target, folder).join(','));
    }
  else
    console.log(
      await run({ seconds: Number(first), seed: Date.now() % 2 ** 31, say: console.log, only: wanted }),
    );
}
