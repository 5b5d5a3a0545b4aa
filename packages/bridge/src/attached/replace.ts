import { isDeepStrictEqual } from 'node:util';
import type { ReceivedComponent } from '@plenum/client';
import { type ComponentKind, type Datagrams, indexOf } from '@plenum/protocol/component';

/** Datagrams with one component as it was seen now; the same object where it stands as it stood. */
export const replaceComponent = (
  datagrams: Datagrams,
  { kind, index, datagram }: ReceivedComponent,
): Datagrams => {
  const placeOf = (each: object) => indexOf(kind as ComponentKind, each as never);
  const list: readonly object[] = datagrams[kind];
  const before = list.find((each) => placeOf(each) === index);
  if (isDeepStrictEqual(before, datagram)) return datagrams;
  const others = list.filter((each) => each !== before);
  const all = [...others, datagram].sort((a, b) => placeOf(a) - placeOf(b));
  return { ...datagrams, [kind]: all };
};
