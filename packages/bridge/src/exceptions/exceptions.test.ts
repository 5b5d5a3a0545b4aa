import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShippedHouse } from '@plenum/installation';
import { systemClock } from '@plenum/machine';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { findDatagram } from '@plenum/protocol/component';
import type { ExceptionsAnswer } from '@plenum/protocol/schedule';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { type Bridge, startBridge } from '../bridge.ts';
import type { BridgeConfig } from '../config.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';

const path = '/favourites/exceptions';
const ac = '/HvacCommandV2';
const hour = 3_600_000;

/** A bridge with the demo house, at noon of Wednesday 25 November 2026 in Sydney. */
const openHouse = (dataDir: string, more: Partial<BridgeConfig> = {}) => {
  const house = readShippedHouse('demo');
  assert.ok(house.ok);
  return startBridge({
    house: toHouseToRun(house.value),
    dataDir,
    httpPort: 0,
    udpPort: 0,
    notifyAddress: '127.0.0.1',
    notifyPort: 9,
    clock: createFakeClock(Date.parse('2026-11-25T12:00+11:00')),
    ...more,
  });
};

const list = async ({ http }: Bridge) =>
  (JSON.parse((await send(http.port, path)).text) as ExceptionsAnswer).exceptions;
const favourite = ({ device }: Bridge, index = 0) => findDatagram(device.datagrams(), 'schedule', index)!;
const times = (bridge: Bridge, index?: number) => {
  const { Enabled, StartH, StartM, StopH, StopM, DaysEnabled } = favourite(bridge, index);
  const days = Object.entries(DaysEnabled)
    .filter(([, on]) => on === 1)
    .map(([day]) => day);
  return `${Enabled ? 'on' : 'off'} ${StartH}:${StartM}-${StopH}:${StopM} ${days}`;
};
const isOn = ({ device }: Bridge) => device.datagrams().unit[0]!.SysOn === 1;
const at = ({ device }: Bridge) =>
  new Intl.DateTimeFormat('sv', {
    timeZone: 'Australia/Sydney',
    dateStyle: 'short',
    timeStyle: 'short',
  }).format(device.at());

/** Lets the time of the house pass until an instant of its own clocks, at once. */
const passUntil = async (bridge: Bridge, instant: string) => {
  const seconds = (Date.parse(`${instant}+11:00`) - bridge.device.at()) / 1_000;
  assert.equal((await post(bridge.http.port, '/simulation/ClockStep', String(seconds))).text, 'OK');
  assert.equal(at(bridge), instant.replace('T', ' '));
};
const send200 = async ({ http }: Bridge, where: string, body: unknown) =>
  assert.equal((await post(http.port, where, JSON.stringify(body))).text, 'OK');

