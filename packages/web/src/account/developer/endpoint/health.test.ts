import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../../text/english.fixture.ts';
import type { WebhookEndpoint } from '../endpoints.ts';
import { toHealth } from './health.ts';

const endpoint: WebhookEndpoint = {
  id: 'one',
  clientId: 'app',
  url: 'https://hooks.example.org/',
  createdAt: 0,
  ledger: { changes: 0, delivered: 0, superseded: 0, pending: 0, dead: 0 },
};

test('an endpoint counts as failing after a minute of failures, not after one missed message', () => {
  const failing = { ...endpoint, failingSince: 1_000 };
  assert.deepEqual(toHealth(endpoint, 0), { is: 'well', says: 'Enabled' });
  assert.equal(toHealth(failing, 60_999).is, 'well');
  const { is, why } = toHealth(failing, 61_000);
  assert.equal(is, 'failing');
  assert.match(
    why!,
    /^Every attempt failed since 1 Jan, \d\d:\d\d\. It is disabled after 5 days of failures\.$/,
  );
});

test('a disabled endpoint shows the reason and the effect of enabling it', () => {
  const why = (of: 'gone' | 'failing' | 'developer') =>
    toHealth({ ...endpoint, failingSince: 0, disabled: { at: 0, why: of } }, 1e9).why!;
  assert.match(
    why('gone'),
    /^It answered 410 \(Gone\), .* When it is enabled again, it receives the full state\.$/,
  );
  assert.match(why('failing'), /^It accepted nothing for 5 days\./);
  assert.match(why('developer'), /^You disabled it/);
});
