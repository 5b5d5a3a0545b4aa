import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createInstallerCheck, type InstallerRequest } from './installer.ts';
import { createGuesses } from './key-check.ts';

const guesses = createGuesses(createFakeClock());

const direct: InstallerRequest = {
  headers: { host: '127.0.0.1:8080' },
  httpVersion: '1.1',
  remoteAddress: '127.0.0.1',
};

describe('a bridge without an installer key', () => {
  const check = createInstallerCheck(undefined, { guesses });

  it('allows installer commands in direct requests from this machine if there is no key', () => {
    for (const [remoteAddress, host] of [
      ['127.0.0.1', '127.0.0.1:8080'],
      ['127.8.9.1', 'localhost'],
      ['::1', '[::1]:8080'],
      ['::ffff:127.0.0.1', 'LOCALHOST:1'],
    ] as const)
      assert.equal(
        check({ ...direct, remoteAddress, headers: { host } }),
        'allowed',
        `${remoteAddress} ${host}`,
      );
  });

  it('allows no installer’s commands from other addresses, under other names or through a proxy', () => {
    const others: Partial<InstallerRequest>[] = [
      { remoteAddress: '192.168.1.20' },
      { remoteAddress: '::ffff:192.168.1.20' },
      { remoteAddress: 'fe80::1' },
      { remoteAddress: undefined },
      { httpVersion: '1.0' },
      ...['192.168.1.5:8080', 'plenum.local', 'localhost.example', '127.0.0.1.example', '[::2]', ''].map(
        (host) => ({
          headers: { host },
        }),
      ),
      { headers: {} },
      ...[
        'forwarded',
        'via',
        'x-forwarded-for',
        'x-forwarded-proto',
        'x-real-ip',
        'x-ingress-path',
        'cf-ray',
        'x-forwarded',
        'remote-user',
        'x-envoy-external-address',
        'x-envoy-internal',
        'tailscale-user-login',
      ].map((name) => ({ headers: { host: 'localhost', [name]: '127.0.0.1' } })),
    ];
    for (const other of others)
      assert.equal(check({ ...direct, ...other }), 'not-from-here', JSON.stringify(other));
  });

  it('ignores a sent key if the bridge has no installer key', () => {
    const headers = { host: 'localhost', 'plenum-installer-key': 'undefined' };
    assert.equal(check({ ...direct, remoteAddress: '10.0.0.1', headers }), 'not-from-here');
  });
});

describe('a bridge with an installer key', () => {
  const check = createInstallerCheck('open-sesame', { guesses });
  const sends = (key: string | undefined) =>
    check({ ...direct, headers: { ...direct.headers, ...(key && { 'plenum-installer-key': key }) } });

  it('allows an installer’s commands only with the installer key, even from this machine', () => {
    assert.equal(sends('open-sesame'), 'allowed');
    assert.equal(
      check({
        headers: { 'plenum-installer-key': 'open-sesame' },
        httpVersion: '1.1',
        remoteAddress: '10.0.0.9',
      }),
      'allowed',
    );
    for (const key of [undefined, '', 'open-sesam', 'open-sesame,open-sesame', 'OPEN-SESAME'])
      assert.equal(sends(key), 'needs-key', String(key));
  });
});

describe('a bridge after 20 wrong installer keys', () => {
  it('rejects even the right installer key after 20 wrong ones until 10 seconds have passed', () => {
    const clock = createFakeClock();
    const check = createInstallerCheck('open-sesame', { guesses: createGuesses(clock) });
    const send = (key: string) => check({ ...direct, headers: { 'plenum-installer-key': key } });
    for (let n = 0; n < 20; n++) assert.equal(send(`${n}`), 'needs-key');
    assert.equal(send('open-sesame'), 'needs-key');
    clock.advance(10_000);
    assert.equal(send('open-sesame'), 'allowed');
  });
});

describe('a bridge behind the ingress of another system', () => {
  it('allows no installer commands through another system’s ingress, with or without the key', () => {
    const access = { guesses, ingressFrom: '127.0.0.1' };
    const headers = { host: 'localhost', 'plenum-installer-key': 'open-sesame' };
    for (const key of [undefined, 'open-sesame'])
      assert.equal(createInstallerCheck(key, access)({ ...direct, headers }), 'not-from-here');
    assert.equal(createInstallerCheck(undefined, access)({ ...direct, remoteAddress: '::1' }), 'allowed');
  });
});
