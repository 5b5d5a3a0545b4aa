import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { silent } from '@plenum/platform/quiet-log';
import { type Dialect, izone, neutral } from '@plenum/protocol/dialect';
import { onFreePorts } from '@plenum/testbed/free-port';
import { until } from '@plenum/testbed/until';
import type { Device, DeviceHealth } from '../device/device.ts';
import { createCounts } from '../diagnostics/counts.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openUdpListener } from '../fixture/udp.fixture.ts';
import { createQuirks } from '../quirks/bridge-quirks.ts';
import { startNotifier } from './notifier.ts';

const start = async (settings: { dialect?: Dialect; notifyLights?: boolean } = {}) => {
  const clock = createFakeClock();
  const listener = await openUdpListener();
  const bridge = await startSmallBridge({ clock, notifyPort: listener.port, ...settings });
  return {
    clock,
    device: bridge.device,
    simulation: bridge.simulation,
    receive: async () => (await listener.receive()).text,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      listener[Symbol.dispose]();
    },
  };
};

describe('change notices (wire facts 5)', () => {
  it('sends the kind of change in plain ASCII without a terminator', async () => {
    await using bridge = await start();
    await bridge.device.command({ name: 'SysOn', body: 1 });
    bridge.clock.advance(100);
    assert.equal(await bridge.receive(), 'HvacChanged_System');
  });

  it('sends one change notice of each kind for a burst of changes', async () => {
    await using bridge = await start();
    for (const On of [1, 0, 1] as const) await bridge.device.command({ name: 'SysOn', body: On });
    for (const Index of [0, 1, 2])
      await bridge.device.command({ name: 'ZoneName', body: { Index, Name: 'new' } });
    bridge.clock.advance(100);
    await bridge.device.command({ name: 'SchedName', body: { Index: 0, Name: 'new' } });
    bridge.clock.advance(100);
    const received = [await bridge.receive(), await bridge.receive(), await bridge.receive()];
    assert.deepEqual(received, ['HvacChanged_System', 'HvacChanged_Zones', 'HvacChanged_Schedules']);
  });

  it('sends no change notice for a command without effect, nor for other subsystems', async () => {
    await using bridge = await start();
    await bridge.device.command({ name: 'SysOn', body: 0 });
    await bridge.device.command({ name: 'RetEnable', body: 1 });
    bridge.clock.advance(100);
    await bridge.device.command({ name: 'SchedName', body: { Index: 0, Name: 'new' } });
    bridge.clock.advance(100);
    assert.equal(await bridge.receive(), 'HvacChanged_Schedules');
  });

  it('sends no change notice while the real bridge behind ours is silent', async () => {
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock, timeScale: 0 });
    using listener = await openUdpListener();
    using outgoing = await openUdpListener();
    let state: DeviceHealth['state'] = 'silent';
    const device: Device = {
      ...bridge.device,
      health: () => ({ state, since: 0, answeredAt: 0, readAt: 0, isTooOld: false }),
    };
    using _notifier = startNotifier({
      socket: outgoing.socket,
      device,
      quirks: createQuirks({ clock, random: () => 0 }),
      dialect: neutral,
      clock,
      address: '127.0.0.1',
      port: listener.port,
      datagrams: createCounts(),
      lights: false,
      log: silent,
    });
    clock.advance(120_000);
    state = 'answering';
    await device.command({ name: 'SchedName', body: { Index: 0, Name: 'new' } });
    clock.advance(100);
    assert.equal((await listener.receive()).text, 'HvacChanged_Schedules');
  });

  it('sends change notices for changes without a command', async () => {
    await using bridge = await start();
    bridge.clock.advance(10_100);
    assert.equal(await bridge.receive(), 'HvacChanged_Zones');
  });

  it('sends all change notices every 120 s', async () => {
    await using bridge = await start();
    await bridge.simulation?.applyOverride({ name: 'ClockPause', body: 1 });
    bridge.clock.advance(119_999);
    bridge.clock.advance(1);
    const received = [];
    for (let n = 0; n < 4; n++) received.push(await bridge.receive());
    assert.deepEqual(received, [
      'HvacChanged_System',
      'HvacChanged_Zones',
      'HvacChanged_Schedules',
      'HvacChanged_Lights',
    ]);
    bridge.clock.advance(120_000);
    assert.equal(await bridge.receive(), 'HvacChanged_System');
  });

  it('sends change notices for lamps if lighting is installed', async () => {
    await using bridge = await start();
    await bridge.device.command({ name: 'LiOn', body: { No: 0, On: 1 } });
    bridge.clock.advance(100);
    assert.equal(await bridge.receive(), 'HvacChanged_Lights');
  });

  it("sends change notices for lamps in a manufacturer's dialect only on request", async () => {
    for (const [notifyLights, expected] of [
      [undefined, ['iZoneChanged_System']],
      [true, ['iZoneChanged_System', 'iZoneChanged_Lights']],
    ] as const) {
      await using bridge = await start({ dialect: izone, ...(notifyLights && { notifyLights }) });
      await bridge.device.command({ name: 'LiOn', body: { No: 0, On: 1 } });
      await bridge.device.command({ name: 'SysOn', body: 1 });
      bridge.clock.advance(100);
      await bridge.device.command({ name: 'SchedName', body: { Index: 0, Name: 'new' } });
      bridge.clock.advance(100);
      for (const text of [...expected, 'iZoneChanged_Schedules']) assert.equal(await bridge.receive(), text);
    }
  });

  it("sends change notices in the words of the bridge's dialect", async () => {
    await using bridge = await start({ dialect: izone });
    await bridge.device.command({ name: 'SysOn', body: 1 });
    bridge.clock.advance(100);
    assert.equal(await bridge.receive(), 'iZoneChanged_System');
  });

  it('sends change notices to every listener on this machine by default', {
    skip: process.platform !== 'linux',
  }, async () => {
    using listener = await openUdpListener('0.0.0.0');
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({
      clock,
      notifyAddress: undefined,
      notifyPort: listener.port,
    });
    await bridge.device.command({ name: 'SysOn', body: 1 });
    clock.advance(100);
    const { text, from } = await listener.receive();
    assert.equal(text, 'HvacChanged_System');
    assert.equal(from.address, '127.0.0.1');
  });

  it('logs one warning if change notices cannot be sent', async () => {
    const clock = createFakeClock();
    const lines: unknown[] = [];
    const failed = Promise.withResolvers<void>();
    const warn = (facts: object, sentence: string) => {
      lines.push([facts, sentence]);
      failed.resolve();
    };
    // A socket that is bound to loopback cannot send to another network.
    const [httpHost, notifyAddress] = ['127.0.0.1', '192.0.2.1'];
    await using bridge = await startSmallBridge({
      clock,
      httpHost,
      notifyAddress,
      log: { ...silent, warn },
    });
    for (const On of [1, 0, 1] as const) {
      await bridge.device.command({ name: 'SysOn', body: On });
      clock.advance(100);
      await failed.promise;
    }
    await until('all were tried', async () => {
      const text = await (await fetch(`http://127.0.0.1:${bridge.http.port}/metrics`)).text();
      return /plenum_udp_datagrams_total\{[^}]*notification[^}]*failed[^}]*\} 3\n/.test(text);
    });
    const why = /send E\w+ 192\.0\.2\.1:9/;
    assert.equal(lines.length, 1);
    const [[facts, sentence]] = lines as [[{ address: string; port: number; why: string }, string]];
    assert.equal(sentence, 'change notices cannot be sent');
    assert.deepEqual([facts.address, facts.port], [notifyAddress, onFreePorts.notifyPort]);
    assert.match(facts.why, why);
  });
});
