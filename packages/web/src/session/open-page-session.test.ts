import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSignedInBy } from './open-page-session.ts';

test('the cookie next to the session cookie shows that a user is signed in, over http and https', () => {
  for (const cookies of ['plenum_signed_in=1', 'a=b; __Host-plenum_signed_in=1; c=d'])
    assert.equal(isSignedInBy(cookies), true, cookies);
  for (const cookies of [
    '',
    'plenum_signed_in=',
    'xplenum_signed_in=1',
    'plenum_signed_in=11',
    'a=plenum_signed_in=1',
  ])
    assert.equal(isSignedInBy(cookies), false, cookies);
});
