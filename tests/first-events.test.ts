import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectCloud } from '@plenum/client';
import { type ClimateCloudConfig, startClimateCloud } from '@plenum/cloud';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { times } from '@plenum/testbed/full-run';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';

const accounts = times({ usual: 2, full: 20 });
/** The time within which everything must have arrived after the last step, in ms. */
const limit = 2_000;

const orders = [
  ['endpoint', 'tokens', 'house'],
  ['endpoint', 'house', 'tokens'],
  ['tokens', 'endpoint', 'house'],
  ['tokens', 'house', 'endpoint'],
  ['house', 'endpoint', 'tokens'],
  ['house', 'tokens', 'endpoint'],
  'at once',
] as const;

const passwordCost = { memory: 8, passes: 1, parallelism: 1 };
const hosting = async () => (await import('@plenum/bridge/hosted')).hosting;

interface Delivered {
  readonly requestType: string;
  readonly userId?: string;
  readonly requestBody?: { readonly devices: readonly { readonly componentId: string }[] };
}

/** Does the steps of a new developer in an order. Resolves to the time after which everything had arrived, in ms. */
const meet = async (url: string, name: string, order: (typeof orders)[number]): Promise<number> => {
  await using receiver = await startReceiver();
  const email = `${name}@example.org`;
  const developer = await enterAccount(url, { email, password: 'a quiet house by the sea' });
  await developer.signUp();
  const redirectUri = 'http://127.0.0.1:8095/callback';
  const made = await developer.call<{ app: { clientId: string } }>('/console/apps', {
    name: 'Lights',
    redirectUri,
  });
  const { app } = made;
  const { clientId } = await developer.call(`/console/apps/${app.clientId}/test-keys`, {});
  const { testUserId } = await developer.call('/console/test-users', { name: 'Ann' });
  let tokens: object = {};
  const steps = {
    endpoint: () => developer.call(`/console/apps/${clientId}/endpoints`, { url: receiver.url }),
    tokens: async () => {
      tokens = await developer.call(`/console/apps/${app.clientId}/test-users/${testUserId}/tokens`, {});
    },
    house: () => developer.call(`/console/test-users/${testUserId}/houses`, {}),
  };
  if (order === 'at once') await Promise.all(Object.values(steps).map((step) => step()));
  else for (const step of order) await steps[step]();
  const begun = performance.now();
  const client = connectCloud({ url, tokens: tokens as never, app: { clientId: clientId! } });
  const messages = () => receiver.messages.map(({ body }) => JSON.parse(body) as Delivered);
  const hasSync = async () => messages().some(({ userId }) => userId === testUserId);
  await until('a Sync arrives', hasSync, limit);
  const missing = async () => {
    const arrived = new Set(
      messages().flatMap(({ requestBody }) => requestBody?.devices.map((one) => one.componentId) ?? []),
    );
    const { components } = await client.discover();
    return components.length > 0
      ? components.map(({ componentId }) => componentId).filter((one) => !arrived.has(one))
      : 'no component yet';
  };
  const hasAll = async () => {
    const left = await missing();
    return left.length === 0 || left;
  };
  await until('the state of every component arrives', hasAll, limit - (performance.now() - begun));
  return performance.now() - begun;
};

type MakeStore = (stack: AsyncDisposableStack) => Promise<ClimateCloudConfig['store']>;

const onSqlite: MakeStore = async (stack) => ({ dataDir: stack.use(createDataFolder()).path });
const onPostgres: MakeStore = async (stack) => ({
  databaseUrl: await stack.use(await startPostgres()).createDatabase(),
});

const suite = (makeStore: MakeStore) => {
  for (const order of orders)
    it(`sends a Sync and every component within 2 s if made ${order === 'at once' ? order : `as ${order.join(', ')}`}`, async (t) => {
      await using stack = new AsyncDisposableStack();
      const cloud = stack.use(
        await startClimateCloud({
          httpPort: 0,
          development: true,
          isAnnounced: true,
          passwordCost,
          hosting,
          store: await makeStore(stack),
          endpointKey: Buffer.alloc(32, 7).toString('base64'),
        }),
      );
      const took: number[] = [];
      for (let n = 0; n < accounts; n++) took.push(await meet(cloud.publicUrl, `dev${n}`, order));
      t.diagnostic(`longest of ${accounts}: ${Math.ceil(Math.max(...took))} ms`);
      assert.ok(Math.max(...took) < limit);
    });
};

describe('the first events of a test house on SQLite', () => suite(onSqlite));
describe('the first events of a test house on PostgreSQL', { skip: postgresMissing }, () => {
  suite(onPostgres);
});
