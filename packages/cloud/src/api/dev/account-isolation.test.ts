import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addresseesOf } from '@plenum/protocol/cloud';
import { catalogue, checkCommand } from '@plenum/protocol/command';
import { toComponentId } from '@plenum/protocol/component';
import { toCommandExample } from '@plenum/protocol/derive';
import { times } from '@plenum/testbed/full-run';
import { createGrpcClient, statusOf } from '@plenum/testbed/grpc-client';
import { onSqliteFirst } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createHouse, idsOf } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';
import { freshId } from './dev.fixture.ts';

const theirs = '000000001';
const nobodys = '999999999';

/** Every command, with the components of a bridge that accept it. */
const commands = [...catalogue.values()].map((command) => {
  const requestBody = toCommandExample(command);
  const checked = checkCommand(requestBody);
  assert.ok(checked.ok);
  return { requestBody, takers: addresseesOf(checked.value) };
});

/** Number of commands sent to each component of a bridge without an owner. The full run sends all of them. */
const triedAtNobodys = times({ usual: 1, full: Number.POSITIVE_INFINITY });

/** Sends a request over a transport and returns the response without its request id. */
type Say = (request: {
  readonly requestType: 'Query' | 'Control';
  readonly componentId: string;
  readonly requestBody?: object;
}) => Promise<unknown>;

onSqliteFirst('components of another account', (engine) => {
  const open = async () => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const server = stack.use(await startRequestServer({ place, rate: { rate: 100_000, burst: 100_000 } }));
    await insertAccount(server.store, 'ann');
    await insertAccount(server.store, 'ben');
    const house = await createHouse(server, { accountId: 'ann', systemId: theirs });
    await createHouse(server, { accountId: 'ben', systemId: '000000002' });
    const ben = server.tokens.issue('ben');
    const client = stack.use(createGrpcClient(server.port));

    const overHttp: Say = async (request) => {
      const { status, body } = await server.post({ requestId: freshId(), ...request }, ben);
      return { status, response: body.response };
    };
    const overGrpc: Say = async ({ requestType, componentId, requestBody }) => {
      const asked = { accessToken: ben, requestId: freshId(), componentId };
      const call =
        requestType === 'Query'
          ? client.query(asked)
          : client.control({ ...asked, requestBody: JSON.stringify(requestBody) });
      const { code, details } = await statusOf(call);
      return { code, details };
    };
    return {
      ...server,
      house,
      ben,
      client,
      overHttp,
      overGrpc,
      [Symbol.asyncDispose]: () => stack.disposeAsync(),
    };
  };

  const denied = {
    overHttp: {
      status: 403,
      response: {
        result: 'UserNotAllowed',
        detail: 'This user has no such component.',
      },
    },
    overGrpc: { code: 7, details: 'This user has no such component.' },
  };

  for (const transport of ['overHttp', 'overGrpc'] as const) {
    it(`treats a component of another account as nonexistent in a Query of any kind (${transport})`, async () => {
      await using cloud = await open();
      for (const systemId of [theirs, nobodys])
        for (const componentId of idsOf(systemId))
          assert.deepEqual(await cloud[transport]({ requestType: 'Query', componentId }), denied[transport]);
    });

    it(`treats a component of another account as nonexistent in every command (${transport})`, async () => {
      await using cloud = await open();
      const assertDenied = async (componentId: string, requestBody: object) => {
        const answer = await cloud[transport]({ requestType: 'Control', componentId, requestBody });
        assert.deepEqual(answer, denied[transport], `${componentId} ${JSON.stringify(requestBody)}`);
      };
      const tried = new Map<string, number>();
      for (const { requestBody, takers } of commands)
        for (const taker of takers) {
          await assertDenied(toComponentId(theirs, taker)!, requestBody);
          const same = toComponentId(nobodys, taker)!;
          const count = tried.get(same) ?? 0;
          if (count < triedAtNobodys) await assertDenied(same, requestBody);
          tried.set(same, count + 1);
        }
      assert.deepEqual(cloud.controls.sent, []);
    });
  }

  it('finds no component of another account by a different spelling of its id', async () => {
    await using cloud = await open();
    for (const componentId of [
      '',
      theirs,
      `${theirs}_hvac_systemsettings_00`,
      `${theirs}_hvac_systemsettings_0 `,
      `${theirs}_HVAC_systemsettings_0`,
      `${theirs}_izone_systemsettings_0`,
      `000000002_hvac_systemsettings_0' OR '1'='1`,
      `000000002_hvac_systemsettings_0%`,
      '__proto__',
    ])
      assert.deepEqual(await cloud.overHttp({ requestType: 'Query', componentId }), denied.overHttp);
  });

  it('neither discovers nor watches components of another account', async () => {
    await using cloud = await open();
    const { body } = await cloud.post({ requestId: freshId(), requestType: 'Discover' }, cloud.ben);
    const discovered = body.response.devices.map((one: { componentId: string }) => one.componentId);
    assert.deepEqual(new Set(discovered), new Set(idsOf('000000002')));
    const watching = cloud.client.watch({ accessToken: cloud.ben, requestId: freshId() });
    const { systemId, components } = await watching.next();
    assert.equal(systemId, '000000002');
    assert.equal((components as unknown[]).length, idsOf('000000002').length);
    await cloud.house.change([{ kind: 'unit', index: 0, datagram: { SysOn: 0 } }]);
    await cloud.house.release();
    const later = await createHouse(cloud, { accountId: 'ben', systemId: '000000003' });
    assert.equal((await watching.next()).systemId, later.systemId);
    watching.cancel();
  });

  it('makes components inaccessible to everybody when their bridge is released', async () => {
    await using cloud = await open();
    const ann = cloud.tokens.issue('ann');
    const componentId = `${theirs}_hvac_systemsettings_0`;
    const query = { requestId: freshId(), requestType: 'Query', componentId };
    assert.equal((await cloud.post(query, ann)).status, 200);
    await cloud.house.release();
    const { status, body } = await cloud.post(query, ann);
    assert.deepEqual({ status, response: body.response }, denied.overHttp);
  });
});
