import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { SetException, WeeklyTimes } from '@plenum/protocol/schedule';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openStore } from '../store/open-store.ts';
import { openKeptWeeks } from './kept-week.ts';
import { createWeekChanger } from './week-changer.ts';
import { createWeeklyDevice } from './weekly-device.fixture.ts';

const of = { kind: 'schedule', index: 0 } as const;
const working = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
const week: WeeklyTimes = { Enabled: 1, StartH: 15, StartM: 30, StopH: 18, StopM: 0, DaysEnabled: working };
const overnight: WeeklyTimes = { ...week, StartH: 22, StartM: 0, StopH: 6, StopM: 0 };

/** The changes of a device with one favourite, in UTC. */
const open = (
  stack: DisposableStack,
  exceptions: readonly SetException[],
  times = week,
  name = 'Morning',
) => {
  const weekly = createWeeklyDevice(times, name);
  const folder = stack.use(createDataFolder());
  const kept = openKeptWeeks(stack.use(openStore(folder.path)));
  const { device } = weekly;
  const changer = createWeekChanger({ device, exceptions: () => exceptions, kept, onChange: () => {} });
  return {
    ...weekly,
    kept,
    favourites: changer.favourites,
    /** The times of the device after a check at a time. */
    heldAt: async (time: string) => {
      weekly.setTime(time);
      assert.ok((await changer.change(of)).ok);
      return weekly.held();
    },
  };
};

const on = (date: string, start?: string, stop?: string): SetException => ({
  ...of,
  date,
  setAt: 0,
  ...(start !== undefined && { start }),
  ...(stop !== undefined && { stop }),
});
const holiday = (date: string, until: string): SetException => ({ kind: 'holiday', date, until, setAt: 0 });

const asWeek = 'on 15:30-18:00 M,Tu,W,Th,F';
const skipped = 'off 15:30-18:00 M,Tu,W,Th,F';
const asOnce = 'on 16:00-18:00 Th';
const once = on('2026-11-26', '16:00', '18:00');

test('changes a favourite from one minute before its date until one minute before the next', async () => {
  using stack = new DisposableStack();
  const { heldAt, kept, sent } = open(stack, [once]);
  assert.equal(await heldAt('2026-11-25T23:58:59.999'), asWeek);
  assert.deepEqual([sent, kept.all()], [[], []]);
  assert.equal(await heldAt('2026-11-25T23:59:00.000'), asOnce);
  assert.equal(await heldAt('2026-11-26T23:58:59.999'), asOnce);
  assert.deepEqual(sent, ['SchedSettings']);
  assert.equal(await heldAt('2026-11-26T23:59:00.000'), asWeek);
  assert.deepEqual(kept.all(), []);
});

test('lets a run end before it skips a favourite, including the minutes of start and stop', async () => {
  for (const [time, expected] of [
    ['2026-11-26T15:29:59', skipped],
    ['2026-11-26T15:30:00', asWeek],
    ['2026-11-26T18:00:59', asWeek],
    ['2026-11-26T18:01:00', skipped],
    // The favourite does not run on a Saturday.
    ['2026-11-28T16:00:00', skipped],
  ] as const) {
    using stack = new DisposableStack();
    assert.equal(await open(stack, [holiday('2026-11-26', '2026-12-07')]).heldAt(time), expected, time);
  }
});

test('lets a run that began yesterday end before it skips a favourite', async () => {
  for (const [time, state] of [
    ['2026-11-27T06:00:59', 'on'],
    ['2026-11-27T06:01:00', 'off'],
    ['2026-11-27T21:59:59', 'off'],
    ['2026-11-27T22:00:00', 'on'],
    // The run of Friday ends on Saturday, and no run begins on Saturday.
    ['2026-11-28T05:00:00', 'on'],
    ['2026-11-29T05:00:00', 'off'],
  ] as const) {
    using stack = new DisposableStack();
    const held = await open(stack, [holiday('2026-11-26', '2026-12-07')], overnight).heldAt(time);
    assert.equal(held.split(' ')[0], state, time);
  }
});

