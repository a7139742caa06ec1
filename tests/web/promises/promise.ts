/** What the prose promises of the states that it links to, as conditions on their frames. `tests/wasm/figures.test.ts` holds them. */

/** Whether a frame shows what the sentence around its link says; `before` is the frame that the figure opens with. */
export type Shows<Frame = unknown> = (frame: Frame, before: Frame) => boolean;

/** A promise of something that changes, which is false of what the figure opens with; or of something that stays. */
export type Promised<Frame = unknown> = Shows<Frame> | { readonly stays: Shows<Frame> };

/** Promises by what stands behind `v1.` in the link. */
export type Promises<Frame = unknown> = Readonly<Record<string, Promised<Frame>>>;

/** What the figure opens with has it too: nothing changes, or the sentence is about what is there. */
export const stays = <Frame>(shows: Shows<Frame>): Promised<Frame> => ({ stays: shows });

/** Tells the promises what the frames of their figure are. */
export const of = <Frame>(promises: Promises<Frame>): Promises => promises as Promises;

/** Whether a number is printed like this: in as many decimals. */
export const reads = (value: number | undefined, text: string): boolean =>
  value?.toFixed(text.split('.')[1]?.length ?? 0) === text;

/** Whether numbers are printed like these, one after the other. */
export const read = (values: ArrayLike<number>, texts: readonly string[]): boolean =>
  texts.every((text, i) => reads(values[i], text));

/** Whether a number lies within so much of another. */
export const near = (value: number | undefined, other: number, within: number): boolean =>
  value !== undefined && Math.abs(value - other) <= within;

interface Rows {
  readonly shape: readonly number[];
  readonly data: Float64Array;
}

/** One row of a matrix. */
export const row = ({ shape: [, columns = 0], data }: Rows, i: number): Float64Array =>
  data.subarray(i * columns, (i + 1) * columns);

export const last = (list: Float64Array): number => list.at(-1) ?? Number.NaN;
export const largest = (list: Iterable<number>): number => Math.max(...Array.from(list, Math.abs));
export const mean = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
