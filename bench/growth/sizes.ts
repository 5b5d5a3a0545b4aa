import { alternate } from '../alternate.ts';
import type { Curve } from '../recording.ts';
import { summarize } from '../statistics.ts';

/** Measures the same quantity at several sizes, in turns. */
export async function alternateSizes(
  sizes: readonly number[],
  prepare: (size: number) => () => Promise<number>,
): Promise<Curve> {
  const values = await alternate(Object.fromEntries(sizes.map((size) => [`${size}`, prepare(size)])));
  return sizes.map((size) => [size, summarize(values[`${size}`]!)]);
}
