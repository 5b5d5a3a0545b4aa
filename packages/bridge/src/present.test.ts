import assert from 'node:assert/strict';
import { request } from 'node:http';
import { after, before, describe, it } from 'node:test';
import { systemClock } from '@plenum/platform';
import { createFakeClock, type FakeClock, monday } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Bridge } from './bridge.ts';
import type { Changes } from './device/device.ts';
import { post, send } from './fixture/http.fixture.ts';
import { openSmallDevice } from './fixture/open-small-device.fixture.ts';
import { startSmallBridge } from './fixture/start-small-bridge.fixture.ts';
import { startScriptedCloud } from './uplink/cloud.fixture.ts';
import { defaultPace, startUplink } from './uplink/keep-connected.ts';
import { openKey } from './uplink/key.ts';

/** The zones of the small house get warmer by 0.01 °C every 10 s. */
const step = 10_000;
const tempAt = (at: number) => 2000 + ((at / step) % 500);

describe('shows a simulated house at the time of the request, for every kind of request', () => {
  let clock: FakeClock;
  let bridge: Bridge;
  before(async () => {
    clock = createFakeClock();
    bridge = await startSmallBridge({ clock });
  });
  after(() => bridge[Symbol.asyncDispose]());

  /** Advances the clock by one step without running any timer, so that only a request can advance the house. */
  const moveOn = () => {
    const at = clock.now() + step;
    clock.set(at);
    return at;
  };
  const read = async (path: string) => (await send(bridge.http.port, path)).text;

  const zoneTemp = { HvacV2Request: { Type: 2, No: 0, No1: 0 } };
  const clients: Record<string, (at: number) => Promise<void>> = {
    'a query': async (at) => {
      const { text } = await post(bridge.http.port, '/HvacRequestV2', zoneTemp);
      assert.equal(JSON.parse(text).ZonesV2.Temp, tempAt(at));
    },
    'a read of the original interface': async (at) => {
      const [zone] = JSON.parse(await read('/Zones1_4'));
      // The original interface has tenths of a degree.
      assert.equal(Math.round(zone.Temp * 100), Math.round(tempAt(at) / 10) * 10);
    },
    'the status of the simulation': async (at) =>
      assert.equal(JSON.parse(await read('/simulation')).clock.at, at),
    'the history': async (at) =>
      assert.equal(JSON.parse(await read('/history?series=zone.0.Temp')).to, at + 1),
    'the metrics': async (at) =>
      assert.match(
        await read('/metrics'),
        new RegExp(`^plenum_zone_temperature_celsius\\{zone="0",[^}]*\\} ${tempAt(at) / 100}$`, 'm'),
      ),
    'the live stream': async (at) => {
      const where = { host: '127.0.0.1', port: bridge.http.port, path: '/events', agent: false };
      const snapshot = await new Promise<string>((resolve) => {
        const open = request(where, (response) =>
          response.once('data', (piece: Buffer) => {
            resolve(piece.toString());
            open.destroy();
          }),
        ).end();
      });
      assert.match(snapshot, new RegExp(`^id: \\d+\nevent: snapshot\ndata: \\{"at":${at},`));
    },
    'a command': async (at) => {
      const changes: Changes[] = [];
      const unsubscribe = bridge.device.subscribe((each) => changes.push(each));
      await post(bridge.http.port, '/HvacCommandV2', {
        ZoneName: { Index: 0, Name: `step ${at % 1_000_000}` },
      });
      unsubscribe();
      assert.deepEqual(
        changes.map((each) => [each.at, each.datagrams.zone[0]!.Temp]),
        [
          [at, tempAt(at)],
          [at, tempAt(at)],
        ],
        'changes over time come first, then those of the command',
      );
    },
    'an override': async (at) => {
      await post(bridge.http.port, '/simulation/UnitFault', `"E${at % 90}"`);
      assert.equal(bridge.device.at(), at);
    },
  };
  for (const [client, see] of Object.entries(clients)) it(client, async () => see(moveOn()));
});

it('sends a cloud the state of the house at the time at which the connection opens', async () => {
  await using cloud = await startScriptedCloud();
  using folder = createDataFolder();
  const { device, close } = openSmallDevice(folder.path, createFakeClock());
  const now = monday + step;
  await using _uplink = startUplink({
    device,
    ownEndpoints: { reads: [], writes: [], readOnly: false },
    cloud: cloud.url,
    key: await openKey(folder.path),
    pace: defaultPace,
    clock: { now: () => now, after: systemClock.after },
    random: () => 0,
    log: silent,
  });
  const snapshot = await (await cloud.caller()).next();
  assert.ok(snapshot.type === 'snapshot');
  assert.equal(snapshot.at, now);
  const zone = snapshot.components.find(({ kind }) => kind === 'zone')!;
  assert.equal(zone.datagram.Temp, tempAt(now));
  close();
});
