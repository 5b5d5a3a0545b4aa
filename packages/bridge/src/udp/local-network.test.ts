import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { bridgeFailures } from '../bridge-failures.ts';
import { createIsLocal } from './local-network.ts';

const start = ({ more = [] as string[], cidrs = [] as (string | null)[] } = {}) => {
  const machine = { at: 0, cidrs, reads: 0 };
  const isLocal = createIsLocal(more, {
    now: () => machine.at,
    interfaces: () => {
      machine.reads++;
      return { eth0: machine.cidrs.map((cidr) => ({ cidr })), none: undefined };
    },
  });
  return { machine, isLocal };
};

describe('the ranges of a local network', () => {
  const { isLocal } = start();
  for (const [range, first, last, outside] of [
    ['this machine', '127.0.0.0', '127.255.255.255', '128.0.0.0'],
    ['RFC 1918, 24 bits', '10.0.0.0', '10.255.255.255', '11.0.0.0'],
    ['RFC 1918, 20 bits', '172.16.0.0', '172.31.255.255', '172.32.0.0'],
    ['RFC 1918, 16 bits', '192.168.0.0', '192.168.255.255', '192.169.0.0'],
    ['link-local', '169.254.0.0', '169.254.255.255', '169.255.0.0'],
    ['this machine over IPv6', '::1', '::1', '::2'],
    ['unique local', 'fc00::', 'fdff:ffff::1', 'fe00::'],
    ['link-local over IPv6', 'fe80::', 'febf::1', 'fec0::'],
  ] as const)
    it(`accepts the addresses of ${range} as local, up to the last one and not beyond`, () => {
      assert.deepEqual([first, last, outside].map(isLocal), [true, true, false]);
    });

  it('does not accept an address just below one of the local ranges as local', () => {
    for (const peer of [
      '126.255.255.255',
      '9.255.255.255',
      '172.15.255.255',
      '192.167.255.255',
      '169.253.255.255',
    ])
      assert.equal(isLocal(peer), false, peer);
  });

  it("accepts every network of this machine's interfaces as local, including public ones", () => {
    const own = start({ cidrs: ['203.0.113.5/25', '2001:db8::5/64', null] });
    assert.equal(own.isLocal('203.0.113.127'), true);
    assert.equal(own.isLocal('203.0.113.128'), false);
    assert.equal(own.isLocal('2001:db8::ffff'), true);
    assert.equal(own.isLocal('2001:db8:0:1::1'), false);
  });

  it('reads the interfaces at most once in 10 s, and follows their changes', () => {
    const own = start({ cidrs: ['203.0.113.5/24'] });
    for (let n = 0; n < 100; n++) assert.equal(own.isLocal('198.51.100.1'), false);
    assert.equal(own.machine.reads, 1);
    own.machine.cidrs = ['198.51.100.7/24'];
    own.machine.at = 9_999;
    assert.equal(own.isLocal('198.51.100.1'), false);
    own.machine.at = 10_000;
    assert.equal(own.isLocal('198.51.100.1'), true);
    assert.equal(own.isLocal('203.0.113.5'), false);
  });

  it('accepts a range or an address that the owner configured as local', () => {
    const told = start({ more: ['203.0.113.0/24', '198.51.100.9', '2001:db8::/32'] });
    for (const peer of ['203.0.113.255', '198.51.100.9', '2001:db8:ffff::1'])
      assert.equal(told.isLocal(peer), true);
    for (const peer of ['203.0.114.0', '198.51.100.10', '2001:db9::'])
      assert.equal(told.isLocal(peer), false);
    assert.equal(start({ more: ['0.0.0.0/0'] }).isLocal('8.8.8.8'), true);
  });

  it('refuses a configured text that is not a range, and gives the reason', () => {
    for (const range of [
      '',
      'lan',
      '10.0.0.0/33',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '10.0.0/8',
      '::/129',
      '10.0.0.0/-1',
    ])
      assert.throws(
        () => start({ more: [range] }),
        (error) => bridgeFailures.is(error, 'discovery-range') && error.message.includes('203.0.113.0/24'),
      );
  });
});
