import type { AlertChoices, AlertReader } from '@plenum/protocol/alert';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import { ductedUnit } from '@plenum/protocol/vrf';
import { isSensed } from '@plenum/protocol/zone';
import type { ComponentAlert } from '../health/component-alert.ts';
import { alertsByComponent, componentAlertsOf, nameOf } from '../health/component-alerts.ts';

/** Something of which an owner is notified. Temperatures in hundredths of a degree, instants in ms UTC. */
export interface Alert {
  /** The same for as long as it is the same event. */
  readonly key: string;
  readonly what: 'fault' | 'filter' | 'battery' | 'range' | 'offline';
  /** The component; missing where it is the house. */
  readonly component?: ComponentRef & { readonly name: string };
  /** What is wrong with it. */
  readonly condition?: ComponentAlert;
  /** Of a room: what it measures, and the end of the range that it passed. */
  readonly temperature?: number;
  readonly limit?: number;
  /** How long it lasts before an owner is notified, ms. */
  readonly after: number;
}

/** How long a cloud may be without a bridge before its owner is notified, ms. */
export const offlineAfter = 15 * 60_000;

/** What a device receives, sealed for it alone (RFC 8291). */
export interface AlertMessage {
  readonly version: 1;
  /** The house: its name, and the id by which a page of a cloud opens it. */
  readonly house: string;
  readonly systemId?: string;
  /** ms UTC. */
  readonly at: number;
  readonly reader: AlertReader;
  /** Missing in a test notification. */
  readonly alert?: Omit<Alert, 'after'>;
}

/** What a device receives of an alert in a house; without one, a test. */
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

/** The rooms whose temperature is known: not those whose sensor or wire has failed. */
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

/** A house as its bridge or its cloud knows it. */
export interface WatchedHouse {
  readonly datagrams: Datagrams;
  /** Whether what is known of it is of now; a bridge is always reached by itself. */
  readonly isReached: boolean;
}

/** What is to be notified of in a house now, by what its owner chose; of a house out of reach only that. */
export const alertsOf = ({ datagrams, isReached }: WatchedHouse, choices: AlertChoices): readonly Alert[] => {
  if (!isReached) return choices.offline ? [{ key: 'offline', what: 'offline', after: offlineAfter }] : [];
  return [...ofComponents(datagrams, choices), ...ofRange(datagrams, choices)];
};
