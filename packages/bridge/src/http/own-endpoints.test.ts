import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridgeEndpoints } from '@plenum/insight/endpoint';
import { refusedStatusesOf } from '@plenum/protocol/endpoint';
import { send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { createRecords, type RecordsDeps } from './routes/records.ts';
import { createOwnRoutes, type HttpServerDeps } from './start-http.ts';

/** Routes are made of their definitions alone; what they need is not used before a request. */
const unused = new Proxy({}, { get: () => () => {} });

/** A path of `/simulation/` that no override has, where the refusal names the nearest one. */
const ofUnknownOverrides = 'POST /simulation/:name';

test('every endpoint that is served has a definition, and every definition is served', () => {
  const records = createRecords(unused as RecordsDeps);
  const deps = { ...records, alerts: unused, simulation: {}, limits: {}, quirks: {} };
  const routes = createOwnRoutes(deps as unknown as HttpServerDeps, unused as never, unused as never);
  const served = routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((target) => target !== ofUnknownOverrides && target !== 'HEAD /healthz');
  const defined = Array.from(
    bridgeEndpoints.values(),
    ({ method, path }) => `${method.toUpperCase()} ${path}`,
  );
  assert.deepEqual(served.toSorted(), defined.toSorted());
});

test('a bridge answers a request without query and body, or refuses it with a status of the definition', async () => {
  await using bridge = await startSmallBridge();
  for (const endpoint of bridgeEndpoints.values()) {
    const { method, path, events } = endpoint;
    if (events !== undefined) continue;
    const expected = [200, ...refusedStatusesOf(endpoint)].filter((one) => one !== 404);
    const { status, text } = await send(bridge.http.port, path, { method: method.toUpperCase() });
    assert.ok(expected.includes(status), `${method} ${path} ${status} ${text}`);
  }
});
