import { type ComponentRef, type Datagrams, indexOf } from './kinds.ts';

/**
 * Returns datagrams with one component replaced or, if it is new, inserted by its index. All other datagrams stay the
 * same objects.
 */
export function replaceComponent(
  datagrams: Datagrams,
  { kind, index, datagram }: ComponentRef & { readonly datagram: object },
): Datagrams {
  const indexIn = (each: object) => indexOf(kind, each);
  const others = (datagrams[kind] as readonly object[]).filter((each) => indexIn(each) !== index);
  return { ...datagrams, [kind]: [...others, datagram].sort((a, b) => indexIn(a) - indexIn(b)) };
}
