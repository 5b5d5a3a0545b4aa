import assert from 'node:assert/strict';
import { connect, createServer } from 'node:net';
import { it } from 'node:test';
import { listen } from '@plenum/testbed/listen';
import { mosquittoMissing, startMosquitto } from '@plenum/testbed/mosquitto';
import { openDemoHouse } from './fixture/demo-house.fixture.ts';
import { openReader } from './fixture/reader.fixture.ts';
import { startMqtt } from './start-mqtt.ts';

/** The response of an MQTT 3.1.1 broker to a newer client: unacceptable protocol version (MQTT 3.1.1, 3.2.2.3). */
const unacceptable = Buffer.from([0x20, 0x02, 0x00, 0x01]);

/**
 * Returns the version in a CONNECT packet. The version follows the packet type, a length of one or two bytes, and the
 * protocol name.
 */
const versionOf = (packet: Buffer): number => packet[packet.indexOf('MQTT') + 4]!;

/** Starts a broker that supports only MQTT 3.1.1: a proxy to a real one that refuses newer versions. */
const startOldBroker = async (port: number) => {
  const versions: number[] = [];
  const server = createServer((socket) => {
    socket.once('data', (packet: Buffer) => {
      versions.push(versionOf(packet));
      if (versions.at(-1) !== 4) return void socket.end(unacceptable);
      const behind = connect(port, '127.0.0.1');
      behind.on('error', () => {});
      behind.write(packet);
      socket.pipe(behind).pipe(socket);
    });
  });
  const listening = await listen(server);
  return { ...listening, url: `mqtt://127.0.0.1:${listening.port}`, versions };
};

it('states, responses and commands work with a broker that supports only MQTT 3.1.1', {
  skip: mosquittoMissing,
}, async () => {
  await using real = await startMosquitto();
  await using old = await startOldBroker(real.port);
  await using reader = await openReader(real.url);
  const house = openDemoHouse();
  const warned: string[] = [];
  await using _ = startMqtt({
    house,
    broker: { url: old.url },
    random: () => 0,
    log: {
      info: () => {},
      warn: (facts) => void warned.push(JSON.stringify(facts)),
      error: (_, sentence) => assert.fail(sentence),
    },
    spread: 100,
  });
  const zone = 'plenum/000000001/zone/3';
  await reader.next('the state', ({ topic, text }) => topic === zone && text !== '', 0);
  assert.deepEqual(old.versions, [5, 4]);
  assert.match(warned[0]!, /It does not support MQTT 5\. Trying MQTT 3\.1\.1\./);
  const from = reader.messages.length;
  await reader.write(`${zone}/set/setpoint`, '21.5');
  const { text } = await reader.next('the answer', ({ topic }) => topic === 'plenum/000000001/answer', from);
  assert.deepEqual(JSON.parse(text), { topic: 'zone/3/set/setpoint', ok: true });
  await reader.next(
    'the echo',
    (one) => one.topic === zone && JSON.parse(one.text).setpoint_celsius === 21.5,
    from,
  );
  assert.equal(
    reader.messages.filter(({ topic }) => topic === zone).length,
    2,
    "Plenum's own messages change nothing",
  );
});
