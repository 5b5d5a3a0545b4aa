import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutSecrets } from './without-secrets.ts';

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

test('a code that the device does not send is not added, and other components are as they were', () => {
  const unit = { kind: 'unit', index: 0, datagram: { SysOn: 1, LockCode: '99' } } as const;
  assert.deepEqual(withoutSecrets(unit).datagram, { SysOn: 1, LockCode: '' });
  const zone = { kind: 'zone', index: 0, datagram: { Index: 0, Pass: 'x' } } as const;
  assert.equal(withoutSecrets(zone), zone);
});
