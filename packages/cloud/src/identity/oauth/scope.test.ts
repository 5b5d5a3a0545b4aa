import assert from 'node:assert/strict';
import { it } from 'node:test';
import { appScopes, listen } from '@plenum/protocol/cloud';
import { uplink } from '@plenum/protocol/uplink';
import { pairingScopeOf } from './device/pairing-scope.ts';
import { isScope, scopes } from './scope.ts';

it('recognizes the scopes of apps, bridges and plenum listen', () => {
  assert.deepEqual([...scopes], [...Object.keys(appScopes), uplink.scope, uplink.fleetScope, listen.scope]);
  for (const scope of scopes) assert.equal(isScope(scope), true);
  for (const other of ['', 'openid', 'query', `${uplink.scope} `]) assert.equal(isScope(other), false);
});

it('pairs many bridges with the fleet scope, one with the bridge scope, none without', () => {
  assert.equal(pairingScopeOf([uplink.scope]), 'one');
  assert.equal(pairingScopeOf([uplink.fleetScope]), 'many');
  assert.equal(pairingScopeOf([uplink.scope, uplink.fleetScope]), 'many');
  assert.equal(pairingScopeOf(['query-control']), undefined);
  assert.equal(pairingScopeOf([]), undefined);
});
