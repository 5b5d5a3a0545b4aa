import type { AlertChoices, AlertReader } from '@plenum/protocol/alert';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import type { ComponentAlert } from '../health/component-alert.ts';
import { alertsByComponent, componentAlertsOf, nameOf } from '../health/component-alerts.ts';

/** An alert for the owner. Temperatures are in hundredths of a degree, times in ms UTC. */
export interface Alert {
  /** Identifies the alert for as long as it lasts. */
  readonly key: string;
  readonly what: 'fault' | 'filter' | 'battery' | 'range' | 'offline';
  /** The affected component; missing if the alert is about the house. */
  readonly component?: ComponentRef & { readonly name: string };
  /** The problem of the component. */
  readonly condition?: ComponentAlert;
  /** For a room: its temperature, and the limit of its range that the temperature exceeded. */
  readonly temperature?: number;
  readonly limit?: number;
  /** Minimum duration of an alert before the owner is notified, in ms. */
  readonly after: number;
}

/** Time without a connection to a bridge, in ms, after which a cloud notifies the owner of the bridge. */
export const offlineAfter = 15 * 60_000;

/** The push notification for a device, encrypted for that device alone (RFC 8291). */
export interface AlertMessage {
  readonly version: 1;
  /** Name of the house, and the id in the URL of its page at a cloud. */
  readonly house: string;
  readonly systemId?: string;
  /** Time in ms UTC. */
  readonly at: number;
  readonly reader: AlertReader;
  /** Missing in a test notification. */
  readonly alert?: Omit<Alert, 'after'>;
}

/** Returns the push notification for an alert or, without one, a test notification. */
export function toAlertMessage(
  of: Pick<AlertMessage, 'house' | 'systemId' | 'at' | 'reader'>,
  alert?: Alert,
): AlertMessage {
  const message = { version: 1, ...of } as const;
  if (alert === undefined) return message;
  const { after: _, ...shown } = alert;
  return { ...message, alert: shown };
}

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

/** Returns the rooms with a known temperature, except rooms whose sensor or connection failed. */
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

/** A house as its bridge or its cloud sees it. */
export interface WatchedHouse {
  readonly datagrams: Datagrams;
  /** True if the datagrams are current; at a bridge always true. */
  readonly isReached: boolean;
}

/**
 * Returns the current alerts of a house, of the kinds that its owner chose. For a house out of reach, returns only the
 * alert `offline`.
 */
export function alertsOf({ datagrams, isReached }: WatchedHouse, choices: AlertChoices): readonly Alert[] {
  if (!isReached) return choices.offline ? [{ key: 'offline', what: 'offline', after: offlineAfter }] : [];
  return [...ofComponents(datagrams, choices), ...ofRange(datagrams, choices)];
}
