import { setTimeout as pause } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { showsKind } from '@plenum/protocol/cloud';
import { fromComponentId, toComponentId, withoutClock } from '@plenum/protocol/component';
import type { RecordOf } from '@plenum/protocol/console';
import { readHouseComponents } from '@plenum/testbed/house-components';
import type { FleetBridge } from './fleets.ts';
import type { House } from './houses.ts';
import type { Sent } from './load.ts';
import type { AppEndpoint, Person } from './people.ts';
import { type Device, findStrangers, readDevices, refreshTokens } from './requests.ts';
import type { World } from './world.ts';

/** Datagrams by component id, without the members that show the time of a house. */
type Components = ReadonlyMap<string, object>;

/** Time in which everything has to be in order after the last fault of a round, in ms. */
export const maxRecovery = 120_000;

/** Maximum number of findings of one kind that are printed. */
const maxPrinted = 5;

const withoutClocks = (components: readonly { readonly componentId: string; readonly datagram: object }[]) =>
  new Map(
    components.map(({ componentId, datagram }) => [
      componentId,
      withoutClock<object>(fromComponentId(componentId)!.kind, datagram),
    ]),
  );

const compare = (title: string, expected: Components, actual: Components): string[] =>
  [...new Set([...expected.keys(), ...actual.keys()])]
    .filter((id) => !isDeepStrictEqual(expected.get(id), actual.get(id)))
    .map(
      (id) => `${title}: ${id} is ${JSON.stringify(actual.get(id))}, not ${JSON.stringify(expected.get(id))}`,
    );

/** Returns the components of a bridge without a house; `undefined` while the cloud has not acknowledged all changes. */
const readFleetBridge = ({ systemId, bridge }: FleetBridge): Components | undefined => {
  const components = bridge.acknowledged();
  return (
    components &&
    withoutClocks(
      components.map((one) => ({
        componentId: toComponentId(systemId, one)!,
        datagram: structuredClone(one.datagram),
      })),
    )
  );
};

/** Reads the components of a house that the apps of the soak see. */
const readHouse = async ({ systemId, simulationUrl }: House): Promise<Components> => {
  const components = await readHouseComponents(simulationUrl);
  return withoutClocks(
    components
      .filter(({ kind }) => showsKind([], kind))
      .map((one) => ({ componentId: toComponentId(systemId, one)!, datagram: one.datagram })),
  );
};

/** Compares the components that a person sees in the cloud with those of their bridges. */
const checkComponents = async (world: World, person: Person): Promise<string[]> => {
  const devices = await readDevices(world.url, person);
  if (devices === undefined) return [`the cloud does not respond to ${person.name}`];
  const stored = withoutClocks(devices);
  const expected = new Map<string, object>();
  const findings = findStrangers(person, devices);
  for (const bridge of world.fleets.bridges) {
    if (!person.systemIds.has(bridge.systemId)) continue;
    const components = readFleetBridge(bridge);
    if (components === undefined) findings.push(`bridge ${bridge.systemId} waits for the cloud`);
    for (const [id, datagram] of components ?? []) expected.set(id, datagram);
  }
  for (const house of world.houses)
    if (person.systemIds.has(house.systemId))
      for (const [id, datagram] of await readHouse(house)) expected.set(id, datagram);
  return [
    ...findings,
    ...compare(`the cloud of ${person.name}`, expected, stored),
    ...checkFollower(person, stored),
  ];
};

/** Compares the stream of a person with the components that the cloud has. */
const checkFollower = ({ name, systemIds, follower }: Person, stored: Components): string[] => {
  if (follower.failure !== undefined) return [`the stream of ${name} ended: ${follower.failure}`];
  const components = follower.components();
  const title = `the stream of ${name}`;
  return [
    ...findStrangers({ name: title, systemIds }, components),
    ...compare(title, stored, withoutClocks(components)),
  ];
};

/** Checks that acknowledged controls and commands were executed, and nothing was executed twice. */
const checkExecutions = async (world: World, { acknowledged }: Sent): Promise<string[]> => {
  const executed = new Map(world.fleets.executed);
  // A device that does not respond gets the command again, which then sets the same name.
  for (const { events, isAttached } of world.houses)
    for (const [name, count] of await events.read()) executed.set(name, isAttached ? 1 : count);
  const twice = [...executed].filter(([, count]) => count > 1);
  return [
    ...twice.map(([name, count]) => `${name} was executed ${count} times`),
    ...[...acknowledged].filter((name) => !executed.has(name)).map((name) => `${name} was lost`),
  ];
};

