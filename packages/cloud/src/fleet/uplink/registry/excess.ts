/** Counts may differ from an even spread by this part before bridges move. */
const tolerance = 0.2;

/**
 * Returns how many of its bridges a node should hand over to the others. The counts are uneven if that of any node
 * differs from its share by more than a fifth; then each node hands over what it has above its share. A share that is
 * not a whole number counts as either of its neighbours, so that the last bridge of a small fleet does not move back and
 * forth.
 */
export function excessOf(own: number, others: readonly number[]): number {
  const counts = [own, ...others];
  const share = counts.reduce((sum, count) => sum + count) / counts.length;
  const [least, most] = [Math.floor(share), Math.ceil(share)];
  const isUneven = counts.some(
    (count) => count - most > tolerance * most || least - count > tolerance * least,
  );
  return isUneven ? Math.max(0, own - most) : 0;
}
