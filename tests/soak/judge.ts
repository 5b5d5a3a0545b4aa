import { isDeepStrictEqual } from 'node:util';
import { fromComponentId, withoutClock } from '@plenum/protocol/component';

/** A component as the cloud sends it to apps. */
export interface Device {
  readonly componentId: string;
  readonly datagram: object;
}

/** Datagrams by component id, without the members that show the time of a house. */
export type Components = ReadonlyMap<string, object>;

export const toComponents = (devices: readonly Device[]): Components =>
  new Map(
    devices.map(({ componentId, datagram }) => [
      componentId,
      withoutClock<object>(fromComponentId(componentId)!.kind, datagram),
    ]),
  );

/** Returns a finding for each component that differs from the expected one, is missing, or should not exist. */
export const findDifferences = (title: string, expected: Components, actual: Components): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((id) => !isDeepStrictEqual(expected.get(id), actual.get(id)))
    .map(
      (id) => `${title}: ${id} is ${JSON.stringify(actual.get(id))}, not ${JSON.stringify(expected.get(id))}`,
    );

/** Returns a finding for each component that a person or an endpoint may not receive. */
export const findStrangers = (
  title: string,
  systemIds: ReadonlySet<string>,
  devices: readonly Pick<Device, 'componentId'>[],
): string[] =>
  devices
    .filter(({ componentId }) => !systemIds.has(fromComponentId(componentId)?.systemId ?? ''))
    .map(({ componentId }) => `${title} received ${componentId}, which is not theirs`);

/** A command with a unique name that it gives to a zone. Times in ms UTC. */
export interface SentCommand {
  /** The commands in the order in which they were sent. */
  readonly ordinal: number;
  /** The id of the zone. */
  readonly zone: string;
  readonly sentAt: number;
  /** Time at which it was confirmed with OK. */
  acknowledgedAt?: number;
}

const toTime = (time: number): string => new Date(time).toISOString().slice(11, -1);

/**
 * Returns a finding for each command that was acknowledged and not executed, or executed twice. `executed` has the
 * number of executions by the name of a command. A newer command to a zone may replace an older one if `mayReplace` is
 * true for the zone.
 */
export const findWrongExecutions = (
  sent: ReadonlyMap<string, SentCommand>,
  executed: ReadonlyMap<string, number>,
  mayReplace: (zone: string) => boolean,
): string[] => {
  const newest = new Map<string, number>();
  for (const name of executed.keys()) {
    const command = sent.get(name);
    if (command === undefined) continue;
    const { zone, ordinal } = command;
    newest.set(zone, Math.max(newest.get(zone) ?? -1, ordinal));
  }
  const isLost = (name: string, { zone, ordinal, acknowledgedAt }: SentCommand): boolean =>
    acknowledgedAt !== undefined &&
    !executed.has(name) &&
    !(mayReplace(zone) && (newest.get(zone) ?? -1) > ordinal);
  return [
    ...[...executed]
      .filter(([, count]) => count > 1)
      .map(([name, count]) => `${name} was executed ${count} times`),
    ...[...sent]
      .filter(([name, command]) => isLost(name, command))
      .map(
        ([name, { zone, sentAt, acknowledgedAt }]) =>
          `${name} was lost: to ${zone}, sent at ${toTime(sentAt)}, acknowledged at ${toTime(acknowledgedAt!)}`,
      ),
  ];
};

/** The counts of an endpoint. */
export interface EndpointLedger {
  readonly changes: number;
  readonly delivered: number;
  readonly superseded: number;
  readonly pending: number;
  readonly dead: number;
}

/** Checks that a ledger accounts for every change, and, if it has to be complete, that nothing waits or has failed. */
export const findOpenLedger = (title: string, ledger: EndpointLedger, isComplete: boolean): string[] => {
  const { changes, delivered, superseded, pending, dead } = ledger;
  if (changes !== delivered + superseded + pending + dead)
    return [`the ledger of ${title} is not closed: ${JSON.stringify(ledger)}`];
  return isComplete && pending + dead > 0
    ? [`${title} has not received everything: ${JSON.stringify(ledger)}`]
    : [];
};
