import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBridgeKey } from '@plenum/bridge/uplink';
import { demo, enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openDisk } from '@plenum/testbed/disk';
import { createFleet, type Fleet } from '@plenum/testbed/fleet';
import { type Link, startLink } from '@plenum/testbed/link';
import { startBalancer } from '@plenum/testbed/load-balancer';
import { startNats } from '@plenum/testbed/nats';
import { startPostgres } from '@plenum/testbed/postgres';
import type { SeededRandom } from '@plenum/testbed/seeded-random';
import { startEndpoints } from './endpoints.ts';
import { createDevice, type House, startHouse } from './houses.ts';
import type { Member } from './member.ts';
import { createNodes } from './nodes.ts';
import { startUnreliableRelay } from './notices.ts';
import { type Account, addEndpoints, invite, linkApp, makeApp, signUp } from './people.ts';
import { houses as houseNames, type LinkName, links } from './plan.ts';
import { takePort } from './ports.ts';

/** The people who own houses, with the system ids of their bridges without a house. */
const fleetIds = {
  ann: Array.from({ length: 6 }, (_, index) => String(510_000_000 + index)),
  bob: Array.from({ length: 6 }, (_, index) => String(520_000_000 + index)),
} as const;
type OwnerName = keyof typeof fleetIds;
const owners = Object.keys(fleetIds) as OwnerName[];

const houseOwners = { 'house 1': 'ann', 'house 2': 'bob', 'house 3': 'bob' } as const;

/** The ports at the ends of the links, by the last word of the name of a link. */
type Ends = Readonly<Record<'PostgreSQL' | 'NATS' | 'cloud' | 'device', number>>;

const startLinks = async (stack: AsyncDisposableStack, ends: Ends): Promise<ReadonlyMap<LinkName, Link>> => {
  const all = new Map<LinkName, Link>();
  for (const name of links) {
    const end = name.split(' ').at(-1) as keyof Ends;
    all.set(name, stack.use(await startLink(ends[end])));
  }
  return all;
};

/** Starts PostgreSQL, NATS, a load balancer and three nodes, with links between them. */
const startCloud = async (stack: AsyncDisposableStack, own: (member: Member) => void) => {
  const folder = stack.use(createDataFolder()).path;
  const disk = stack.use(openDisk());
  // PostgreSQL vacuums its tables if it is durable. Otherwise their sizes would not level off.
  const durable = { isDurable: true, settings: ['max_wal_size = 128MB', 'autovacuum_naptime = 10s'] };
  const postgres = stack.use(await startPostgres({ ...durable, port: await takePort(), folder: disk.path }));
  const nats = stack.use(await startNats({ port: await takePort() }));
  const balancer = stack.use(await startBalancer());
  const databaseUrl = await postgres.createDatabase();
  const devicePort = await takePort();
  const linkOf = await startLinks(stack, {
    PostgreSQL: Number(new URL(databaseUrl).port),
    NATS: nats.port,
    cloud: Number(new URL(balancer.url).port),
    device: devicePort,
  });
  const urlOf = (owner: OwnerName) =>
    `http://127.0.0.1:${linkOf.get(`bridges of ${owner} to the cloud`)!.port}`;
  const urls = { ann: urlOf('ann'), bob: urlOf('bob') };
  const nodes = await createNodes({
    folder,
    databaseUrl,
    publicUrl: balancer.url,
    bridgeUrls: Object.values(urls),
    links: linkOf,
  });
  // The first node creates the schema and the account of development mode.
  for (const { member, tcp } of nodes) {
    own(member);
    await member.start();
    balancer.ports.push(tcp);
  }
  return {
    url: balancer.url,
    folder,
    disk,
    postgres,
    nats,
    databaseUrl,
    devicePort,
    links: linkOf,
    urls,
    nodes,
  };
};

type Cloud = Awaited<ReturnType<typeof startCloud>>;
type Accounts = Readonly<Record<OwnerName, Account>>;

