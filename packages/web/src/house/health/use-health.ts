import { type ComponentKind, type Datagrams, indexOf, kinds } from '@plenum/protocol/component';
import type { EventsAnswer, FaultEvent } from '@plenum/protocol/extension';
import { useQuery } from '@tanstack/react-query';
import { type Warning, warningsOf } from '../../reading/warning.ts';
import { useDatagrams, useHouseContext, useScale } from '../context/house-context.tsx';

/** A component with its warnings. */
export interface Patient {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly name: string;
  readonly warnings: readonly Warning[];
}

/** The kinds whose components have warnings. */
const watched = ['unit', 'zone', 'split', 'vrf', 'irrigation', 'station', 'power'] as const;

/** The name of a component, or that of its kind. */
export const nameOf = (datagrams: Datagrams, kind: ComponentKind, index: number): string => {
  const found = (datagrams[kind] as readonly object[]).find((each) => indexOf(kind, each as never) === index);
  const { Name, Tag1 } = (found ?? {}) as { Name?: string; Tag1?: string };
  return Name?.trim() || Tag1?.trim() || `${kinds[kind].name} ${index}`;
};

/** The components that have warnings, in the order of the interface. */
export const usePatients = (): readonly Patient[] => {
  const datagrams = useDatagrams();
  const scale = useScale();
  return watched.flatMap((kind) =>
    (datagrams[kind] as readonly object[]).flatMap((datagram) => {
      const index = indexOf(kind, datagram as never);
      const warnings = warningsOf(kind, datagram as never, scale, datagrams.powerStatus[0]);
      return warnings.length === 0 ? [] : [{ kind, index, name: nameOf(datagrams, kind, index), warnings }];
    }),
  );
};

const month = 30 * 86_400_000;
/** Faults that are listed. */
const maxListed = 20;

/** The faults of the last 30 days that the bridge recorded, newest first; undefined where it records none. */
export const useRecordedFaults = (now: number): readonly FaultEvent[] | undefined => {
  const { client } = useHouseContext();
  const to = Math.ceil(now / 60_000) * 60_000;
  const { data } = useQuery({
    queryKey: ['history', 'faults'],
    queryFn: async () =>
      ((await client.get(`/history/events?from=${to - month}&to=${to}`)) as EventsAnswer | undefined) ?? null,
    retry: false,
    staleTime: 60_000,
  });
  return data?.events
    .filter((event) => event.what === 'fault')
    .reverse()
    .slice(0, maxListed);
};
