import { alertsByComponent, nameOf } from '@plenum/insight/health';
import type { ComponentKind } from '@plenum/protocol/component';
import type { EventsAnswer, FaultEvent } from '@plenum/protocol/extension';
import { useQuery } from '@tanstack/react-query';
import { toWarning, type Warning } from '../../reading/house/warning.ts';
import { t } from '../../text/text.ts';
import { useDatagrams, useHouseContext, useScale } from '../house-context.tsx';

/** A component with its faults and notes. */
interface ComponentWarnings {
  readonly kind: ComponentKind;
  readonly index: number;
  readonly name: string;
  readonly warnings: readonly Warning[];
}

/** Returns the components that have faults or notes, in the order of the interface. */
export function useWarningsByComponent(): readonly ComponentWarnings[] {
  const datagrams = useDatagrams();
  const scale = useScale();
  return alertsByComponent(datagrams).map(({ kind, index, alerts }) => ({
    kind,
    index,
    // The unit's name is the name of the house, so the label of its kind is used.
    name: kind === 'unit' ? t('house.airConditioner') : nameOf(datagrams, kind, index),
    warnings: alerts.map((one) => toWarning(one, scale)),
  }));
}

const month = 30 * 86_400_000;
/** Maximum number of faults that are listed. */
const maxListed = 20;

/**
 * Returns the faults of the last 30 days that the bridge recorded, newest first (an empty list if it recorded none), and
 * a flag that is true while they first load.
 */
export function useRecordedFaults(now: number): {
  readonly isLoading: boolean;
  readonly faults: readonly FaultEvent[] | undefined;
} {
  const { client } = useHouseContext();
  const datagrams = useDatagrams();
  const present = alertsByComponent(datagrams).map(({ kind, index, alerts }) => [
    ...[kind, index],
    ...alerts.map(({ code }) => code),
  ]);
  const to = Math.ceil(now / 60_000) * 60_000;
  const { data, isLoading } = useQuery({
    // Read again as soon as an alert begins or ends.
    queryKey: ['history', 'faults', JSON.stringify(present)],
    placeholderData: (before) => before,
    refetchInterval: 60_000,
    queryFn: async () =>
      ((await client.get(`/history/events?what=fault&from=${to - month}&to=${to}`)) as
        | EventsAnswer
        | undefined) ?? null,
    retry: false,
  });
  const faults = data?.events
    .filter((event) => event.what === 'fault')
    .reverse()
    .slice(0, maxListed);
  return { isLoading, faults };
}
