import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { catalogue } from '@plenum/protocol/command';
import { consoleRoute, contractRouteIds } from '@plenum/protocol/console';
import { subsystems } from '@plenum/protocol/definition';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { contracts } from './contracts.ts';
import { toCloudOpenApi } from './to-cloud-openapi.ts';
import { toOpenApi } from './to-openapi.ts';

const folder = new URL('../../../contracts/', import.meta.url);

for (const [name, write] of Object.entries(contracts))
  test(`contracts/${name} matches the definitions (npm run contracts writes it)`, async () => {
    const committed = await readFile(new URL(name, folder), 'utf8');
    assert.ok(committed === write(catalogue), `contracts/${name} is out of date: npm run contracts`);
  });

/**
 * Rules that do not apply, because `GET /login` always redirects (RFC 6749, 4.1.2), and the endpoints for operators
 * never refuse a request.
 */
const inapplicable = {
  'cloud.openapi.json': { 'operation-2xx-response': 'off', 'operation-4xx-response': 'off' },
} as const;

for (const name of ['local.openapi.json', 'cloud.openapi.json', 'events.asyncapi.json'])
  test(`${name} passes a public linter with its strictest rules`, async () => {
    const source = contracts[name]!(catalogue);
    const rules = inapplicable[name as keyof typeof inapplicable] ?? {};
    const config = await createConfig({ extends: ['recommended-strict'], rules });
    const problems = await lintFromString({ source, absoluteRef: `/${name}`, config });
    assert.deepEqual(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
      [],
    );
  });

test('the OpenAPI file has every endpoint of the bridge', () => {
  const paths = Object.keys(toOpenApi(catalogue).paths as object);
  for (const { query, control } of Object.values(subsystems))
    assert.ok(paths.includes(query) && paths.includes(control));
  for (const path of [
    '/SystemSettings',
    '/Zones13_14',
    '/Schedules6_9',
    '/SystemON',
    '/ZoneCommand',
    '/FavouriteSet',
    '/events',
    '/history',
    '/healthz',
    '/installer',
    '/metrics',
    '/simulation',
    '/simulation/ClockScale',
    '/simulation/ZoneDamperStuck',
  ])
    assert.ok(paths.includes(path), path);
});

test('the cloud contract has all endpoints and every command that a cloud accepts', () => {
  const { paths, components } = toCloudOpenApi(catalogue) as {
    paths: object;
    components: { schemas: Record<string, unknown> };
  };
  for (const path of ['/dev', '/login', '/token', '/device/authorization', '/uplink/pairing', '/version'])
    assert.ok(path in paths, path);
  for (const id of contractRouteIds) assert.ok(consoleRoute(id).path in paths, id);
  for (const { name, over } of catalogue.values())
    assert.equal(Object.hasOwn(components.schemas, `${name}Command`), over.includes('cloud'), name);
});

test('the contract describes the response of every console route that has one, except the stream', () => {
  const { paths } = toCloudOpenApi(catalogue) as {
    paths: Record<string, Record<string, { responses: Record<string, { content?: object }> }>>;
  };
  const silent = contractRouteIds.filter((id) => {
    const { path, method, status } = consoleRoute(id);
    const { content } = paths[path]![method]!.responses[status]!;
    return content === undefined && status !== 204;
  });
  assert.deepEqual(silent, ['houseEvents']);
});
