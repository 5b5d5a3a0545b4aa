import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createHouse } from '../house.fixture.ts';
import { startRequestServer } from '../request-server.fixture.ts';
import type { CountRequest } from '../requests/shape.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const systemId = '000000001';
const componentId = `${systemId}_hvac_systemsettings_0`;

onEachStore('counting requests over both transports', (engine) => {
  const open = async (rate = { rate: 50, burst: 100 }) => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const counted: string[] = [];
    const count: CountRequest = (clientId, { operation, status }) =>
      void counted.push(`${clientId} ${operation} ${status}`);
    const server = stack.use(await startRequestServer({ place, rate, count }));
    await insertAccount(server.store, 'ann');
    await createHouse(server, { accountId: 'ann', systemId });
    const client = stack.use(createGrpcClient(server.port));
    const accessToken = server.tokens.issue('ann');
    return { ...server, client, accessToken, counted, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('counts each request once over both transports, with its operation and its status', async () => {
    await using cloud = await open();
    const { post, client, accessToken, controls, counted } = cloud;
    const refused = (call: Promise<unknown>) => assert.rejects(call);
    const command = { requestId, requestType: 'Control', componentId };

    await post({ requestId, requestType: 'Discover' }, accessToken);
    await post({ requestId, requestType: 'Query', componentId }, accessToken);
    await post({ ...command, requestBody: { SysOn: 7 } }, accessToken);
    controls.answer({ answer: 'absent' });
    await post({ ...command, requestBody: { SysOn: 1 } }, accessToken);
    await post('{', accessToken);
    assert.deepEqual(counted.splice(0), [
      'app Discover 200',
      'app Query 200',
      'app Control 400',
      'app Control 504',
      'app Unknown 400',
    ]);

    await client.discover({ accessToken, requestId });
    await client.query({ accessToken, requestId, componentId });
    await refused(client.query({ accessToken, requestId, componentId: '000000009_hvac_zone_0' }));
    await refused(client.control({ accessToken, requestId, componentId, requestBody: '{"SysOn":1}' }));
    assert.deepEqual(counted.splice(0), [
      'app Discover 200',
      'app Query 200',
      'app Query 403',
      'app Control 504',
    ]);
  });

  it('counts a stream once, when it begins', async () => {
    await using cloud = await open();
    const watching = cloud.client.watch({ accessToken: cloud.accessToken, requestId });
    await watching.next();
    cloud.tokens.revoke(cloud.accessToken);
    await assert.rejects(async () => {
      for (;;) await watching.next();
    });
    assert.deepEqual(cloud.counted, ['app Watch 200']);
  });

  it('counts requests over the rate limit too, but none without the token of an app', async () => {
    await using cloud = await open({ rate: 1, burst: 1 });
    const { post, client, accessToken, counted } = cloud;
    await post({ requestId, requestType: 'Discover' }, accessToken);
    await post({ requestId, requestType: 'Discover' }, accessToken);
    await assert.rejects(client.discover({ accessToken, requestId }));
    await post({ requestId, requestType: 'Discover' });
    await post({ requestId, requestType: 'Discover' }, 'none of ours');
    // Over HTTP a request over the rate limit is refused before its body is read.
    assert.deepEqual(counted, ['app Discover 200', 'app Unknown 429', 'app Discover 429']);
  });
});