/** Pairs bridges without a house with each account, and starts them. */
const startFleet = async (fleet: Fleet, { urls, folder }: Cloud, accounts: Accounts): Promise<void> => {
  for (const owner of owners) {
    const own = join(folder, owner);
    mkdirSync(own);
    const key = await openBridgeKey(own);
    const pairingToken = await accounts[owner].allowPairing();
    await fleet.add({ cloud: urls[owner], key, pairingToken }, fleetIds[owner]);
  }
};

interface HousesDeps {
  readonly accounts: Accounts;
  readonly own: (member: Member) => void;
  /** The ports of the change notices of the device, between which they are lost, repeated and reordered. */
  readonly notices: { readonly sentTo: number; readonly receivedAt: number };
}

/** Starts two houses, and a third whose bridge is attached to a device over unreliable links. */
const startHouses = async (
  { urls, folder, links: linkOf, devicePort }: Cloud,
  { accounts, own, notices }: HousesDeps,
): Promise<readonly House[]> => {
  const device = await createDevice(folder, { tcp: devicePort, notices: notices.sentTo });
  own(device.member);
  await device.member.start();
  const { port } = linkOf.get('house 3 to its device')!;
  const houses: House[] = [];
  for (const name of houseNames) {
    const owner = houseOwners[name];
    const attached = name === 'house 3' ? { device, port, notifyPort: notices.receivedAt } : undefined;
    const { enterCode } = accounts[owner];
    houses.push(await startHouse(name, { folder, cloud: urls[owner], enterCode, own, attached }));
  }
  return houses;
};

/** Links apps with the accounts of the owners, and of Kim, who is a guest in the first house. */
const linkApps = async (url: string, accounts: Accounts, houses: readonly House[]) => {
  const guest = await signUp(url, 'kim');
  const [shared] = houses;
  await invite(accounts.ann, guest, shared!.systemId);
  const idsOf = (owner: OwnerName) => [
    ...fleetIds[owner],
    ...houses.filter(({ name }) => houseOwners[name] === owner).map(({ systemId }) => systemId),
  ];
  const ids = { ann: idsOf('ann'), bob: idsOf('bob') };
  const [ann, bob] = [accounts.ann, accounts.bob];
  const bobsApp = await makeApp(bob, 'Thermo');
  const about = [
    { name: 'ann', account: ann, app: demo, systemIds: new Set(ids.ann), controllable: ids.ann },
    { name: 'bob', account: bob, app: bobsApp, systemIds: new Set(ids.bob), controllable: ids.bob },
    { name: 'kim', account: guest, app: demo, systemIds: new Set([shared!.systemId]), controllable: [] },
  ];
  return Promise.all(about.map((one) => linkApp(url, one)));
};

/**
 * Starts three nodes of a cloud, PostgreSQL and NATS with links between them, bridges with and without a house, people
 * with apps, and endpoints.
 */
export async function startWorld(random: SeededRandom) {
  await using stack = new AsyncDisposableStack();
  const members: Member[] = [];
  const own = (member: Member) => void members.push(stack.use(member));
  const cloud = await startCloud(stack, own);
  const endpoints = stack.use(await startEndpoints(random.fork('endpoints')));
  const accounts = { ann: await enterAccount(cloud.url), bob: await signUp(cloud.url, 'bob') };
  const fleet = stack.use(createFleet(random.fork('bridges')));
  await startFleet(fleet, cloud, accounts);
  const receivedAt = await takePort();
  const relay = stack.use(await startUnreliableRelay(receivedAt, random.fork('notices')));
  const notices = { sentTo: relay.port, receivedAt };
  const houses = await startHouses(cloud, { accounts, own, notices });
  const people = await linkApps(cloud.url, accounts, houses);
  for (const { follower } of people) stack.use(follower);
  const ownerOf = (name: string) =>
    people.find((person) => person.name === (name === 'bob' ? 'bob' : 'ann'))!;
  const appEndpoints = await addEndpoints(endpoints, ownerOf);
  const running = stack.move();
  return {
    ...cloud,
    houses,
    /** All processes of Plenum. */
    members: members as readonly Member[],
    fleet,
    people,
    endpoints: appEndpoints,
    received: endpoints.received,
    /** From now on every endpoint accepts everything. */
    calmEndpoints: endpoints.calm,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

export type World = Awaited<ReturnType<typeof startWorld>>;
