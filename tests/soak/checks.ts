import { showsKind } from '@plenum/protocol/cloud';
import { toComponentId } from '@plenum/protocol/component';
import type { RecordOf } from '@plenum/protocol/console';
import { findDifferences, findUntilNone } from '@plenum/testbed/findings';
import { type FleetBridge, readAcknowledged } from '@plenum/testbed/fleet';
import { readHouseComponents } from '@plenum/testbed/house-components';
import type { House } from './houses.ts';
import {
  type Components,
  type Device,
  findOpenLedger,
  findStrangers,
  findWrongExecutions,
  toComponents,
} from './judge.ts';
import type { Sent } from './load.ts';
import type { AppEndpoint, Person } from './people.ts';
import { readDevices, refreshTokens } from './requests.ts';
import type { World } from './world.ts';

/** Time in which everything has to be in order after the last fault of a round, in ms. */
export const maxRecovery = 120_000;

/** Maximum number of findings of one kind that are printed. */
const maxPrinted = 5;

/** Returns the components of a bridge without a house; `undefined` while the cloud has not acknowledged all changes. */
const readFleetBridge = (bridge: FleetBridge): Components | undefined => {
  const components = readAcknowledged(bridge);
  return components && toComponents(components);
};

/** Reads the components of a house that the apps of the soak see. */
const readHouse = async ({ systemId, simulationUrl }: House): Promise<Components> => {
  const components = await readHouseComponents(simulationUrl);
  return toComponents(
    components
      .filter(({ kind }) => showsKind([], kind))
      .map((one) => ({ componentId: toComponentId(systemId, one)!, datagram: one.datagram })),
  );
};

/** Compares the components that a person sees in the cloud with those of their bridges. */
const checkComponents = async (world: World, person: Person): Promise<string[]> => {
  const devices = await readDevices(world.url, person);
  if (devices === undefined) return [`the cloud does not respond to ${person.name}`];
  const stored = toComponents(devices);
  const expected = new Map<string, object>();
  const findings = findStrangers(person.name, person.systemIds, devices);
  for (const bridge of world.fleet.bridges) {
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
    ...findDifferences(`the cloud of ${person.name}`, expected, stored),
    ...checkFollower(person, stored),
  ];
};

/** Compares the stream of a person with the components that the cloud has. */
const checkFollower = ({ name, systemIds, follower }: Person, stored: Components): string[] => {
  if (follower.failure !== undefined) return [`the stream of ${name} ended: ${follower.failure}`];
  const components = follower.components();
  const title = `the stream of ${name}`;
  return [
    ...findStrangers(title, systemIds, components),
    ...findDifferences(title, stored, toComponents(components)),
  ];
};

/** Checks that acknowledged controls and commands were executed, and nothing was executed twice. */
const checkExecutions = async ({ fleet, houses }: World, { commands }: Sent): Promise<string[]> => {
  const executed = new Map(fleet.executed);
  // A device that does not respond gets the command again, which then sets the same name.
  for (const { events, isAttached } of houses)
    for (const [name, count] of await events.read()) executed.set(name, isAttached ? 1 : count);
  // The queue of a bridge in front of a device sends only the newest of the commands for one field that wait in it.
  const attached = houses.filter(({ isAttached }) => isAttached);
  const mayReplace = (zone: string) => attached.some(({ systemId }) => zone.startsWith(`${systemId}_`));
  return findWrongExecutions(commands, executed, mayReplace);
};

/** Endpoints that receive everything in time, because they accept every message. */
const isReliable = ({ name }: AppEndpoint): boolean => !['failing', 'lying'].includes(name);

/** Compares the last datagrams that an endpoint received with those that the owner of its app sees. */
const checkLatest = async (world: World, { name, owner }: AppEndpoint): Promise<string[]> => {
  const { latest } = world.received.get(name)!;
  const received = [...latest].map(([componentId, datagram]) => ({ componentId, datagram }));
  const devices = (await readDevices(world.url, owner)) ?? [];
  // A component that has not changed since the endpoint was added is never sent to it.
  const fleet = new Set(world.fleet.bridges.map(({ systemId }) => `${systemId}_hvac_zone_0`));
  const isExpected = ({ componentId }: Device) => latest.has(componentId) || fleet.has(componentId);
  return [
    ...findStrangers(`endpoint ${name}`, owner.systemIds, received),
    ...findDifferences(`endpoint ${name}`, toComponents(devices.filter(isExpected)), toComponents(received)),
  ];
};

const checkEndpoint = async (world: World, endpoint: AppEndpoint, isComplete: boolean): Promise<string[]> => {
  const { path, owner, name } = endpoint;
  const { ledger } = await owner.account.call<RecordOf<'Endpoint'>>(path);
  const findings = findOpenLedger(`endpoint ${name}`, ledger, isComplete);
  return findings.length > 0 || !isComplete ? findings : checkLatest(world, endpoint);
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

/**
 * Checks everything while there are no faults and no load, again and again until everything is in order; returns what
 * is still not in order after `maxRecovery`. After the last round, endpoints that refused messages are checked too.
 */
export async function check(
  world: World,
  sent: Sent,
  { isLast }: { readonly isLast: boolean },
): Promise<readonly string[]> {
  let isPrepared = false;
  const find = async () => {
    if (!isPrepared) {
      await setClocks(world, true);
      for (const person of world.people) await refreshTokens(world.url, person);
      if (isLast) await enableAll(world);
      isPrepared = true;
    }
    return checkOnce(world, sent, isLast);
  };
  const findings = await findUntilNone(find, { within: maxRecovery, every: 500 });
  for (const { events } of world.houses) events.keep();
  await setClocks(world, false);
  return findings;
}
