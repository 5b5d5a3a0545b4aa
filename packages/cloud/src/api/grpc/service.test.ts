import assert from 'node:assert/strict';
import { connect } from 'node:http2';
import { it } from 'node:test';
import { fromBinary } from '@bufbuild/protobuf';
import { createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { status } from '@grpc/grpc-js';
import { ClimateCloud, FailureSchema } from '@plenum/contracts/grpc';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createGrpcClient, statusOf } from '@plenum/testbed/grpc-client';
import { until } from '@plenum/testbed/until';
import { onEachStore } from '../../fixture/with-store.fixture.ts';
import { insertAccount } from '../../fleet/bridge/account.fixture.ts';
import { createHouse, idsOf, wholeHouse } from '../house.fixture.ts';
import { type RequestServerConfig, startRequestServer } from '../request-server.fixture.ts';

const requestId = '5f0d7a52-9c1e-4b0f-8a3e-2d6f1b7c9e10';
const systemId = '000000001';
const componentId = `${systemId}_hvac_systemsettings_0`;

/**
 * Decodes the failure in the details of an error: a `google.rpc.Status` (fields 1 code, 2 message, 3 details) with a
 * single Any at the end.
 */
const failureOf = (refused: { metadata: { get(name: string): unknown[] } }) => {
  const [bytes] = refused.metadata.get('grpc-status-details-bin') as [Buffer];
  const name = Buffer.from('type.googleapis.com/plenum.cloud.v1.Failure');
  const value = bytes.subarray(bytes.indexOf(name) + name.length);
  assert.equal(value[0], 0x12);
  assert.ok(value[1]! < 0x80 || value[2]! < 0x80);
  const { requestId, result, detail } = fromBinary(FailureSchema, value.subarray(value[1]! < 0x80 ? 2 : 3));
  return { requestId, result, detail };
};

