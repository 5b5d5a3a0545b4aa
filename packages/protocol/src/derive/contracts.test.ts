import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { catalogue } from '../command/catalogue.ts';
import { subsystems } from '../query/subsystems.ts';
import { contracts } from './contracts.ts';
import { toOpenApi } from './to-openapi.ts';

const folder = new URL('../../../../contracts/', import.meta.url);

for (const [name, write] of Object.entries(contracts))
  test(`contracts/${name} is what the definitions say; if not, npm run contracts writes it anew`, async () => {
    const committed = await readFile(new URL(name, folder), 'utf8');
    assert.ok(committed === write(catalogue), `contracts/${name} is out of date: npm run contracts`);
  });

test('the OpenAPI file passes a public linter at its strictest', async () => {
  const source = contracts['local.openapi.json']!(catalogue);
  const config = await createConfig({ extends: ['recommended-strict'] });
  const problems = await lintFromString({ source, absoluteRef: '/local.openapi.json', config });
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
    '/metrics',
    '/simulation',
    '/simulation/ClockScale',
    '/simulation/ZoneDamperStuck',
  ])
    assert.ok(paths.includes(path), path);
});
