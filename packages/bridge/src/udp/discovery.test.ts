import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { silent } from '@plenum/platform/quiet-log';
import { nothingInstalled } from '@plenum/protocol/component';
import { izone, neutral } from '@plenum/protocol/dialect';
import { createCounts } from '../diagnostics/counts.ts';
import { smallHouse } from '../fixture/small-house.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openUdpListener } from '../fixture/udp.fixture.ts';
import { answerDiscovery } from './discovery.ts';

describe('discovery (interface 4.1)', () => {
  it('answers IASD with id, address and subsystems, from the port that got the request', async () => {
    await using bridge = await startSmallBridge();
    using listener = await openUdpListener();
    listener.socket.send('IASD', bridge.udp.port, '127.0.0.1');
    const { text, from } = await listener.receive();
    const { uid } = bridge.identity;
    assert.equal(
      text,
      `ASPort_12107,Mac_${uid},IP_127.0.0.1,Hvac,HvacV2,iLight,iDrate,iPower,Split,Port_${bridge.http.port}`,
    );
    assert.match(uid, /^[1-9][0-9]{8}$/);
    assert.equal(from.port, bridge.udp.port);
  });

  it('answers IASD even if other text follows, and answers no other request', async () => {
    await using bridge = await startSmallBridge();
    using listener = await openUdpListener();
    using other = await openUdpListener();
    for (const bytes of ['', 'IAS', 'iasd', ' IASD', 'ASPort_12107,Mac_1'])
      listener.socket.send(bytes, bridge.udp.port, '127.0.0.1');
    other.socket.send(Buffer.from('IASD\0'), bridge.udp.port, '127.0.0.1');
    assert.match((await other.receive()).text, /^ASPort_12107,/);
    listener.socket.send('IASD and more', bridge.udp.port, '127.0.0.1');
    assert.match((await listener.receive()).text, /^ASPort_12107,/);
    listener.socket.send('IASD', bridge.udp.port, '127.0.0.1');
    assert.match((await listener.receive()).text, /^ASPort_12107,/);
  });

  it('sends an X for each subsystem that is not installed', async () => {
    const { simulator } = smallHouse;
    const initial = (at: number) => {
      const state = simulator.initial(at);
      return { ...state, datagrams: { ...nothingInstalled, unit: state.datagrams.unit } };
    };
    const house = { ...smallHouse, simulator: { ...simulator, initial } };
    await using bridge = await startSmallBridge({ house });
    using listener = await openUdpListener();
    listener.socket.send('IASD', bridge.udp.port, '127.0.0.1');
    assert.match((await listener.receive()).text, /,Hvac,HvacV2,X,X,X,X,Port_/);
  });

  it("answers discovery with the tokens of the bridge's dialect", async () => {
    await using bridge = await startSmallBridge({ dialect: izone });
    using listener = await openUdpListener();
    listener.socket.send('IASD', bridge.udp.port, '127.0.0.1');
    assert.match((await listener.receive()).text, /,iZone,iZoneV2,iLight,iDrate,iPower,Split,/);
  });

  it('answers each client with the address at which that client reaches the bridge', {
    skip: process.platform !== 'linux',
  }, async () => {
    await using bridge = await startSmallBridge({ httpHost: '0.0.0.0' });
    using listener = await openUdpListener('127.0.0.9');
    listener.socket.setBroadcast(true);
    listener.socket.send('IASD', bridge.udp.port, '127.255.255.255');
    assert.match((await listener.receive()).text, /,IP_127\.0\.0\.\d+,/);
  });

  it('does not answer clients outside the local network', {
    skip: process.platform !== 'linux',
  }, async () => {
    await using bridge = await startSmallBridge();
    using server = await openUdpListener();
    using local = await openUdpListener('127.0.0.8');
    using beyond = await openUdpListener('127.0.0.9');
    answerDiscovery({
      recent: undefined,
      socket: server.socket,
      device: bridge.device,
      shownDevice: bridge.device,
      quirks: bridge.quirks,
      dialect: neutral,
      httpPort: 80,
      address: '127.0.0.1',
      isLocal: (peer) => peer !== '127.0.0.9',
      datagrams: createCounts(),
      clock: systemClock,
      log: silent,
    });
    const answers: string[] = [];
    beyond.socket.on('message', (bytes) => answers.push(String(bytes)));
    beyond.socket.send('IASD', server.port, '127.0.0.1');
    local.socket.send('IASD', server.port, '127.0.0.1');
    assert.match((await local.receive()).text, /^ASPort_12107,/);
    // A datagram that the server sends to itself arrives after all datagrams sent before.
    server.socket.send('last', beyond.port, '127.0.0.9');
    assert.equal((await beyond.receive()).text, 'last');
    assert.deepEqual(answers, ['last']);
  });

  it('sends the id in the house file if there is one, otherwise a generated id', async () => {
    await using given = await startSmallBridge({ house: { ...smallHouse, systemId: '000013170' } });
    assert.equal(given.identity.uid, '000013170');
    await using made = await startSmallBridge({ random: () => 0 });
    assert.equal(made.identity.uid, '100000000');
  });
});
