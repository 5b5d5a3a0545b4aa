import { isDeepStrictEqual } from 'node:util';
import { type Datagrams, indexOf } from '@plenum/protocol/component';
import type { Change } from './device.ts';

/** Datagrams with one component as it is given; the same object where it is unchanged. */
export const replaceComponent = (datagrams: Datagrams, { kind, index, datagram }: Change): Datagrams => {
  const indexIn = (each: object) => indexOf(kind, each as never);
  const list: readonly object[] = datagrams[kind];
  const before = list.find((each) => indexIn(each) === index);
  if (isDeepStrictEqual(before, datagram)) return datagrams;
  const others = list.filter((each) => each !== before);
  const all = [...others, datagram].sort((a, b) => indexIn(a) - indexIn(b));
  return { ...datagrams, [kind]: all };
};
