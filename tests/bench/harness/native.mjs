// Contestants outside of JavaScript: programs under Google Benchmark, and Python.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { paramsOf, workloadOf } from '../workloads.mjs';
import { here, nativeFolder, scratch } from './paths.mjs';

/** With one thread for whoever asks OpenMP. */
const execute = (file, args) =>
  promisify(execFile)(file, args, { env: { ...process.env, OMP_NUM_THREADS: '1' } });

const readFloats = (file) => {
  const bytes = readFileSync(file);
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};

/** Cases as files, and what is right about them: shared by all that run outside. */
class Cases {
  #judges = new Map();
  #folder = path.join(scratch, 'cases');

  /** The folder of a case, with case.json and its inputs in it. */
  folder(workload, id, short) {
    const folder = path.join(this.#folder, short ? 'short' : 'full', workload, id);
    if (this.#judges.has(folder)) return folder;
    const { cases, inputs, judge } = workloadOf(workload);
    const params = paramsOf(
      cases.find((one) => one.id === id),
      short,
    );
    const given = inputs(params);
    mkdirSync(folder, { recursive: true });
    for (const [name, floats] of Object.entries(given))
      writeFileSync(path.join(folder, `${name}.in`), floats);
    const files = Object.fromEntries(Object.keys(given).map((name) => [name, `${name}.in`]));
    writeFileSync(path.join(folder, 'case.json'), JSON.stringify({ workload, id, params, inputs: files }));
    this.#judges.set(folder, judge(params, given));
    return folder;
  }

  /** How far an output that was written is from right. */
  error(folder, file) {
    return this.#judges.get(folder)(readFloats(file));
  }
}

/** A program under Google Benchmark. */
class Program {
  #file;
  #cases;
  #folders = new Map();

  constructor(name, cases) {
    this.#file = path.join(nativeFolder, name);
    this.#cases = cases;
    if (!existsSync(this.#file)) throw new Error(`${name} is not built`);
  }

  async versions() {
    return JSON.parse((await execute(this.#file, ['--versions'])).stdout);
  }

  async open(workload, id, contestant, short) {
    const folder = this.#cases.folder(workload, id, short);
    this.#folders.set(`${workload}/${id}`, folder);
    await execute(this.#file, [`--write=${folder}`, `--only=${contestant}`, path.join(folder, 'case.json')]);
    return this.#cases.error(folder, path.join(folder, `${contestant}.f32`));
  }

  async sample(workload, id, contestant, ms) {
    const { stdout } = await execute(this.#file, [
      `--benchmark_filter=^${workload}/${id}/${contestant}$`,
      `--benchmark_min_time=${ms / 1000}`,
      '--benchmark_format=json',
      path.join(this.#folders.get(`${workload}/${id}`), 'case.json'),
    ]);
    const [{ cpu_time, real_time, time_unit }] = JSON.parse(stdout).benchmarks;
    if (time_unit !== 'ms') throw new Error(`${contestant} gives its time in ${time_unit}`);
    // The processor's time of one thread says nothing of several.
    return contestant.endsWith(' threads') ? real_time : cpu_time;
  }

  async close() {}
  async end() {}
}

/** Debian's Python has Debian's packages, another one in PATH may not. */
const pythons = process.env.PYTHON ? [process.env.PYTHON] : ['/usr/bin/python3', 'python3'];

/** A library in Python, in a process that stays. */
class Python {
  #library;
  #cases;
  #child;
  #lines;

  static async start(library, cases) {
    for (const python of pythons) {
      const found = await execute(python, ['-c', `import ${library}`]).then(
        () => true,
        () => false,
      );
      if (found) return new Python(library, cases, python);
    }
    throw new Error(`python3-${library} is not installed`);
  }

  constructor(library, cases, python) {
    this.#library = library;
    this.#cases = cases;
    this.#child = spawn(python, [path.join(here, 'harness/serve.py'), library], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    this.#lines = createInterface({ input: this.#child.stdout })[Symbol.asyncIterator]();
  }

  async #ask(message) {
    this.#child.stdin.write(`${JSON.stringify(message)}\n`);
    const { value, done } = await this.#lines.next();
    if (done) throw new Error(`the process with ${this.#library} has ended`);
    const { answer, error } = JSON.parse(value);
    if (error) throw new Error(error);
    return answer;
  }

  versions() {
    return this.#ask({ do: 'versions' });
  }

  async open(workload, id, contestant, short) {
    const folder = this.#cases.folder(workload, id, short);
    const output = path.join(folder, `${contestant}.f32`);
    await this.#ask({
      do: 'open',
      key: `${workload}/${id}`,
      module: path.join(here, workload, `with_${this.#library}.py`),
      case: path.join(folder, 'case.json'),
      output,
    });
    return this.#cases.error(folder, output);
  }

  sample(workload, id, _, ms) {
    return this.#ask({ do: 'sample', key: `${workload}/${id}`, ms });
  }

  close(workload, id) {
    return this.#ask({ do: 'close', key: `${workload}/${id}` });
  }

  async end() {
    this.#child.stdin.end();
    await new Promise((resolve) => this.#child.once('close', resolve));
  }
}

/** @returns {Promise<import('./places.mjs').Place>} */
export async function openNative() {
  const cases = new Cases();
  const library = new Program('attn_bench', cases);
  const others = { Eigen: new Program('eigen_bench', cases) };
  const missing = {};
  if (existsSync(path.join(nativeFolder, 'onednn_bench'))) others.oneDNN = new Program('onednn_bench', cases);
  else missing.oneDNN = 'libdnnl-dev is not installed';
  for (const [name, module] of [
    ['NumPy', 'numpy'],
    ['PyTorch', 'torch'],
  ]) {
    try {
      others[name] = await Python.start(module, cases);
    } catch (error) {
      missing[name] = error.message;
    }
  }
  const who = (contestant) => others[contestant] ?? library;
  const all = [library, ...Object.values(others)];
  return {
    name: 'native',
    missing,
    open: (...task) => who(task[2]).open(...task),
    sample: (...task) => who(task[2]).sample(...task),
    close: (...task) => who(task[2]).close(...task),
    versions: async () => Object.assign({}, ...(await Promise.all(all.map((one) => one.versions())))),
    end: async () => {
      await Promise.all(all.map((one) => one.end()));
    },
  };
}
