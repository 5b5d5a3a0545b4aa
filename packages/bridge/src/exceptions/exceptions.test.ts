import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { findDatagram } from '@plenum/protocol/component';
import type { ExceptionsAnswer } from '@plenum/protocol/schedule';
import { readShippedHouse } from '@plenum/simulator';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { onFreePorts } from '@plenum/testbed/free-port';
import { type Bridge, startBridge } from '../bridge.ts';
import type { BridgeConfig } from '../config.ts';
import { post, send } from '../fixture/http.fixture.ts';
import { toHouseToRun } from '../house/house-to-run.ts';

const path = '/favourites/exceptions';
const ac = '/HvacCommandV2';
const noon = Date.parse('2026-11-25T12:00+11:00');

/** A bridge with the demo house, at noon of Wednesday 25 November 2026 in Sydney. */
const openHouse = (dataDir: string, more: Partial<BridgeConfig> = {}) => {
  const house = readShippedHouse('demo');
  assert.ok(house.ok);
  return startBridge({
    // Longer steps than usual: the tests let days pass.
    house: toHouseToRun({ ...house.value, step: 60 }),
    dataDir,
    ...onFreePorts,
    clock: createFakeClock(noon),
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
const next = async ({ http }: Bridge) => {
  const { steps } = JSON.parse((await send(http.port, '/explain?component=unit')).text);
  return (steps as { sentence: string }[]).map(({ sentence }) => sentence).find((one) => /^Next/.test(one));
};

/** Advances the time of the house to a local date and time. */
const passUntil = async (bridge: Bridge, instant: string) => {
  const at = Date.parse(`${instant}+11:00`);
  const seconds = (at - bridge.device.at()) / 1_000;
  assert.equal((await post(bridge.http.port, '/simulation/ClockStep', String(seconds))).text, 'OK');
  assert.equal(bridge.device.at(), at);
};
const send200 = async ({ http }: Bridge, where: string, body: unknown) =>
  assert.equal((await post(http.port, where, JSON.stringify(body))).text, 'OK');

const working = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
const afternoon = { Index: 0, StartH: 15, StartM: 30, StopH: 18, StopM: 0, DaysEnabled: working };

/** Leaves one favourite that runs by time, and switches the unit off. */
const runOnly = async (bridge: Bridge, settings: object) => {
  for (let Index = 0; Index < 9; Index++)
    if (favourite(bridge, Index).Name !== '')
      await send200(bridge, ac, { SchedEnable: { Index, Enabled: 0 } });
  await send200(bridge, ac, { SchedSettings: settings });
  await send200(bridge, ac, { SchedEnable: { Index: 0, Enabled: 1 } });
  await send200(bridge, ac, { SysOn: 0 });
};

describe('an exception of a favourite', () => {
  it('runs a favourite at other times once, and lets clients edit the week on that date', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await runOnly(bridge, afternoon);
    const today = { kind: 'schedule', index: 0, date: '2026-11-25', start: '16:00', stop: '18:00' };
    assert.match((await next(bridge))!, /Wednesday 25 November at 15:30/);
    await send200(bridge, path, today);
    assert.equal(times(bridge), 'on 15:30-18:0 M,Tu,W,Th,F');
    assert.match((await next(bridge))!, /Wednesday 25 November at 16:00/);
    await passUntil(bridge, '2026-11-25T15:59');
    assert.deepEqual([isOn(bridge), (await list(bridge))[0]!.isApplied], [false, true]);
    await send200(bridge, ac, { SchedSettings: { ...afternoon, StartM: 0 } });
    await passUntil(bridge, '2026-11-25T16:00');
    assert.equal(isOn(bridge), true);
    const events = JSON.parse(
      (await send(bridge.http.port, `/history/events?from=${noon}&to=${bridge.device.at() + 60_000}`)).text,
    ).events as { field?: string; by: object }[];
    assert.deepEqual(events.filter(({ field }) => field === 'SysOn').at(-1)?.by, {
      over: 'schedule',
      favourite: favourite(bridge).Name,
    });
    await passUntil(bridge, '2026-11-25T18:00');
    assert.equal(isOn(bridge), false);
    assert.match((await next(bridge))!, /Thursday 26 November at 15:00/);
    await passUntil(bridge, '2026-11-26T14:59');
    assert.deepEqual([isOn(bridge), times(bridge)], [false, 'on 15:0-18:0 M,Tu,W,Th,F']);
    await passUntil(bridge, '2026-11-26T15:00');
    assert.deepEqual([isOn(bridge), await list(bridge)], [true, []]);
  });

  it('skips a favourite once, even if the bridge restarts on that date', async () => {
    using folder = createDataFolder();
    {
      await using bridge = await openHouse(folder.path);
      await runOnly(bridge, afternoon);
      await send200(bridge, path, { kind: 'schedule', index: 0, date: '2026-11-25' });
      assert.match((await next(bridge))!, /Thursday 26 November at 15:30/);
    }
    await using bridge = await openHouse(folder.path, { clock: createFakeClock(noon + 60_000) });
    assert.equal((await list(bridge)).length, 1);
    await passUntil(bridge, '2026-11-25T16:00');
    assert.deepEqual([isOn(bridge), times(bridge)], [false, 'on 15:30-18:0 M,Tu,W,Th,F']);
    await passUntil(bridge, '2026-11-26T16:00');
    assert.equal(isOn(bridge), true);
  });

  it('ends an exception early, and replaces an exception with another one for the same date', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    const today = { kind: 'schedule', index: 1, date: '2026-11-25' };
    await send200(bridge, path, { ...today, start: '20:00', stop: '21:00' });
    await send200(bridge, path, { ...today, start: '19:30' });
    assert.deepEqual(
      (await list(bridge)).map((one) => 'start' in one && one.start),
      ['19:30'],
    );
    await send200(bridge, `${path}/end`, today);
    assert.deepEqual(await list(bridge), []);
    await send200(bridge, `${path}/end`, today);
  });

  it('starts no favourite before the date of return from a holiday, but still waters the garden', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await runOnly(bridge, { ...afternoon, DaysEnabled: { ...working, Sa: 1, Su: 1 } });
    await passUntil(bridge, '2026-11-25T16:00');
    const holiday = { kind: 'holiday', date: '2026-11-25', until: '2026-11-28' };
    await send200(bridge, path, holiday);
    assert.deepEqual(
      (await list(bridge)).map((one) => 'until' in one && [one.until, one.isApplied]),
      [['2026-11-28', true]],
    );
    // A run in progress stops at its time.
    await passUntil(bridge, '2026-11-25T17:59');
    assert.equal(isOn(bridge), true);
    await passUntil(bridge, '2026-11-25T18:00');
    assert.equal(isOn(bridge), false);
    assert.match((await next(bridge))!, /Saturday 28 November at 15:30/);
    const programs = bridge.device.datagrams().program;
    await passUntil(bridge, '2026-11-27T16:00');
    assert.equal(isOn(bridge), false);
    assert.deepEqual(bridge.device.datagrams().program, programs);
    await passUntil(bridge, '2026-11-28T15:30');
    assert.deepEqual([isOn(bridge), await list(bridge)], [true, []]);
  });

  it('keeps exceptions of a ducted and a split favourite with the same number and date', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await runOnly(bridge, afternoon);
    const date = '2026-11-27';
    const schedule = { kind: 'schedule', index: 0, date, start: '10:00', stop: '11:00' };
    const split = { kind: 'splitFavourite', index: 0, date, start: '12:00', stop: '13:00' };
    const listed = async () =>
      (await list(bridge)).map((one) => `${one.kind} ${'start' in one ? one.start : ''}`).toSorted();
    await send200(bridge, path, schedule);
    await send200(bridge, path, split);
    assert.deepEqual(await listed(), ['schedule 10:00', 'splitFavourite 12:00']);
    // Each replaces only its own kind.
    await send200(bridge, path, { ...schedule, start: '10:30' });
    assert.deepEqual(await listed(), ['schedule 10:30', 'splitFavourite 12:00']);
    await send200(bridge, path, { ...split, start: '12:30' });
    assert.deepEqual(await listed(), ['schedule 10:30', 'splitFavourite 12:30']);
    await send200(bridge, `${path}/end`, { kind: 'schedule', index: 0, date });
    assert.deepEqual(await listed(), ['splitFavourite 12:30']);
  });

  it('refuses an exception with a reason and changes nothing', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    await runOnly(bridge, afternoon);
    const good = { kind: 'schedule', index: 0, date: '2026-11-28', start: '23:00', stop: '02:00' };
    const holiday = { kind: 'holiday', date: '2026-12-01', until: '2026-12-08' };
    await send200(bridge, path, good);
    await send200(bridge, path, holiday);
    const kept = await list(bridge);
    for (const [body, status, reason] of [
      [{ ...good, kind: 'vrfFavourite' }, 400, /"vrfFavourite" is not one of schedule, splitFavourite/],
      [{ ...good, index: 9 }, 400, /9 is above the maximum of 8/],
      [{ ...good, date: '2026-11-31' }, 400, /that month has fewer days/],
      [{ ...good, date: 'Saturday' }, 400, /a date, such as 2026-11-28/],
      [{ ...good, start: '24:00' }, 400, /a time of day, such as 07:30/],
      [
        { kind: 'schedule', index: 0, date: '2026-11-28', stop: '02:00' },
        400,
        /it needs a start time before it/,
      ],
      [{ ...good, until: 1 }, 400, /There is no key "until"/],
      [{ ...good, kind: 'splitFavourite', index: 8 }, 409, /Favourite 8 is unused. Give it a name first/],
      [{ ...good, date: '2026-11-24' }, 409, /the favourite would already have started/],
      [{ ...good, date: '2026-11-29', start: '01:00' }, 409, /the favourite is still running then/],
      [{ ...good, date: '2026-11-26', stop: '15:30' }, 409, /the favourite starts again before it/],
      [{ kind: 'schedule', index: 0, date: '2026-11-29' }, 409, /it is not scheduled to start on 2026-11-29/],
      [{ ...holiday, until: '2026-12-01' }, 400, /it is not after the first date/],
      [{ ...holiday, until: '2026-12-32' }, 400, /a date, such as/],
      [{ kind: 'holiday', date: '2026-11-01', until: '2026-11-25' }, 409, /it is in the past/],
      [{ kind: 'holiday', date: '2026-12-07', until: '2026-12-09' }, 409, /it overlaps another holiday/],
      [{ ...holiday, index: 0 }, 400, /There is no key "index"/],
    ] as const) {
      const answer = await post(bridge.http.port, path, JSON.stringify(body));
      assert.match(answer.text, reason);
      assert.equal(answer.status, status, answer.text);
    }
    await send200(bridge, path, { kind: 'holiday', date: '2026-12-08', until: '2026-12-09' });
    assert.equal((await list(bridge)).length, kept.length + 1);
    await send200(bridge, path, { ...good, date: '2026-11-29', start: '02:00', stop: '03:00' });
  });

  it('keeps exceptions in a read-only bridge, which refuses new ones', async () => {
    using folder = createDataFolder();
    const exception = { kind: 'schedule', index: 1, date: '2026-11-26', start: '20:00' };
    {
      await using bridge = await openHouse(folder.path);
      await send200(bridge, path, exception);
    }
    await using bridge = await openHouse(folder.path, { readOnly: true });
    assert.equal((await list(bridge)).length, 1);
    assert.match((await post(bridge.http.port, path, JSON.stringify(exception))).text, /read-only/);
  });

  it('records in the log that an exception or a holiday was set or removed, and by whom', async () => {
    using folder = createDataFolder();
    await using bridge = await openHouse(folder.path);
    const skip = { kind: 'schedule', index: 0, date: '2026-11-27' };
    const holiday = { kind: 'holiday', date: '2026-12-24' };
    const until = '2027-01-04';
    const page = { Origin: `http://127.0.0.1:${bridge.http.port}` };
    await post(bridge.http.port, path, JSON.stringify({ ...skip, start: '08:30' }), page);
    await send200(bridge, path, { ...holiday, until });
    await send200(bridge, `${path}/end`, skip);
    await send200(bridge, `${path}/end`, skip);
    await send200(bridge, `${path}/end`, holiday);
    const { text } = await send(bridge.http.port, '/history/events?what=exception&from=0');
    const common = { what: 'exception', at: bridge.device.at(), kind: 'schedule', index: 0 };
    const exception = { date: skip.date, isHoliday: false, start: '08:30' };
    const away = { date: holiday.date, isHoliday: true, until };
    assert.deepEqual(JSON.parse(text).events, [
      { ...common, ...exception, isRemoved: false, by: { over: 'local', app: 'page' } },
      { ...common, ...away, isRemoved: false, by: { over: 'local' } },
      { ...common, ...exception, isRemoved: true, by: { over: 'local' } },
      { ...common, ...away, isRemoved: true, by: { over: 'local' } },
    ]);
  });
});
