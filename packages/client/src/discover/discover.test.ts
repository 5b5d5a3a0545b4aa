import assert from 'node:assert/strict';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { test } from 'node:test';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { broadcastRoutes, toBroadcast, toTargets } from './addresses.ts';
import { discover } from './discover.ts';

/** Listens for discovery on a free port and sends these answers to each request. */
const announce = async (...answers: (string | Uint8Array)[]) => {
  const socket = createSocket('udp4');
  const requests: string[] = [];
  socket.on('message', (bytes, from) => {
    requests.push(bytes.toString('latin1'));
    for (const answer of answers) socket.send(answer, from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  const udpPort = socket.address().port;
  return { udpPort, requests, [Symbol.asyncDispose]: async () => void socket.close() };
};

/** Searches until a bridge has answered, on a clock that stands still. */
const look = async (answers: (string | Uint8Array)[], more: object = {}) => {
  await using bridge = await announce(...answers);
  const clock = createSteppedClock();
  const looking = discover({
    udpPort: bridge.udpPort,
    interfaces: {},
    addresses: ['127.0.0.1'],
    // Multicast DNS is off, because other bridges on this machine may announce themselves.
    mdns: false,
    clock,
    ...more,
  });
  for (let round = 0; round < 3; round++) {
    while (bridge.requests.length <= round) await new Promise(setImmediate);
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    await clock.pass(500);
  }
  return { found: await looking, requests: bridge.requests };
};

test('sends the text IASD three times to an address that broadcasts do not reach', async () => {
  const { found, requests } = await look([
    'ASPort_12107,Mac_000051234,IP_127.0.0.1,Hvac,HvacV2,X,iDrate,X,Split',
  ]);
  assert.deepEqual(requests, ['IASD', 'IASD', 'IASD']);
  assert.equal(found.length, 1);
  const { dialect, ...bridge } = found[0]!;
  assert.equal(dialect?.name, 'neutral');
  assert.deepEqual(bridge, {
    uid: '000051234',
    address: '127.0.0.1',
    announced: '127.0.0.1',
    port: 80,
    capabilities: { v1: true, v2: true, lighting: false, irrigation: true, power: false, split: true },
  });
});

test('detects the dialect of a bridge by the tokens in its answer to discovery', async () => {
  const { found } = await look(['ASPort_12107,Mac_000051234,IP_127.0.0.1,iZone,iZoneV2,iLight']);
  assert.equal(found[0]!.dialect?.name, 'izone');
  assert.equal(found[0]!.capabilities.lighting, true);
});

test('reads an old answer of three NUL-padded fields as a bridge with the original interface', async () => {
  const { found } = await look([Buffer.from('ASPort_12107,Mac_000000007,IP_127.0.0.1\0\0\0')]);
  assert.equal(found[0]!.capabilities.v2, false);
  assert.equal(found[0]!.dialect, undefined);
});

test('lists a bridge only once even if it answers twice, and lists every id separately', async () => {
  const { found } = await look([
    'ASPort_12107,Mac_2,IP_127.0.0.1,Hvac',
    'ASPort_12107,Mac_1,IP_127.0.0.1,Hvac',
    'ASPort_12107,Mac_2,IP_127.0.0.1,Hvac',
  ]);
  assert.deepEqual(
    found.map(({ uid }) => uid),
    ['1', '2'],
  );
});

test('takes a bridge’s address from the source of its answer, and keeps the announced one', async () => {
  const { found } = await look(['ASPort_12107,Mac_1,IP_172.17.0.2,Hvac,Port_8080']);
  assert.deepEqual(
    [found[0]!.address, found[0]!.announced, found[0]!.port],
    ['127.0.0.1', '172.17.0.2', 8080],
  );
});

test('prefers an answer whose source is the address announced in it', async () => {
  const { found } = await look([
    'ASPort_12107,Mac_1,IP_172.17.0.2,Hvac',
    'ASPort_12107,Mac_1,IP_127.0.0.1,Hvac',
  ]);
  assert.equal(found[0]!.announced, '127.0.0.1');
});

test('ignores anything else that answers on the discovery port', async () => {
  const { found } = await look(['hello', 'IASD', Buffer.from([0xff, 0xfe]), 'Mac_', '']);
  assert.deepEqual(found, []);
});

test('searches on loopback too if this machine has it', async () => {
  const lo = [{ address: '127.0.0.1', netmask: '255.0.0.0', family: 'IPv4', internal: true }];
  const { found } = await look(['ASPort_12107,Mac_1,IP_127.0.0.1'], { interfaces: { lo }, addresses: [] });
  assert.equal(found.length, 1);
});

test('treats an address that does not exist like one that does not answer', async () => {
  const { found } = await look(['ASPort_12107,Mac_1,IP_127.0.0.1'], {
    addresses: ['127.0.0.1', 'no such name', '0.0.0.0.0'],
  });
  assert.equal(found.length, 1);
});

test('ends the search early when its signal is aborted', async () => {
  const end = new AbortController();
  const looking = discover({ udpPort: 9, interfaces: {}, clock: createSteppedClock(), signal: end.signal });
  end.abort();
  assert.deepEqual(await looking, []);
});

test('searches on every IPv4 interface from its own address, by limited and directed broadcast', () => {
  const of = (address: string, netmask: string, family = 'IPv4', internal = false) =>
    [{ address, netmask, family, internal, mac: '', cidr: null }] as never;
  assert.deepEqual(
    broadcastRoutes({
      lo: of('127.0.0.1', '255.0.0.0', 'IPv4', true),
      eth0: of('192.168.1.20', '255.255.255.0'),
      wlan0: of('10.3.7.9', '255.255.240.0'),
      eth1: of('fe80::1', 'ffff::', 'IPv6'),
      tun0: of('10.8.0.2', '255.255.255.255'),
    }),
    [
      { from: '127.0.0.1', to: ['127.0.0.1'] },
      { from: '192.168.1.20', to: ['255.255.255.255', '192.168.1.255'] },
      { from: '10.3.7.9', to: ['255.255.255.255', '10.3.15.255'] },
      { from: '10.8.0.2', to: ['255.255.255.255'] },
    ],
  );
});

test('calculates the broadcast address of a network above 128.0.0.0', () => {
  assert.equal(toBroadcast('223.255.1.2', '255.255.255.0'), '223.255.1.255');
  assert.equal(toBroadcast('192.168.1.20', '255.255.255.252'), '192.168.1.23');
});

test('searches a network behind a router by broadcast and, if small, machine by machine', () => {
  assert.deepEqual(toTargets('192.168.2.77/29'), [
    '192.168.2.79',
    '192.168.2.73',
    '192.168.2.74',
    '192.168.2.75',
    '192.168.2.76',
    '192.168.2.77',
    '192.168.2.78',
  ]);
  assert.equal(toTargets('10.1.0.0/22').length, 1023);
  assert.deepEqual(toTargets('10.1.0.0/21'), ['10.1.7.255']);
  assert.deepEqual(toTargets('10.1.0.4/31'), ['10.1.0.4', '10.1.0.5']);
  assert.deepEqual(toTargets('10.1.0.4/32'), ['10.1.0.4']);
  for (const other of ['bridge.local', '10.1.0.4', '10.1.0.4/33', '10.1.0.400/24'])
    assert.deepEqual(toTargets(other), [other]);
});

test('finds a bridge in a network given as ADDRESS/BITS', async () => {
  const { found } = await look(['ASPort_12107,Mac_000013170,IP_127.0.0.1,iZone,iZoneV2'], {
    addresses: ['127.0.0.1/32'],
  });
  assert.equal(found[0]?.uid, '000013170');
});
