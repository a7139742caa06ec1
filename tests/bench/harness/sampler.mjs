// How long a call takes that is too short for a clock. All clocks of the benchmark show processor time, so that what else goes on
// in the machine does not count as work.

/** Takes samples of tasks; `time` runs a task so many times and tells how many ms that took. */
export class Sampler {
  #time;
  #calls = new Map();

  /** @param {(task: string[], calls: number) => Promise<number>} time */
  constructor(time) {
    this.#time = time;
  }

  /** ms per call, over as many calls in a row as take at least this long. */
  async sample(task, least) {
    const key = task.join('/');
    let calls = this.#calls.get(key) ?? 1;
    for (;;) {
      const elapsed = await this.#time(task, calls);
      if (elapsed >= least) {
        this.#calls.set(key, calls);
        return elapsed / calls;
      }
      // Ten times more at most: what the clock shows of a single call may be nothing.
      calls = Math.ceil(calls * Math.min(10, (1.2 * least) / Math.max(elapsed, 1e-3)));
    }
  }
}
