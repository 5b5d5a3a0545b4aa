import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectCloud } from '@plenum/client';
import { demo, enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { isFullRun } from '@plenum/testbed/full-run';
import { startPlenum } from '@plenum/testbed/plenum';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { until } from '@plenum/testbed/until';

/** The place where a cloud stores everything, as variables of its environment. */
type Place = Readonly<Record<string, string>>;
type MakePlace = (stack: AsyncDisposableStack) => Promise<Place>;

const onSqlite: MakePlace = async (stack) => ({ PLENUM_DATA: stack.use(createDataFolder()).path });
const onPostgres: MakePlace = async (stack) => {
  const postgres = stack.use(await startPostgres());
  const key = Buffer.alloc(32, 7).toString('base64');
  return { PLENUM_DATABASE_URL: await postgres.createDatabase(), PLENUM_ENDPOINT_KEY: key };
};

/** A cloud in a process of its own, with one test house, whose kitchen an app controls. */
const startTestHouse = async (stack: AsyncDisposableStack, place: Place) => {
  const port = String(await freePort());
  const start = async () => {
    const running = startPlenum(['cloud', '--development', '--http-port', port], place);
    await running.line(/https?:\/\/127\.0\.0\.1:\d+/);
    return running;
  };
  let running = await start();
  stack.defer(async () => void (await running.stop('SIGKILL')));
  const url = `http://127.0.0.1:${port}`;
  const developer = await enterAccount(url);
  await developer.signIn();
  await developer.call(`/console/apps/${demo.clientId}/test-keys`, {});
  const { testUserId } = await developer.call('/console/test-users', { name: 'Ann' });
  await developer.call(`/console/test-users/${testUserId}/houses`, {});
  const path = `/console/apps/${demo.clientId}/test-users/${testUserId}/tokens`;
  const { clientId, ...tokens } = (await developer.call(path, {})) as never as {
    clientId: string;
    access_token: string;
  };
  const client = connectCloud({ url, tokens: tokens as never, app: { clientId } });
  const find = async () => {
    const { components } = await client.discover();
    return components.find(({ componentId }) => componentId.endsWith('_hvac_zone_1'));
  };
  // The house is created before it has reported its components.
  await until('the house has components', async () => (await find()) !== undefined);
  const { componentId } = (await find())!;
  const set = (Setpoint: number) => client.control(componentId, { ZoneSetpoint: { Index: 1, Setpoint } });
  return {
    set,
    shown: async () => ((await find())!.datagram as { Setpoint: number }).Setpoint,
    /** Ends the process, starts it again, and waits until the house answers. */
    restart: async (signal: NodeJS.Signals) => {
      await running.stop(signal);
      running = await start();
      await until('the house is present', async () => {
        const [user] = (await developer.call('/console/test-users')) as never as [
          { houses: [{ isPresent: boolean }] },
        ];
        return user.houses[0].isPresent;
      });
    },
  };
};

const suite = (makePlace: MakePlace) => {
  const ends: Readonly<Record<string, readonly [NodeJS.Signals, NodeJS.Signals]>> = {
    'two stops': ['SIGTERM', 'SIGTERM'],
    'two kills': ['SIGKILL', 'SIGKILL'],
    ...(isFullRun && {
      'a stop and a kill': ['SIGTERM', 'SIGKILL'],
      'a kill and a stop': ['SIGKILL', 'SIGTERM'],
    }),
  };
  for (const [name, [first, second]] of Object.entries(ends))
    it(`shows the last acknowledged setpoint of a test house after ${name}, and obeys`, async () => {
      await using stack = new AsyncDisposableStack();
      const house = await startTestHouse(stack, await makePlace(stack));
      for (let count = 0; count < 31; count++) await house.set(count % 2 === 0 ? 2100 : 2150);
      await house.restart(first);
      assert.equal(await house.shown(), 2100);
      await house.set(2650);
      assert.equal(await house.shown(), 2650);
      await house.restart(second);
      assert.equal(await house.shown(), 2650);
      await house.set(2450);
      assert.equal(await house.shown(), 2450);
    });
};

describe('a test house on SQLite', () => suite(onSqlite));
describe('a test house on PostgreSQL', { skip: postgresMissing }, () => suite(onPostgres));
