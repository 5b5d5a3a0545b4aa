import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingInstalled } from '@plenum/protocol/component';
import { allWithoutSecrets, withoutSecrets, withoutSecretsAnywhere } from './without-secrets.ts';

test('the codes of the wall controller are blank, and the keys stay', () => {
  const unit = {
    kind: 'unit',
    index: 0,
    datagram: { SysOn: 1, Pass: '1234', LockCode: '99', Tag1: 'Home' },
  } as const;
  assert.deepEqual(withoutSecrets(unit), {
    ...unit,
    datagram: { SysOn: 1, Pass: '', LockCode: '', Tag1: 'Home' },
  });
});

test('the passwords of irrigation and lighting are blank, from the first read on', () => {
  for (const kind of ['irrigation', 'lighting'] as const) {
    const datagram = { Pass: 'open' };
    assert.deepEqual(withoutSecrets({ kind, index: 0, datagram }).datagram, { Pass: '' });
    const all = { ...nothingInstalled, [kind]: [datagram] };
    assert.deepEqual(allWithoutSecrets(all)[kind], [{ Pass: '' }]);
  }
});

test('a code that the device does not send is not added, and other components are as they were', () => {
  const unit = { kind: 'unit', index: 0, datagram: { SysOn: 1, LockCode: '99' } } as const;
  assert.deepEqual(withoutSecrets(unit).datagram, { SysOn: 1, LockCode: '' });
  const zone = { kind: 'zone', index: 0, datagram: { Index: 0, Pass: 'x' } } as const;
  assert.equal(withoutSecrets(zone), zone);
});

test('codes are blank at any depth and in any case, and nothing else changes', () => {
  for (const same of [null, 1, 'Pass', [], {}, { Passed: 1, Bypass: [{ Code: '1' }] }])
    assert.deepEqual(withoutSecretsAnywhere(same), same);
  assert.deepEqual(withoutSecretsAnywhere([{ a: [{ lockcode: { b: 1 } }], PASS: null }]), [
    { a: [{ lockcode: '' }], PASS: '' },
  ]);
});
