import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bridgeEndpoints } from '@plenum/insight/endpoint';
import { refusedStatusesOf } from '@plenum/protocol/endpoint';
import { createOwnEndpoints, type OwnEndpointsDeps } from '../endpoint/own-endpoints.ts';
import { send } from '../fixture/http.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { createOwnRoutes, type OwnRoutesDeps } from './routes/own.ts';

/** A substitute for the dependencies of routes, which are not used before a request. */
const unused = new Proxy({}, { get: () => () => {} });

/** Route for unknown overrides below `/simulation/`. It refuses the request and names the nearest override. */
const ofUnknownOverrides = 'POST /simulation/:name';

test('serves exactly the endpoints that have a definition', () => {
  const records = createOwnEndpoints(unused as OwnEndpointsDeps);
  const deps = {
    ...records,
    alerts: unused,
    damperTests: unused,
    setupVisit: unused,
    backups: unused,
    simulation: {},
    snapshots: unused,
    recent: unused,
    limits: {},
    quirks: {},
    live: unused,
    metrics: unused,
  };
  const routes = createOwnRoutes(deps as unknown as OwnRoutesDeps);
  const served = routes
    .map(({ method, path }) => `${method} ${path}`)
    .filter((target) => target !== ofUnknownOverrides && target !== 'HEAD /healthz');
  const defined = Array.from(
    bridgeEndpoints.values(),
    ({ method, path }) => `${method.toUpperCase()} ${path}`,
  );
  assert.deepEqual(served.toSorted(), defined.toSorted());
});

test('responds without query and body at each endpoint, or refuses with a defined status', async () => {
  await using bridge = await startSmallBridge();
  for (const endpoint of bridgeEndpoints.values()) {
    const { method, path, events } = endpoint;
    if (events !== undefined) continue;
    const expected = [200, ...refusedStatusesOf(endpoint)].filter((one) => one !== 404);
    const { status, text } = await send(bridge.http.port, path, { method: method.toUpperCase() });
    assert.ok(expected.includes(status), `${method} ${path} ${status} ${text}`);
  }
});
