import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { defaultNotifyAddress, isLoopback, onlyAddress, udpHostFor } from './addresses.ts';

describe('the addresses of UDP', () => {
  for (const [host, loopback, binding, only, notify] of [
    ['127.0.0.1', true, '127.0.0.1', '127.0.0.1', '127.255.255.255'],
    ['127.7.1.2', true, '127.7.1.2', '127.7.1.2', '127.255.255.255'],
    ['localhost', true, '127.0.0.1', '127.0.0.1', '127.255.255.255'],
    ['::1', true, '127.0.0.1', '127.0.0.1', '127.255.255.255'],
    ['0.0.0.0', false, '0.0.0.0', undefined, '255.255.255.255'],
    ['::', false, '0.0.0.0', undefined, '255.255.255.255'],
    ['192.168.1.20', false, '0.0.0.0', '192.168.1.20', '255.255.255.255'],
    ['bridge.lan', false, '0.0.0.0', undefined, '255.255.255.255'],
    ['127.evil.example', false, '0.0.0.0', undefined, '255.255.255.255'],
  ] as const)
    it(`chooses the UDP addresses for HTTP on ${host}`, () => {
      assert.equal(isLoopback(host), loopback);
      assert.equal(udpHostFor(host), binding);
      assert.equal(onlyAddress(host), only);
      assert.equal(defaultNotifyAddress(host, 'linux'), notify);
    });

  it('uses a loopback broadcast on Linux only', () =>
    assert.equal(defaultNotifyAddress('127.0.0.1', 'darwin'), '127.0.0.1'));
});
