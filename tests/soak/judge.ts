import { fromComponentId, withoutClock } from '@plenum/protocol/component';
import type { RecordOf } from '@plenum/protocol/console';
import { findRepeated } from '@plenum/testbed/findings';

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

/** Returns a finding for each component that a person or an endpoint may not receive. */
export const findStrangers = (
  title: string,
  systemIds: ReadonlySet<string>,
  devices: readonly Pick<Device, 'componentId'>[],
): string[] =>
  devices
    .filter(({ componentId }) => !systemIds.has(fromComponentId(componentId)?.systemId ?? ''))
    .map(({ componentId }) => `${title} received ${componentId}, which is not theirs`);

/** A command that gives a zone a unique name. Times in ms UTC. */
export interface SentCommand {
  /** The id of the zone, which includes that of the bridge. */
  readonly zone: string;
  /** The name of the sender, and the way: through the cloud, or on the network of the house. */
  readonly by: string;
  readonly sentAt: number;
  /** Requests with this command: an app repeats a control with the same id until it is acknowledged. */
  attempts: number;
  /** Time at which it was confirmed with OK. */
  acknowledgedAt?: number;
  /** Time at which its sender gave up. */
  gaveUpAt?: number;
}

/** Longest time in which a bridge may execute a command whose sender gave up, in ms. */
const maxQueued = 60_000;

const toTime = (time: number): string => new Date(time).toISOString().slice(11, -1);

const describeCommand = (name: string, { zone, by, attempts, sentAt, acknowledgedAt }: SentCommand) => {
  const fate =
    acknowledgedAt === undefined ? 'not acknowledged' : `acknowledged at ${toTime(acknowledgedAt)}`;
  const times = attempts === 1 ? '' : ` in ${attempts} attempts`;
  return `Name ${name} for ${zone} by ${by}, sent at ${toTime(sentAt)}${times}, ${fate}`;
};

const lastOf = ({ acknowledgedAt, gaveUpAt = Number.POSITIVE_INFINITY }: SentCommand): number =>
  acknowledgedAt ?? gaveUpAt + maxQueued;

/** True if both commands were under way at the same time, so that they may have met in a queue. */
const didMeet = (one: SentCommand, other: SentCommand): boolean =>
  one.sentAt <= lastOf(other) && other.sentAt <= lastOf(one);

/**
 * Returns a finding for each command that was acknowledged and not executed, or executed twice. `executed` has the
 * number of executions by the name of a command. If `mayReplace` is true for a zone, its bridge has a queue in which one
 * command may replace another for the same zone: both are acknowledged once the device has executed one of them. So a
 * command counts as replaced only if another was under way at the same time and was executed.
 */
export function findWrongExecutions(
  sent: ReadonlyMap<string, SentCommand>,
  executed: ReadonlyMap<string, number>,
  mayReplace: (zone: string) => boolean,
): string[] {
  const executedIn = new Map<string, [string, SentCommand][]>();
  for (const name of executed.keys()) {
    const command = sent.get(name);
    if (command === undefined) continue;
    if (!executedIn.has(command.zone)) executedIn.set(command.zone, []);
    executedIn.get(command.zone)!.push([name, command]);
  }
  const findMet = (command: SentCommand) =>
    (executedIn.get(command.zone) ?? []).filter(([, other]) => didMeet(command, other));
  const lost = [...sent].filter(
    ([name, command]) =>
      command.acknowledgedAt !== undefined &&
      !executed.has(name) &&
      !(mayReplace(command.zone) && findMet(command).length > 0),
  );
  return [
    ...findRepeated(executed),
    ...lost.map(([name, command]) => {
      const met = findMet(command).map((other) => describeCommand(...other));
      const meanwhile = met.length === 0 ? 'nothing' : met.join('; ');
      return `lost: ${describeCommand(name, command)}. Executed there meanwhile: ${meanwhile}.`;
    }),
  ];
}

/** Checks that a ledger accounts for every change, and, if it has to be complete, that nothing waits or has failed. */
export function findOpenLedger(title: string, ledger: RecordOf<'Ledger'>, isComplete: boolean): string[] {
  const { changes, delivered, superseded, pending, dead } = ledger;
  if (changes !== delivered + superseded + pending + dead)
    return [`the ledger of ${title} is not closed: ${JSON.stringify(ledger)}`];
  return isComplete && pending + dead > 0
    ? [`${title} has not received everything: ${JSON.stringify(ledger)}`]
    : [];
}
