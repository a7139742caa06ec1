// One case after the other through `open`, `seek` and what else a run has, and what has to hold whatever is asked of it: an answer of
// numbers, or a refusal that names who, what and what was expected; never a trap, and nothing changed by what was refused.
import { bitsOf, chances, drawn, isRefusal } from './core.mjs';
import { budgetFor, damaged, paramsFor, stepFor } from './hostile.mjs';

/** How a refusal may read: the function and the argument, and what it is not or what was expected. */
const refusals = [
  /^[\w ]+: \S.* (?:is|are|has|have) .+, (?:expected|got) .+/s,
  // Of what was computed, which nothing says beforehand.
  /^[\w ]+: .+ is too large for a (?:double|float)$/,
  /^[\w ]+: (?:\w+ is missing|there is no \w+ '.*'|params is not an object)$/s,
  /^[\w ]+: (?:the saved run .+|these bytes are no saved run)$/,
  /^(?:not enough memory|this run does not train|restore: expected bytes)$/,
];

/** Above this a part is started again, because memory that it once had it keeps. */
const most = 64 * 2 ** 20;

/** What is in a frame and is no finite number, though nobody says that it may be; nothing where all is well. */
export function undeclared(frame, members, path = '') {
  const camel = (name) => name.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase());
  for (const { name, about, type, members: inner } of members) {
    const value = frame[camel(name)];
    const own = `${path}${name}`;
    if (type === 'object' || type === 'objects') {
      for (const item of type === 'object' ? [value] : value) {
        const found = undeclared(item, inner ?? [], `${own}.`);
        if (found) return found;
      }
      continue;
    }
    const numbers = value?.data ?? value;
    const infinite = /Infinity/.test(about);
    for (const number of typeof numbers === 'number' ? [numbers] : ArrayBuffer.isView(numbers) ? numbers : [])
      if (Number.isNaN(number) || (!infinite && !Number.isFinite(number))) return `${own} holds ${number}`;
  }
  return undefined;
}

/** An experiment in a part, which is started by `start` and again after a crash. */
export function createCaller({ experiment, id = experiment.name, example, start }) {
  let module;
  let witness;
  let seen;
  const found = [];
  const counts = { cases: 0, calls: 0, opened: 0, refused: 0, answered: 0 };

  async function fresh() {
    module = await start();
    witness = module.open(experiment.name, example);
    if (isRefusal(witness))
      throw new Error(`${experiment.name}: its own example is refused: ${witness.error}`);
    seen = bitsOf(witness.frame());
  }

  /** Whoever has been opened first still shows the same. */
  function unchanged(say) {
    if (bitsOf(witness.frame()) !== seen) say('another run of the part shows something else now');
  }

  function ask(call, say) {
    counts.calls += 1;
    const answer = call();
    if (!isRefusal(answer)) {
      counts.answered += 1;
      return answer;
    }
    counts.refused += 1;
    if (!refusals.some((form) => form.test(answer.error)))
      say(`this says neither who nor what was expected: ${answer.error}`);
    return answer;
  }

  /** Asks a run for this and that; whatever it refuses leaves its frame as it is. */
  function use(run, choose, say) {
    const frame = () => {
      const answer = ask(() => run.frame(), say);
      // A claim shows the values that it is given, those of a run that came to no number among them.
      const checked = !isRefusal(answer) && !experiment.name.startsWith('claim_');
      const wrong = checked ? undeclared(answer, experiment.frame) : undefined;
      if (wrong) say(wrong);
      return bitsOf(answer);
    };
    const opens = run.opens();
    const usual = Number.isSafeInteger(opens) && opens > 0 ? opens : 1;
    const trains = run.frontier?.() !== undefined;
    let before = frame();
    for (let left = choose.below(6); left > 0; left--) {
      const calls = {
        seek: () => run.seek(stepFor(usual, choose), budgetFor(choose)),
        refine: () => run.refine(budgetFor(choose)),
        ...(run.save && {
          restore: () => run.restore(damaged(trains ? run.save() : Uint8Array.of(1, 2), choose)),
          keepWithin: () => run.keepWithin(choose.of([0, 1, 1e6, 2 ** 31, -1, 0.5, Number.NaN, Infinity])),
          save: () => run.save(),
        }),
      };
      const name = choose.of(Object.keys(calls));
      const answer = ask(calls[name], say);
      const after = frame();
      const mayChange = name === 'seek' || name === 'refine' || (name === 'restore' && answer === true);
      if (after !== before && (isRefusal(answer) || !mayChange))
        say(`${name} has changed the frame: ${JSON.stringify(answer)}`);
      if (name === 'save' && isRefusal(answer) === trains) say(`save: ${JSON.stringify(answer)}`);
      before = after;
    }
  }

  function one(choose, say) {
    const params = paramsFor(experiment, example, choose);
    const run = ask(() => module.open(experiment.name, params), say);
    if (isRefusal(run)) return params;
    counts.opened += 1;
    use(run, choose, say);
    if (choose.chance(0.1)) {
      const again = ask(() => module.open(experiment.name, params), say);
      if (isRefusal(again)) say(`opens, and then does not: ${again.error}`);
      else {
        const third = module.open(experiment.name, params);
        if (bitsOf(again.frame()) !== bitsOf(third.frame())) say('opens twice, with other bits');
        again.delete();
        third.delete();
      }
    }
    run.delete();
    return params;
  }

  return {
    counts,
    found,
    /** The case of this seed and number, the same whenever and beside whatever it is asked. */
    async run(seed, number) {
      if (!module || module.memoryBytes > most) await fresh();
      const choose = chances(drawn(`${seed} ${id} ${number}`));
      const say = (what) => found.push(`${seed} ${id} ${number}: ${what}`);
      counts.cases += 1;
      let params;
      try {
        params = one(choose, say);
        if (number % 16 === 0) unchanged(say);
      } catch (error) {
        say(`has thrown ${error?.stack ?? error}`);
        module = undefined;
      }
      return params;
    },
  };
}
