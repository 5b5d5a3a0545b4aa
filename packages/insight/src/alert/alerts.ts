import type { AlertChoices, AlertReader } from '@plenum/protocol/alert';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import type { ComponentAlert } from '../health/component-alert.ts';
import { alertsByComponent, componentAlertsOf, nameOf } from '../health/component-alerts.ts';

/** An alert for the owner. Temperatures in hundredths of a degree, instants in ms UTC. */
export interface Alert {
  /** Stays the same for the duration of one event. */
  readonly key: string;
  readonly what: 'fault' | 'filter' | 'battery' | 'range' | 'offline';
  /** The component; missing if the alert is about the house. */
  readonly component?: ComponentRef & { readonly name: string };
  /** The problem of the component. */
  readonly condition?: ComponentAlert;
  /** For a room: its temperature, and the limit of its range that it passed. */
  readonly temperature?: number;
  readonly limit?: number;
  /** Time in ms that the alert has to last before the owner is notified. */
  readonly after: number;
}

/** Time in ms without a bridge after which a cloud notifies its owner. */
export const offlineAfter = 15 * 60_000;

/** The push notification that a device receives, sealed for it alone (RFC 8291). */
export interface AlertMessage {
  readonly version: 1;
  /** Name of the house, and the id by which a page of a cloud opens it. */
  readonly house: string;
  readonly systemId?: string;
  /** Instant in ms UTC. */
  readonly at: number;
  readonly reader: AlertReader;
  /** Missing in a test notification. */
  readonly alert?: Omit<Alert, 'after'>;
}

/** Returns the push notification for an alert in a house or, without one, a test notification. */
export const toAlertMessage = (
  of: Pick<AlertMessage, 'house' | 'systemId' | 'at' | 'reader'>,
  alert?: Alert,
): AlertMessage => {
  const message = { version: 1, ...of } as const;
  if (alert === undefined) return message;
  const { after: _, ...shown } = alert;
  return { ...message, alert: shown };
};

const keyOf = ({ kind, index }: ComponentRef, { code, fault, number, meter }: ComponentAlert): string =>
  [`${kind}.${index}`, code, fault, number, meter?.place].filter((part) => part !== undefined).join(' ');

const ofComponents = (datagrams: Datagrams, choices: AlertChoices): Alert[] =>
  alertsByComponent(datagrams).flatMap(({ kind, index, alerts }) =>
    alerts.flatMap((condition) => {
      const { about } = condition;
      if (about === 'note' || about === 'signal' || !choices[about]) return [];
      const component = { kind, index, name: nameOf(datagrams, kind, index) };
      return { key: keyOf(component, condition), what: about, component, condition, after: 0 };
    }),
  );

/** Returns the rooms whose temperature is known, which excludes rooms with a failed sensor or connection. */
const measured = ({ zone, vrf }: Datagrams): (ComponentRef & { temperature: number })[] => [
  ...zone
    .filter(
      (one) => isSensed(one) && componentAlertsOf('zone', one).every(({ code }) => !unknownUnder.has(code)),
    )
    .map(({ Index, Temp }) => ({ kind: 'zone' as const, index: Index, temperature: Temp })),
  ...vrf
    .filter((one) => one.X !== ductedUnit)
    .filter((one) => componentAlertsOf('vrf', one).every(({ code }) => !unknownUnder.has(code)))
    .map(({ X, Ra }) => ({ kind: 'vrf' as const, index: X, temperature: Ra })),
];
const unknownUnder: ReadonlySet<string> = new Set(['sensor-fault', 'no-signal', 'not-connected']);

const ofRange = (datagrams: Datagrams, { range }: AlertChoices): Alert[] => {
  if (range === undefined) return [];
  const { low, high, minutes } = range;
  return measured(datagrams).flatMap(({ kind, index, temperature }) => {
    // Some devices leave out keys (wire facts 2).
    if (typeof temperature !== 'number' || (temperature >= low && temperature <= high)) return [];
    return {
      key: `${kind}.${index} range ${temperature < low ? 'low' : 'high'}`,
      what: 'range' as const,
      component: { kind, index, name: nameOf(datagrams, kind, index) },
      temperature,
      limit: temperature < low ? low : high,
      after: minutes * 60_000,
    };
  });
};

/** A house as known to its bridge or its cloud. */
export interface WatchedHouse {
  readonly datagrams: Datagrams;
  /** True if the datagrams are current. A bridge always reaches its own house. */
  readonly isReached: boolean;
}

/**
 * Returns the current alerts of a house of the kinds that its owner chose. A house out of reach has only that alert.
 */
export const alertsOf = ({ datagrams, isReached }: WatchedHouse, choices: AlertChoices): readonly Alert[] => {
  if (!isReached) return choices.offline ? [{ key: 'offline', what: 'offline', after: offlineAfter }] : [];
  return [...ofComponents(datagrams, choices), ...ofRange(datagrams, choices)];
};
