import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createMetrics } from './metrics.ts';

const read = async (name: string, statuses: readonly number[]) => {
  const { registry, observe } = createMetrics();
  for (const status of statuses) observe({ method: 'POST', route: '/dev', status, milliseconds: 1 });
  const text = await registry.metrics();
  return Array.from(text.matchAll(new RegExp(`^${name}(.*) (\\d+)$`, 'gm')), ([, labels, value]) => [
    labels,
    Number(value),
  ]);
};

it('counts 500 and 503 as internal errors, but not 499, 502 and 504', async () => {
  assert.deepEqual(await read('plenum_cloud_internal_errors_total', [200, 499, 502, 504]), [['', 0]]);
  assert.deepEqual(await read('plenum_cloud_internal_errors_total', [500, 503, 505]), [['', 3]]);
});

it('shows the errors of apps with 0 before the first of them', async () => {
  const labels = (status: number) => `{method="POST",route="/dev",status="${status}"}`;
  const name = 'plenum_cloud_http_requests_total';
  assert.deepEqual(await read(name, []), [
    [labels(500), 0],
    [labels(503), 0],
  ]);
  assert.deepEqual(await read(name, [503, 503]), [
    [labels(500), 0],
    [labels(503), 2],
  ]);
});
