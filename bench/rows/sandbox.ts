import { setTimeout as pause } from 'node:timers/promises';
import { connectCloud } from '@plenum/client';
import { startClimateCloud } from '@plenum/cloud';
import { demo, enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startChild } from '../child.ts';
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

/** Measures what a house adds to the memory of its process, and the processor time of a second of it. */
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
    toRow('memory of a demo house of a test user', grown / houses / 1024, 500, 'kB'),
    toRow('processor time of a house for a second at 1×', used / houses / (observed / 1000), 1_000, 'µs'),
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
  const developer = await enterAccount(url);
  await developer.signIn();
  await developer.call(`/console/apps/${demo.clientId}/test-keys`, {});
  const { testUserId } = (await developer.call('/console/test-users', { name: 'Ann' })) as never;
  const { clientId, ...tokens } = (await developer.call(
    `/console/apps/${demo.clientId}/test-users/${testUserId}/tokens`,
    {},
  )) as never as { clientId: string; accessToken: string; refreshToken: string };
  const client = connectCloud({ url, tokens, app: { clientId } });
  const begun = performance.now();
  await developer.call(`/console/test-users/${testUserId}/houses`, {});
  for (;;) {
    const [component] = (await client.discover()).components;
    if (component === undefined) continue;
    await client.query(component.componentId);
    return toRow('first Query of a new house of a test user', performance.now() - begun, 1_000, 'ms');
  }
};

/** Measures the houses of test users in a cloud. */
export const measureSandbox: Measurement = async () => [
  ...(await measureHouses()),
  await measureFirstQuery(),
];