describe('an exception of a favourite', () => {
  it('skips it once, lets it run once at other times, and survives a restart while it applies', async () => {
    using folder = createDataFolder();
    const weekdays = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
    const week = 'on 6:0-8:0 M,Tu,W,Th,F';
    {
      await using bridge = await openHouse(folder.path);
      const settings = { Index: 0, StartH: 6, StartM: 0, StopH: 8, StopM: 0, DaysEnabled: weekdays };
      // No other favourite runs by time.
      for (let Index = 0; Index < 9; Index++)
        if (favourite(bridge, Index).Name !== '')
          await send200(bridge, ac, { SchedEnable: { Index, Enabled: 0 } });
      await send200(bridge, ac, { SchedSettings: settings });
      await send200(bridge, ac, { SchedEnable: { Index: 0, Enabled: 1 } });
      await send200(bridge, ac, { SysOn: 0 });
      await send200(bridge, path, { kind: 'schedule', index: 0, date: '2026-11-26' });
      await send200(bridge, path, {
        kind: 'schedule',
        index: 0,
        date: '2026-11-28',
        start: '09:00',
        stop: '11:00',
      });
      assert.deepEqual(
        (await list(bridge)).map(({ date, start, isApplied }) => [date, start, isApplied]),
        [
          ['2026-11-26', undefined, false],
          ['2026-11-28', '09:00', false],
        ],
      );
      await passUntil(bridge, '2026-11-26T07:00');
      assert.deepEqual([isOn(bridge), times(bridge)], [false, 'off 6:0-8:0 M,Tu,W,Th,F']);
      await passUntil(bridge, '2026-11-27T07:00');
      assert.deepEqual([isOn(bridge), times(bridge)], [true, week]);
      await passUntil(bridge, '2026-11-28T08:59');
      assert.deepEqual([isOn(bridge), times(bridge)], [false, 'on 9:0-11:0 Sa']);
      assert.equal((await list(bridge))[0]!.isApplied, true);
    }
    {
      // The house is 2 days 20:59 ahead of the machine, which was stopped for half an hour.
      const clock = createFakeClock(Date.parse('2026-11-25T12:30+11:00'));
      await using bridge = await openHouse(folder.path, { clock });
      assert.deepEqual([isOn(bridge), times(bridge)], [true, 'on 9:0-11:0 Sa']);
      await passUntil(bridge, '2026-11-28T11:00');
      assert.equal(isOn(bridge), false);
      await passUntil(bridge, '2026-11-30T05:59');
      assert.deepEqual([isOn(bridge), times(bridge), await list(bridge)], [false, week, []]);
      await passUntil(bridge, '2026-11-30T06:00');
      assert.equal(isOn(bridge), true);
    }
  });

  it('ends early and restores at once; what somebody set meanwhile stays', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    const before = times(bridge, 1);
    const today = { kind: 'schedule', index: 1, date: '2026-11-25' };
    await send200(bridge, path, { ...today, start: '20:00', stop: '21:00' });
    assert.equal(times(bridge, 1), 'on 20:0-21:0 W');
    // Another for the same date takes its place.
    await send200(bridge, path, { ...today, start: '19:30' });
    assert.equal(times(bridge, 1), 'on 19:30-31:63 W');
    await send200(bridge, `${path}/end`, today);
    assert.deepEqual([times(bridge, 1), await list(bridge)], [before, []]);
    await send200(bridge, `${path}/end`, today);

    await send200(bridge, path, { ...today, start: '20:00', stop: '21:00' });
    const DaysEnabled = { M: 1, Tu: 0, W: 0, Th: 0, F: 0, Sa: 0, Su: 0 };
    await send200(bridge, ac, {
      SchedSettings: { Index: 1, StartH: 5, StartM: 0, StopH: 6, StopM: 0, DaysEnabled },
    });
    await passUntil(bridge, '2026-11-25T22:00');
    assert.deepEqual([times(bridge, 1), await list(bridge)], ['on 5:0-6:0 M', []]);
  });

  it('is refused with a reason, and then nothing changes', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    const good = { kind: 'schedule', index: 1, date: '2026-11-28', start: '23:00', stop: '02:00' };
    await send200(bridge, path, good);
    const kept = await list(bridge);
    for (const [body, status, reason] of [
      [{ ...good, kind: 'vrfFavourite' }, 400, /"vrfFavourite" is not one of schedule, splitFavourite/],
      [{ ...good, index: 9 }, 400, /9 is above the highest, 8/],
      [{ ...good, date: '2026-11-31' }, 400, /its month is shorter/],
      [{ ...good, date: 'Saturday' }, 400, /a date, such as 2026-11-28/],
      [{ ...good, start: '24:00' }, 400, /a time of day, such as 07:30/],
      [{ kind: 'schedule', index: 1, date: '2026-11-28', stop: '02:00' }, 400, /it needs a start before it/],
      [{ ...good, until: 1 }, 400, /There is no key "until"/],
      [{ ...good, kind: 'splitFavourite', index: 8 }, 409, /Favourite 8 is unused; give it a name first/],
      [{ ...good, date: '2026-11-24' }, 409, /the favourite would have started already/],
      [
        { ...good, date: '2026-11-29', start: '01:00' },
        409,
        /another exception of the favourite lasts into it/,
      ],
    ] as const) {
      const answer = await post(bridge.http.port, path, JSON.stringify(body));
      assert.match(answer.text, reason);
      assert.equal(answer.status, status, answer.text);
    }
    assert.deepEqual(await list(bridge), kept);
  });

  it('changes and restores a favourite of a real bridge behind, by the clock and zone of this machine', async () => {
    using realFolder = createDataFolder();
    using folder = createDataFolder();
    await using real = await openHouse(realFolder.path, { clock: systemClock });
    const noon = new Date(2026, 10, 25, 12).getTime() - Date.now();
    await using front = await startBridge({
      attach: { host: '127.0.0.1', port: real.http.port, notifyPort: 0 },
      dataDir: folder.path,
      httpPort: 0,
      udpPort: 0,
      notifyAddress: '127.0.0.1',
      notifyPort: 9,
      clock: { ...systemClock, now: () => Date.now() + noon },
    });
    const before = times(real, 1);
    const today = { kind: 'schedule', index: 1, date: '2026-11-25' };
    await send200(front, path, { ...today, start: '20:00', stop: '21:00' });
    assert.equal(times(real, 1), 'on 20:0-21:0 W');
    assert.equal((await list(front))[0]!.isApplied, true);
    await send200(front, `${path}/end`, today);
    assert.deepEqual([times(real, 1), await list(front)], [before, []]);
  });

  it('is kept by a read-only bridge, which changes nothing', async () => {
    using folder = createDataFolder();
    const exception = { kind: 'schedule', index: 1, date: '2026-11-25', start: '20:00' };
    let before: string;
    {
      await using bridge = await openHouse(folder.path);
      before = times(bridge, 1);
      await send200(bridge, path, { ...exception, date: '2026-11-26' });
    }
    const clock = createFakeClock(Date.parse('2026-11-25T12:00+11:00') + 20 * hour);
    await using bridge = await openHouse(folder.path, { clock, readOnly: true });
    assert.equal((await list(bridge)).length, 1);
    assert.equal(times(bridge, 1), before);
    assert.match((await post(bridge.http.port, path, JSON.stringify(exception))).text, /read-only/);
  });
});
