import { type ComponentKind, type Datagrams, indexOf } from './kinds.ts';

/** The components that contain the number of components of a kind, and the field with that number. */
export const counters = {
  zone: ['unit', 'NoOfZones'],
  station: ['irrigation', 'NoOfStations'],
  lamp: ['lighting', 'LiNext'],
  wallSwitch: ['lighting', 'SWNext'],
  lampDiagnostics: ['lighting', 'LiNext'],
} as const satisfies Partial<Record<ComponentKind, readonly [of: ComponentKind, field: string]>>;

type Counted = keyof typeof counters;

/** Returns the kinds that a component counts, each with its number. A kind whose field the device omits is missing. */
export const countsOf = (
  kind: ComponentKind,
  datagram: object,
): readonly (readonly [kind: Counted, count: number])[] =>
  (Object.keys(counters) as Counted[]).flatMap((counted) => {
    const [of, field] = counters[counted];
    const count = of === kind ? (datagram as Readonly<Record<string, unknown>>)[field] : undefined;
    return Number.isInteger(count) ? [[counted, count as number] as const] : [];
  });

/** Removes the components beyond the number stated by this datagram, such as zones that an installer removed. */
export function withoutUncounted(datagrams: Datagrams, kind: ComponentKind, datagram: object): Datagrams {
  let remaining = datagrams;
  for (const [counted, count] of countsOf(kind, datagram)) {
    const list: readonly object[] = datagrams[counted];
    const there = list.filter((each) => indexOf(counted, each) < count);
    if (there.length < list.length) remaining = { ...remaining, [counted]: there };
  }
  return remaining;
}