onEachStore('the gRPC interface', (engine) => {
  const open = async (config: Partial<RequestServerConfig> = {}) => {
    const stack = new AsyncDisposableStack();
    const { place } = stack.use(await engine.createPlace());
    const server = stack.use(await startRequestServer({ place, ...config }));
    await insertAccount(server.store, 'ann');
    await createHouse(server, { accountId: 'ann', systemId });
    const client = stack.use(createGrpcClient(server.port));
    const accessToken = server.tokens.issue('ann');
    return { ...server, client, accessToken, [Symbol.asyncDispose]: () => stack.disposeAsync() };
  };

  it('serves the gRPC library for Node: discovers, queries and controls components', async () => {
    await using cloud = await open();
    const { client, accessToken, controls } = cloud;
    const all = await client.discover({ accessToken, requestId });
    assert.equal(all.requestId, requestId);
    assert.equal(all.userID, 'ann');
    const devices = all.devices as { componentId: string; datagram: string }[];
    assert.deepEqual(new Set(devices.map((one) => one.componentId)), new Set(idsOf(systemId)));
    const { component } = await client.query({ accessToken, requestId, componentId });
    const { datagram } = component as { datagram: string };
    assert.deepEqual(JSON.parse(datagram), wholeHouse[0]!.datagram);
    const done = await client.control({ accessToken, requestId, componentId, requestBody: '{"SysOn":1}' });
    assert.deepEqual({ ...done }, { requestId, componentId, result: 'OK' });
    assert.deepEqual(controls.sent, [{ systemId, command: { SysOn: 1 } }]);
  });

  it('stops after a limited time although a call never ends', { timeout: 60_000 }, async () => {
    await using cloud = await open({ clock: createFakeClock(Date.now()), shutdownTimeout: 50 });
    const { accessToken, controls } = cloud;
    controls.answer(() => new Promise(() => {}));
    const session = connect(cloud.url);
    const stream = session.request({
      ':method': 'POST',
      ':path': '/plenum.cloud.v1.ClimateCloud/Control',
      'content-type': 'application/json',
    });
    stream.on('error', () => {});
    stream.end(JSON.stringify({ accessToken, requestId, componentId, requestBody: '{"SysOn":1}' }));
    await until('it is sent', async () => controls.sent.length === 1);
    session.destroy();
    await cloud.cloud[Symbol.asyncDispose]();
  });

  it('returns the same response to a control that was first sent over HTTP', async () => {
    await using cloud = await open();
    const { client, accessToken, controls, post } = cloud;
    await post({ requestId, requestType: 'Control', componentId, requestBody: { SysOn: 1 } }, accessToken);
    await client.control({ accessToken, requestId, componentId, requestBody: '{ "SysOn": 1 }' });
    assert.equal(controls.sent.length, 1);
  });

  it('gives every gRPC refusal its status, with the result of interface 7 in the details', async () => {
    await using cloud = await open();
    const { client, accessToken, controls, tokens } = cloud;
    const refused = async (call: Promise<unknown>, code: number, result: string, detail: RegExp) => {
      const given = await statusOf(call);
      assert.equal(given.code, code, given.details);
      assert.match(given.details, detail);
      const failure = failureOf(given);
      assert.deepEqual(failure, { requestId: failure.requestId, result, detail: given.details });
      return failure;
    };
    const query = { accessToken, requestId, componentId };
    const control = { ...query, requestBody: '{"SysOn":1}' };
    const valid = /access token is missing or not valid/;
    await refused(client.discover({ requestId }), status.UNAUTHENTICATED, 'InvalidUser', valid);
    const told = await refused(
      client.query({ ...query, accessToken: 'x' }),
      status.UNAUTHENTICATED,
      'InvalidUser',
      valid,
    );
    assert.equal(told.requestId, requestId);
    const pairing = tokens.issue('ann', { scopes: ['pair-bridge'] });
    await refused(
      client.discover({ requestId, accessToken: pairing }),
      status.PERMISSION_DENIED,
      'UserNotAllowed',
      /scope query-control/,
    );
    const noId = await refused(
      client.discover({ accessToken, requestId: '1' }),
      status.INVALID_ARGUMENT,
      'InvalidRequest',
      /^requestId: "1" is not a UUID\.$/,
    );
    assert.equal(noId.requestId, '');
    await refused(
      client.query({ ...query, componentId: 'none' }),
      status.PERMISSION_DENIED,
      'UserNotAllowed',
      /no such component/,
    );
    const twice = { ...control, requestBody: '{"SysOn":1,"SysOn":0}' };
    await refused(client.control(twice), status.INVALID_ARGUMENT, 'InvalidRequest', /same key twice/);
    const warm = { ...control, requestBody: '{"SysSetpoint":3001}' };
    await refused(client.control(warm), status.INVALID_ARGUMENT, 'InvalidRequest', /30\.01 °C is above/);
    await refused(
      client.control({ ...control, requestBody: '{"RetEnable":1}' }),
      status.PERMISSION_DENIED,
      'UserNotAllowed',
      /only on the local network/,
    );
    controls.answer({ answer: 'absent' });
    await refused(client.control(control), status.UNAVAILABLE, 'Error', /not connected/);
    controls.answer({ answer: 'refused', status: 409, detail: 'No zone 3.' });
    await refused(client.control(control), status.FAILED_PRECONDITION, 'Error', /^No zone 3\.$/);
    controls.answer(async () => {
      throw new Error('secret');
    });
    const other = { ...control, requestId: requestId.replace('5f', '60') };
    await refused(
      client.control(other),
      status.INTERNAL,
      'Error',
      /^Something went wrong in this cloud; its operator/,
    );
  });

  it('counts gRPC and HTTP requests of a token against the same rate', async () => {
    await using cloud = await open({ rate: { rate: 0.001, burst: 2 } });
    const { client, accessToken, post } = cloud;
    await post({ requestId, requestType: 'Discover' }, accessToken);
    await client.discover({ accessToken, requestId });
    const { code, details } = await statusOf(client.discover({ accessToken, requestId }));
    assert.equal(code, status.RESOURCE_EXHAUSTED);
    assert.match(details, /try again in \d+ s/);
  });

  it('refuses a gRPC message of more than 64 KiB', async () => {
    await using cloud = await open();
    const { client, accessToken } = cloud;
    const long = client.query({ accessToken, requestId, componentId: 'x'.repeat(65_536) });
    assert.equal((await statusOf(long)).code, status.RESOURCE_EXHAUSTED);
  });

  it('serves Connect and gRPC-web on the same port over HTTP/1.1', async () => {
    await using cloud = await open();
    const { url, accessToken } = cloud;
    for (const createTransport of [createConnectTransport, createGrpcWebTransport]) {
      const client = createClient(ClimateCloud, createTransport({ baseUrl: url, httpVersion: '1.1' }));
      const { component } = await client.query({ accessToken, requestId, componentId });
      assert.equal(component?.componentId, componentId);
    }
    const answer = await fetch(`${url}/plenum.cloud.v1.ClimateCloud/Query`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ accessToken, requestId, componentId }),
    });
    const { component } = (await answer.json()) as { component: { componentId: string } };
    assert.equal(component.componentId, componentId);
    assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
  });

  it('accepts POST calls only, so that URLs never contain a token', async () => {
    await using cloud = await open();
    const message = encodeURIComponent(JSON.stringify({ accessToken: cloud.accessToken, requestId }));
    const path = `/plenum.cloud.v1.ClimateCloud/Discover?encoding=json&connect=v1&message=${message}`;
    assert.equal((await fetch(`${cloud.url}${path}`)).status, 405);
  });
});
