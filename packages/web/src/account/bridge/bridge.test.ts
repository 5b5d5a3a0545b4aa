import assert from 'node:assert/strict';
import { test } from 'node:test';
import '../../text/english.fixture.ts';
import { type AccountBridge, toHouseUrl, toPresence } from './bridge.ts';

const now = 1_800_000_000_000;
const bridge: AccountBridge = { systemId: '123456789', name: 'Home', access: 'owner', pairedAt: 0 };
const says = (more: Partial<AccountBridge>) => toPresence({ ...bridge, ...more }, now).label;

test('a bridge is connected, offline, new or unknown', () => {
  assert.equal(says({ isPresent: true, lastSeen: 0 }), 'Connected');
  assert.equal(says({ isPresent: false, lastSeen: now - 180_000 }), 'Offline, last seen 3 minutes ago');
  assert.equal(says({ isPresent: false }), 'Never connected');
  assert.equal(says({ lastSeen: now }), 'Status unknown');
});

test('a connected bridge whose real bridge does not answer shows the age of the last values', () => {
  const answeredAt = now - 300_000;
  const silent = { state: 'silent', since: answeredAt, answeredAt } as const;
  const at = (more: Partial<AccountBridge>, device: Parameters<typeof toPresence>[2]) =>
    toPresence({ ...bridge, ...more }, now, device);
  assert.deepEqual(at({ isPresent: true }, silent), {
    is: 'silent',
    label: 'Device offline, last values 5 minutes ago',
  });
  assert.equal(at({ isPresent: true }, { ...silent, state: 'answering' }).is, 'live');
  assert.equal(at({ isPresent: false, lastSeen: now }, silent).is, 'lost');
});

test('the URL of a house contains only the id of its bridge', () => {
  assert.equal(toHouseUrl({ systemId: '1&x=2' }), 'house?id=1%26x%3D2');
});
