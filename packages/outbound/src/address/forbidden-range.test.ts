import assert from 'node:assert/strict';
import { it } from 'node:test';
import { forbiddenRangeOf } from './forbidden-range.ts';

const strict = { isDevelopment: false };

/** Both ends of each range, or its only address. */
const forbidden: Readonly<Record<string, readonly string[]>> = {
  unspecified: ['0.0.0.0', '0.255.255.255', '::'],
  loopback: ['127.0.0.1', '127.255.255.255', '::1', '0:0:0:0:0:0:0:1'],
  private: ['10.0.0.0', '10.255.255.255', '172.16.0.0', '172.31.255.255', '192.168.0.0', '192.168.255.255'],
  linkLocal: ['169.254.0.0', '169.254.169.254', '169.254.255.255', 'fe80::1', 'febf:ffff::1'],
  carrierGradeNat: ['100.64.0.0', '100.100.100.200', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1'],
  broadcast: ['255.255.255.255'],
  reserved: [
    ...['192.0.0.192', '192.0.2.1', '198.18.0.1', '198.19.255.255', '198.51.100.1', '203.0.113.1'],
    ...['240.0.0.1', '2001:db8::1', '3fff::1'],
  ],
  uniqueLocal: ['fc00::1', 'fdff:ffff::1'],
  deprecatedSiteLocal: ['fec0::1', 'feff::1'],
  ipv4Mapped: [
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:7f00:1',
    '::ffff:8.8.8.8',
    '0:0:0:0:0:ffff:a9fe:a9fe',
  ],
  rfc6145: ['::ffff:0:127.0.0.1'],
  rfc6052: ['64:ff9b::127.0.0.1', '64:ff9b::a9fe:a9fe', '64:ff9b:1::10.0.0.1'],
  '6to4': ['2002:7f00:1::', '2002:a9fe:a9fe::1'],
  teredo: ['2001::1', '2001:0:53aa:64c::1'],
  platform: ['168.63.129.16', 'fd00:ec2::254', 'fd00:0ec2:0::0254'],
  // IPv4-compatible addresses (RFC 4291, 2.5.5.1), and addresses outside of 2000::/3.
  unassigned: ['::a00:1', '::7f00:1', '1fff:ffff::1', '4000::1'],
  malformed: ['127.1', '0x7f000001', '2130706433', '0177.0.0.1', 'fe80::1::', 'localhost', ''],
};

for (const [range, addresses] of Object.entries(forbidden))
  it(`addresses in the range ${range} are forbidden`, () => {
    for (const address of addresses) assert.equal(forbiddenRangeOf(address, strict), range, address);
  });

it('allows addresses just outside a forbidden range', () => {
  const open = [
    ...[
      '1.0.0.0',
      '9.255.255.255',
      '11.0.0.0',
      '100.63.255.255',
      '100.128.0.0',
      '126.255.255.255',
      '128.0.0.0',
    ],
    ...['169.253.255.255', '169.255.0.0', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0'],
    ...['223.255.255.255', '168.63.129.15', '8.8.8.8', '2000::1', '2606:4700::1111', '2a00:1450:4001::200e'],
  ];
  for (const address of open) assert.equal(forbiddenRangeOf(address, strict), undefined, address);
});

it('allows this machine and its network in development, but no other internal address', () => {
  const allow = { isDevelopment: true };
  assert.equal(forbiddenRangeOf('127.0.0.1', allow), undefined);
  assert.equal(forbiddenRangeOf('::1', allow), undefined);
  assert.equal(forbiddenRangeOf('10.0.0.1', allow), undefined);
  assert.equal(forbiddenRangeOf('192.168.255.255', allow), undefined);
  assert.equal(forbiddenRangeOf('fd12:3456::1', allow), undefined);
  assert.equal(forbiddenRangeOf('fd00:ec2::254', allow), 'platform');
  assert.equal(forbiddenRangeOf('100.64.0.1', allow), 'carrierGradeNat');
  assert.equal(forbiddenRangeOf('169.254.169.254', allow), 'linkLocal');
  assert.equal(forbiddenRangeOf('::ffff:127.0.0.1', allow), 'ipv4Mapped');
  assert.equal(forbiddenRangeOf('0.0.0.0', allow), 'unspecified');
});
