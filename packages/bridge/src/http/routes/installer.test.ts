import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startSmallBridge } from '../../fixture/start-small-bridge.fixture.ts';

const unpaired = { paired: 0, manual: '3497-011-2332', qr: 'MT:Y.K90AFN00KA0648G00' };

it('shows Matter pairing codes only to clients that may give an installer’s commands', async () => {
  let matter: object | undefined;
  const readMatterPairing = () => matter as typeof unpaired | undefined;
  await using open = await startSmallBridge({ readMatterPairing });
  await using locked = await startSmallBridge({ readMatterPairing, installerKey: 'open-sesame' });
  const ask = async ({ http }: typeof open, headers: Record<string, string> = {}) =>
    (await fetch(`http://127.0.0.1:${http.port}/installer`, { headers })).json();
  assert.deepEqual(await ask(open), { access: 'allowed' });
  for (const each of [unpaired, { paired: 2 }]) {
    matter = each;
    assert.deepEqual(await ask(open), { access: 'allowed', matter });
    assert.deepEqual(await ask(open, { 'x-forwarded-for': '10.0.0.9' }), { access: 'not-from-here' });
    assert.deepEqual(await ask(locked), { access: 'needs-key' });
    assert.deepEqual(await ask(locked, { 'plenum-installer-key': 'open-sesame' }), {
      access: 'allowed',
      matter,
    });
  }
});
