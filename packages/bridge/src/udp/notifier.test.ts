import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { type Dialect, izone } from '@plenum/protocol/dialect';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openUdpListener } from '../fixture/udp.fixture.ts';

const start = async ({ dialect }: { dialect?: Dialect } = {}) => {
  const clock = createFakeClock();
  const ear = await openUdpListener();
  const bridge = await startSmallBridge({ clock, notifyPort: ear.port, dialect });
  return {
    clock,
    device: bridge.device,
    simulation: bridge.simulation,
    hear: async () => (await ear.receive()).text,
    [Symbol.asyncDispose]: async () => {
      await bridge[Symbol.asyncDispose]();
      ear[Symbol.dispose]();
    },
  };
};

describe('notifications (wire facts 5)', () => {
  it('say what changed, in plain ASCII without a terminator', async () => {
    await using bridge = await start();
    await bridge.device.command({ name: 'SysOn', body: 1 });
    bridge.clock.advance(100);
    assert.equal(await bridge.hear(), 'HvacChanged_System');
  });

  it('are sent once for a burst of changes', async () => {
    await using bridge = await start();
    for (const On of [1, 0, 1] as const) await bridge.device.command({ name: 'SysOn', body: On });
    for (const Index of [0, 1, 2])
      await bridge.device.command({ name: 'ZoneName', body: { Index, Name: 'new' } });
    bridge.clock.advance(100);
    await bridge.device.command({ name: 'SchedName', body: { Index: 0, Name: 'new' } });
    bridge.clock.advance(100);
    const heard = [await bridge.hear(), await bridge.hear(), await bridge.hear()];
    assert.deepEqual(heard, ['HvacChanged_System', 'HvacChanged_Zones', 'HvacChanged_Schedules']);
  });

  it('are not sent for a command that changed nothing, nor for other subsystems', async () => {
    await using bridge = await start();
    await bridge.device.command({ name: 'SysOn', body: 0 });
    await bridge.device.command({ name: 'RetEnable', body: 1 });
    bridge.clock.advance(100);
    await bridge.device.command({ name: 'SchedName', body: { Index: 0, Name: 'new' } });
    bridge.clock.advance(100);
    assert.equal(await bridge.hear(), 'HvacChanged_Schedules');
  });

  it('follow what changes by itself', async () => {
    await using bridge = await start();
    bridge.clock.advance(10_100);
    assert.equal(await bridge.hear(), 'HvacChanged_Zones');
  });

  it('are all sent every 120 s', async () => {
    await using bridge = await start();
    await bridge.simulation?.applyOverride({ name: 'ClockPause', body: 1 });
    bridge.clock.advance(119_999);
    bridge.clock.advance(1);
    const heard = [await bridge.hear(), await bridge.hear(), await bridge.hear()];
    assert.deepEqual(heard, ['HvacChanged_System', 'HvacChanged_Zones', 'HvacChanged_Schedules']);
    bridge.clock.advance(120_000);
    assert.equal(await bridge.hear(), 'HvacChanged_System');
  });

  it('speak the dialect', async () => {
    await using bridge = await start({ dialect: izone });
    await bridge.device.command({ name: 'SysOn', body: 1 });
    bridge.clock.advance(100);
    assert.equal(await bridge.hear(), 'iZoneChanged_System');
  });

  it('reach every listener of this machine unless told where to go', {
    skip: process.platform !== 'linux',
  }, async () => {
    using ear = await openUdpListener('0.0.0.0');
    const clock = createFakeClock();
    await using bridge = await startSmallBridge({ clock, notifyAddress: undefined, notifyPort: ear.port });
    await bridge.device.command({ name: 'SysOn', body: 1 });
    clock.advance(100);
    const { text, from } = await ear.receive();
    assert.equal(text, 'HvacChanged_System');
    assert.equal(from.address, '127.0.0.1');
  });
});
