import type { Datagrams } from '../component/kinds.ts';
import type { Paired } from '../lighting/paired.ts';

const newIn = (
  before: readonly { readonly Index: number; readonly Att: number }[],
  after: readonly { readonly Index: number; readonly Att: number }[],
): number | undefined => {
  const had = new Set(before.filter(({ Att }) => Att === 1).map(({ Index }) => Index));
  return after.find(({ Index, Att }) => Att === 1 && !had.has(Index))?.Index;
};

/** Finds the device that was paired between two states of a house. The response to `LiPair` contains it. */
export function findPaired(before: Datagrams, after: Datagrams): Paired {
  const lamp = newIn(before.lamp, after.lamp);
  if (lamp !== undefined) return { Type: 1, No: lamp };
  const wallSwitch = newIn(before.wallSwitch, after.wallSwitch);
  return wallSwitch === undefined ? { Type: 0, No: 0 } : { Type: 2, No: wallSwitch };
}
