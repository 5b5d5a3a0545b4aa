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

test('the URL of a house contains only the id of its bridge', () => {
  assert.equal(toHouseUrl({ systemId: '1&x=2' }), 'house?id=1%26x%3D2');
});
