import { setTimeout as pause } from 'node:timers/promises';
import { startClimateCloud } from '@plenum/cloud';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startChild } from '../child.ts';
import { enterTestUser, firstComponent, makeTestHouse } from '../cloud/test-users.ts';
import type { Measurement, Row } from '../row.ts';

/** Houses of the two processes that are compared: what a process without houses needs cancels out. */
const [few, many] = [10, 110];
const observed = 20_000;

const toRow = (name: string, value: number, most: number, unit: string): Row => ({
  name,
  measured: `${Math.round(value).toLocaleString('en')} ${unit}`,
  reference: '',
  limit: `${most.toLocaleString('en')} ${unit}`,
  within: value <= most,
});

/** Measures what a house adds to the memory of its process, and the CPU time of a second of it. */
const measureHouses = async (): Promise<readonly Row[]> => {
  await using small = await startChild('servers/houses', [String(few)]);
  await using large = await startChild('servers/houses', [String(many)]);
  const grown = (await large.retained()) - (await small.retained());
  const usage = async () => (await large.cpu()) - (await small.cpu());
  const before = await usage();
  await pause(observed);
  const used = (await usage()) - before;
  const houses = many - few;
  return [
    toRow('memory of a demo house of a test user', grown / houses / 1024, 428, 'kB'),
    toRow('CPU time of a house for a second at 1×', used / houses / (observed / 1000), 1_000, 'µs'),
  ];
};

/** Measures the time from the request for a new house to the first response of an app that has it. */
const measureFirstQuery = async (): Promise<Row> => {
  using folder = createDataFolder();
  await using cloud = await startClimateCloud({
    store: { dataDir: folder.path },
    httpPort: 0,
    development: true,
    isAnnounced: true,
    hosting: async () => (await import('@plenum/bridge/hosted')).hosting,
  });
  const url = cloud.publicUrl;
  const { developer, user, client } = await enterTestUser(url);
  const begun = performance.now();
  await makeTestHouse(developer, user);
  await client.query(await firstComponent(client));
  return toRow('first Query of a new house of a test user', performance.now() - begun, 1_000, 'ms');
};

/** Measures the houses of test users in a cloud. */
export const measureSandbox: Measurement = async () => [
  ...(await measureHouses()),
  await measureFirstQuery(),
];
