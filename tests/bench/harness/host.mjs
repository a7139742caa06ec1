// Where JavaScript is: prepares contestants, compares what they compute with what is right, runs them. The same file runs in Node
// and in a page.
import { paramsOf, workloadOf } from '../workloads.mjs';

/**
 * @typedef {object} Surroundings What differs between Node and a page.
 * @property {() => Promise<object>} core The wasm module with the library's contestants.
 * @property {object} tensorflow Where tfjs finds its wasm: the arguments of setWasmPaths.
 * @property {() => Promise<Uint8Array>} onnx The wasm of onnxruntime-web.
 */

export class Host {
  #surroundings;
  #core;
  #judges = new Map();
  #open = new Map();

  /** @param {Surroundings} surroundings */
  constructor(surroundings) {
    this.#surroundings = surroundings;
  }

  async versions() {
    return (await this.#module()).versions();
  }

  /** Makes a contestant ready, runs it once, and tells how far from right it is. */
  async open(workload, id, contestant, short) {
    const { name, cases, inputs, judge, rivals } = workloadOf(workload);
    const params = paramsOf(
      cases.find((one) => one.id === id),
      short,
    );
    const given = inputs(params);
    const opened = rivals[contestant]
      ? await (await rivals[contestant]()).open(params, given, this.#surroundings)
      : await this.#openCore(name, contestant, params, given);
    await opened.run();
    this.#open.set(`${workload}/${id}/${contestant}`, opened);
    const key = JSON.stringify([name, params]);
    if (!this.#judges.has(key)) this.#judges.set(key, judge(params, given));
    return this.#judges.get(key)(opened.output());
  }

  /** Runs a contestant so many times. */
  async repeat(workload, id, contestant, calls) {
    const { run } = this.#open.get(`${workload}/${id}/${contestant}`);
    for (let i = 0; i < calls; i++) {
      const later = run();
      if (later) await later;
    }
  }

  /** Memory that a contestant holds beside its inputs and output; 0 where it does not say. */
  bytes(workload, id, contestant) {
    return this.#open.get(`${workload}/${id}/${contestant}`).bytes?.() ?? 0;
  }

  close(workload, id, contestant) {
    const key = `${workload}/${id}/${contestant}`;
    this.#open.get(key)?.close?.();
    this.#open.delete(key);
  }

  async #openCore(workload, contestant, params, inputs) {
    const core = await this.#module();
    const opened = core.open(workload, contestant, params, inputs);
    if (opened.error) throw new Error(opened.error);
    return {
      run: () => opened.run(),
      output: () => opened.output(),
      bytes: () => opened.bytes(),
      close: () => opened.delete(),
    };
  }

  #module() {
    this.#core ??= this.#surroundings.core();
    return this.#core;
  }
}
