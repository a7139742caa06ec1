/** An entry as JSON for other programs, with the names that `attn claims --json` has: web/public/ledger.schema.json describes both. */
import type { Entry } from './entries.ts';
import { quoted, withoutMark } from './quotation.ts';

export function recordOf(entry: Entry): Record<string, unknown> {
  const { published, readings, seeds, values } = entry;
  const { printed } = quoted(published);
  return {
    id: entry.id,
    source: entry.source,
    place: entry.place,
    statement: entry.statement,
    ...(published && { quotation: withoutMark(published) }),
    ...(printed && { printed }),
    agreement: entry.agreement,
    tolerance: entry.tolerance,
    quantity: entry.quantity,
    recipe: entry.recipe,
    ...(entry.command && { command: entry.command }),
    slow: entry.slow,
    verdict: entry.verdict,
    ...(entry.baselineOf && { baseline: { value: entry.baseline, of: entry.baselineOf } }),
    proof: entry.proof,
    ...(entry.proof && { ours: entry.corrected, ours_tolerance: entry.correctedTolerance }),
    ...(entry.otherReadings && { other_readings: entry.otherReadings }),
    ...(readings.length > 0 && { readings: readings.map(({ words, ours }) => ({ words, ours })) }),
    seeds: values.length,
    ...(values.length > 0 && {
      value: entry.value,
      mean: entry.mean,
      sd: entry.sd,
      ...(seeds > 1 && { standard_error: entry.standardError }),
      values,
    }),
    ...(entry.commit && { commit: entry.commit }),
  };
}
