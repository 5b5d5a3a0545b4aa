import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nothingInstalled } from '@plenum/protocol/component';
import { allWithoutSecrets, withoutSecrets, withoutSecretsAnywhere } from './without-secrets.ts';

test('blanks the codes of the wall controller and keeps their keys', () => {
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

test('blanks the passwords of irrigation and lighting from the first read on', () => {
  for (const kind of ['irrigation', 'lighting'] as const) {
    const datagram = { Pass: 'open' };
    assert.deepEqual(withoutSecrets({ kind, index: 0, datagram }).datagram, { Pass: '' });
    const all = { ...nothingInstalled, [kind]: [datagram] };
    assert.deepEqual(allWithoutSecrets(all)[kind], [{ Pass: '' }]);
  }
});

test('adds no code field that the device does not send, and changes no other component', () => {
  const unit = { kind: 'unit', index: 0, datagram: { SysOn: 1, LockCode: '99' } } as const;
  assert.deepEqual(withoutSecrets(unit).datagram, { SysOn: 1, LockCode: '' });
  const zone = { kind: 'zone', index: 0, datagram: { Index: 0, Pass: 'x' } } as const;
  assert.equal(withoutSecrets(zone), zone);
});

test('blanks codes at any depth and in upper or lower case, and changes nothing else', () => {
  for (const same of [null, 1, 'Pass', [], {}, { Passed: 1, Bypass: [{ Code: '1' }] }])
    assert.deepEqual(withoutSecretsAnywhere(same), same);
  assert.deepEqual(withoutSecretsAnywhere([{ a: [{ lockcode: { b: 1 } }], PASS: null }]), [
    { a: [{ lockcode: '' }], PASS: '' },
  ]);
});