/** Endpoints that receive everything in time, because they accept every message. */
const isReliable = ({ name }: AppEndpoint): boolean => !['failing', 'lying'].includes(name);

/** Compares the last datagrams that an endpoint received with those that the owner of its app sees. */
const checkLatest = async (world: World, { name, owner }: AppEndpoint): Promise<string[]> => {
  const { latest } = world.received.get(name)!;
  const received = [...latest].map(([componentId, datagram]) => ({ componentId, datagram }));
  const devices = (await readDevices(world.url, owner)) ?? [];
  // A component that has not changed since the endpoint was added is never sent to it.
  const fleet = new Set(world.fleets.bridges.map(({ systemId }) => `${systemId}_hvac_zone_0`));
  const isExpected = ({ componentId }: Device) => latest.has(componentId) || fleet.has(componentId);
  return [
    ...findStrangers({ name: `endpoint ${name}`, systemIds: owner.systemIds }, received),
    ...compare(`endpoint ${name}`, withoutClocks(devices.filter(isExpected)), withoutClocks(received)),
  ];
};

const checkEndpoint = async (world: World, endpoint: AppEndpoint, isComplete: boolean): Promise<string[]> => {
  const { path, owner, name } = endpoint;
  const { ledger } = (await owner.account.call(path)) as unknown as RecordOf<'Endpoint'>;
  const { changes, delivered, superseded, pending, dead } = ledger;
  const findings: string[] = [];
  if (changes !== delivered + superseded + pending + dead)
    findings.push(`the ledger of ${name} is not closed: ${JSON.stringify(ledger)}`);
  if (!isComplete) return findings;
  if (pending + dead > 0)
    return [...findings, `${name} has not received everything: ${JSON.stringify(ledger)}`];
  return [...findings, ...(await checkLatest(world, endpoint))];
};

const checkCrashes = ({ members }: World): string[] =>
  members.flatMap((member) => {
    const crash = member.crash();
    return crash === undefined ? [] : [`${member.name} has ended by itself: ${crash}`];
  });

const checkOnce = async (world: World, sent: Sent, isLast: boolean): Promise<string[]> => {
  const checks = [
    checkCrashes(world),
    sent.strangers,
    checkExecutions(world, sent),
    ...world.people.map((person) => checkComponents(world, person)),
    ...world.endpoints.map((one) => checkEndpoint(world, one, isLast || isReliable(one))),
  ];
  const all = await Promise.all(
    checks.map(async (check) => {
      const findings = await Promise.resolve(check).catch((error: Error) => [String(error)]);
      const more = findings.length - maxPrinted;
      return [...findings.slice(0, maxPrinted), ...(more > 0 ? [`and ${more} more like this`] : [])];
    }),
  );
  return all.flat();
};

/** Sends everything again to the endpoints that refused messages, which now accept them. */
const enableAll = async ({ endpoints, calmEndpoints }: World): Promise<void> => {
  calmEndpoints();
  for (const { path, owner } of endpoints.filter((one) => !isReliable(one))) {
    await owner.account.call(`${path}/disable`, {});
    await owner.account.call(`${path}/enable`, {});
  }
};

const setClocks = async ({ houses }: World, areStopped: boolean): Promise<void> => {
  for (const { simulationUrl } of houses)
    await fetch(`${simulationUrl}/simulation/ClockPause`, { method: 'POST', body: areStopped ? '1' : '0' });
};

/** Repeats until there are no findings; returns those after `maxRecovery`. */
const repeat = async (find: () => Promise<readonly string[]>): Promise<readonly string[]> => {
  const end = Date.now() + maxRecovery;
  for (;;) {
    const findings = await find().catch((error: Error) => [String(error)]);
    if (findings.length === 0 || Date.now() > end) return findings;
    await pause(500);
  }
};

/**
 * Checks everything while there are no faults and no load, again and again until everything is in order; returns what
 * is still not in order after `maxRecovery`. After the last round, endpoints that refused messages are checked too.
 */
export const check = async (
  world: World,
  sent: Sent,
  { isLast }: { readonly isLast: boolean },
): Promise<readonly string[]> => {
  let isPrepared = false;
  const findings = await repeat(async () => {
    if (!isPrepared) {
      await setClocks(world, true);
      for (const person of world.people) await refreshTokens(world.url, person);
      if (isLast) await enableAll(world);
      isPrepared = true;
    }
    return checkOnce(world, sent, isLast);
  });
  for (const { events } of world.houses) events.keep();
  await setClocks(world, false);
  return findings;
};