test('interrupts a run in progress a minute before the run of an exception begins', async () => {
  using stack = new DisposableStack();
  const { heldAt } = open(stack, [once]);
  assert.equal(await heldAt('2026-11-26T15:45:00'), asWeek);
  assert.equal(await heldAt('2026-11-26T15:58:59'), asWeek);
  assert.equal(await heldAt('2026-11-26T15:59:00'), asOnce);
});

test('prefers the exception of one date to a holiday, and an earlier one to a later one', async () => {
  using stack = new DisposableStack();
  const late = on('2026-11-26', '22:00', '03:00');
  const { heldAt } = open(stack, [
    holiday('2026-11-20', '2026-12-07'),
    on('2026-11-27', '09:00', '10:00'),
    late,
  ]);
  assert.equal(await heldAt('2026-11-24T12:00:00'), skipped);
  assert.equal(await heldAt('2026-11-26T12:00:00'), 'on 22:00-03:00 Th');
  assert.equal(await heldAt('2026-11-27T02:00:00'), 'on 22:00-03:00 Th');
  assert.equal(await heldAt('2026-11-27T03:02:00'), 'on 09:00-10:00 F');
  assert.equal(await heldAt('2026-11-28T12:00:00'), skipped);
  assert.equal(await heldAt('2026-12-06T23:59:00'), asWeek);
});

test('keeps nothing and sends nothing if the week already has the times of the exception', async () => {
  using stack = new DisposableStack();
  const thursday = { ...working, M: 0, Tu: 0, W: 0, F: 0 };
  const times = { ...week, StartH: 16, StartM: 0, DaysEnabled: thursday };
  const { heldAt, kept, sent } = open(stack, [once], times);
  assert.equal(await heldAt('2026-11-26T12:00:00'), asOnce);
  assert.deepEqual([kept.all(), sent], [[], []]);
});

test('restores, but disabled, a favourite that lost its name, and changes no unused one', async () => {
  using stack = new DisposableStack();
  const { heldAt, kept, rename } = open(stack, [once]);
  assert.equal(await heldAt('2026-11-26T12:00:00'), asOnce);
  rename('');
  assert.equal(await heldAt('2026-11-26T12:01:00'), skipped);
  assert.deepEqual(kept.all(), []);
  const unused = open(stack, [once], { ...week, Enabled: 0 }, '');
  assert.equal(await unused.heldAt('2026-11-26T12:00:00'), skipped);
  assert.deepEqual(unused.sent, []);
});

test('checks the favourites that have an exception or a kept week', async () => {
  using stack = new DisposableStack();
  assert.deepEqual(open(stack, []).favourites(), []);
  assert.deepEqual(open(stack, [once]).favourites(), [of]);
  assert.deepEqual(open(stack, [{ ...once, index: 1 } as SetException]).favourites(), []);
  const exceptions = [once];
  const { heldAt, favourites } = open(stack, exceptions);
  await heldAt('2026-11-26T12:00:00');
  exceptions.length = 0;
  assert.deepEqual(favourites(), [of]);
  assert.equal(await heldAt('2026-11-26T12:01:00'), asWeek);
  assert.deepEqual(favourites(), []);
});

test('restores the week that a client has set while the week was being restored', async () => {
  using stack = new DisposableStack();
  const { heldAt, kept, afterNextCommand } = open(stack, [once]);
  assert.equal(await heldAt('2026-11-26T12:00:00'), asOnce);
  afterNextCommand(() => {
    const found = kept.find(of)!;
    assert.ok(kept.put({ ...found, week: { ...found.week, StartH: 14 } }).ok);
  });
  assert.equal(await heldAt('2026-11-27T12:00:00'), 'on 14:30-18:00 M,Tu,W,Th,F');
  assert.deepEqual(kept.all(), []);
});
