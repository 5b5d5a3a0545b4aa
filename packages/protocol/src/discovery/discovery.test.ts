import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleHouse } from '../component/example-house.fixture.ts';
import { nothingInstalled } from '../component/kinds.ts';
import { izone, neutral } from '../dialect/dialect.ts';
import {
  isDiscoveryRequest,
  readDiscoveryAnswer,
  readService,
  toDiscoveryAnswer,
  toServiceText,
} from './discovery.ts';

const bytes = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));
const house = { uid: '000000001', address: '192.168.1.20', datagrams: exampleHouse };

test('any datagram that begins with IASD is a request for discovery', () => {
  assert.ok(isDiscoveryRequest(Uint8Array.of(0x49, 0x41, 0x53, 0x44)));
  assert.ok(isDiscoveryRequest(Uint8Array.of(0x49, 0x41, 0x53, 0x44, 0x00)));
  assert.ok(isDiscoveryRequest(bytes('IASD_anything')));
});

test('a datagram that does not begin with IASD is not a request for discovery', () => {
  for (const text of ['', 'IAS', 'iasd', ' IASD', 'ASPort_12107'])
    assert.ok(!isDiscoveryRequest(bytes(text)), text);
});

test('a house with every subsystem announces all of them', () => {
  assert.equal(
    toDiscoveryAnswer(house),
    'ASPort_12107,Mac_000000001,IP_192.168.1.20,Hvac,HvacV2,iLight,iDrate,iPower,Split',
  );
});

test('announces a missing capability as X, also the current interface without ducts', () => {
  assert.equal(
    toDiscoveryAnswer({ ...house, datagrams: nothingInstalled }),
    'ASPort_12107,Mac_000000001,IP_192.168.1.20,X,X,X,X,X,X',
  );
  assert.equal(
    toDiscoveryAnswer({ ...house, datagrams: { ...nothingInstalled, power: exampleHouse.power } }),
    'ASPort_12107,Mac_000000001,IP_192.168.1.20,X,X,X,X,iPower,X',
  );
});

test('the multicast DNS service announces the data of discovery in a readable form', () => {
  for (const datagrams of [
    exampleHouse,
    nothingInstalled,
    { ...nothingInstalled, power: exampleHouse.power },
  ]) {
    const announcement = { ...house, datagrams, dialect: izone, httpPort: 8080 };
    const { address: _, ...read } = readDiscoveryAnswer(toDiscoveryAnswer(announcement))!;
    assert.deepEqual(readService(toServiceText(announcement), 8080), { ...read, address: undefined });
  }
  const { id, tokens } = toServiceText(house);
  assert.equal(`${id} ${tokens}`, '000000001 Hvac,HvacV2,iLight,iDrate,iPower,Split');
  for (const text of [
    {},
    { id },
    { tokens },
    { id: 7, tokens },
    { id: `1,Mac_2`, tokens },
    { id: '../1', tokens },
  ])
    assert.equal(readService(text, 80), undefined);
});

test('izone announces its own tokens, the last of which is a port other than 80', () => {
  assert.equal(
    toDiscoveryAnswer({ ...house, dialect: izone, httpPort: 8080 }),
    'ASPort_12107,Mac_000000001,IP_192.168.1.20,iZone,iZoneV2,iLight,iDrate,iPower,Split,Port_8080',
  );
  assert.equal(toDiscoveryAnswer({ ...house, httpPort: 80 }), toDiscoveryAnswer(house));
});

test('a discovery response in either dialect can be read back', () => {
  for (const dialect of [neutral, izone])
    assert.deepEqual(readDiscoveryAnswer(toDiscoveryAnswer({ ...house, dialect, httpPort: 8080 })), {
      uid: '000000001',
      address: '192.168.1.20',
      httpPort: 8080,
      capabilities: { v1: true, v2: true, lighting: true, irrigation: true, power: true, split: true },
      dialect,
    });
});

test('an old bridge whose response has three fields has only the original interface', () => {
  assert.deepEqual(readDiscoveryAnswer('ASPort_12107,Mac_000013170,IP_10.0.0.5'), {
    uid: '000013170',
    address: '10.0.0.5',
    httpPort: 80,
    capabilities: { v1: true, v2: false, lighting: false, irrigation: false, power: false, split: false },
    dialect: undefined,
  });
});

test('a bridge that announces only the original interface has no other capability', () => {
  const read = readDiscoveryAnswer('ASPort_12107,Mac_000013170,IP_10.0.0.5,iZone');
  assert.ok(read !== undefined && !read.capabilities.v2);
  assert.equal(read.dialect, izone);
});

test('a discovery response with padding, blanks, unknown tokens or lighting can be read', () => {
  const answer = 'ASPort_12107,Mac_000013170, IP_10.0.0.5,iZone,iZoneV2,iLight,X,iWater,,X';
  for (const tail of ['', '\0\0\0', '\xff\xff', '\ufffd', '\r\n', '\0garbage,Split'])
    for (const read of [readDiscoveryAnswer(answer + tail), readDiscoveryAnswer(bytes(answer + tail))]) {
      assert.equal(read?.address, '10.0.0.5');
      assert.deepEqual(read?.capabilities, {
        v1: true,
        v2: true,
        lighting: true,
        irrigation: false,
        power: false,
        split: false,
      });
    }
});

test('an invalid port in a discovery response is ignored', () => {
  for (const port of ['', 'x', '-1', '65536', '8080x'])
    assert.equal(readDiscoveryAnswer(`Mac_1,IP_10.0.0.5,Port_${port}`)?.httpPort, 80);
});

test('text that is not a discovery response returns undefined', () => {
  for (const text of ['', 'IASD', 'ASPort_12107', 'ASPort_12107,Mac_,IP_1.2.3.4', 'Mac_<script>,IP_1.2.3.4'])
    assert.equal(readDiscoveryAnswer(text), undefined, text);
});
