import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { WeeklyTimes } from '@plenum/protocol/schedule';
import {
  changeOf,
  commandsTo,
  datedKinds,
  duringOf,
  hasSameTimes,
  timesOf,
  withTimes,
} from './weekly-times.ts';

const working = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
const week: WeeklyTimes = { Enabled: 1, StartH: 6, StartM: 0, StopH: 8, StopM: 0, DaysEnabled: working };

test('sets all times of a favourite with each family’s commands and reads them back', () => {
  for (const kind of datedKinds) {
    const once = { kind, index: 2, date: '2026-11-28', start: '09:15', setAt: 0 } as const;
    const during = duringOf(once, week);
    const wanted: WeeklyTimes = { ...during, Enabled: 0 };
    const commands = commandsTo(once, wanted, week);
    assert.equal(commands.length, 2, kind);
    const changes = commands.map((command) => changeOf(command)!);
    assert.deepEqual(
      changes.map(({ of }) => of),
      [
        { kind, index: 2 },
        { kind, index: 2 },
      ],
    );
    assert.deepEqual(Object.assign({}, week, ...changes.map(({ times }) => times)), wanted);
    assert.deepEqual(commandsTo(once, week, week), []);
  }
  assert.equal(changeOf({ name: 'SchedName', body: { Index: 2, Name: 'Noon' } }), undefined);
});

test('switches a favourite off, or gives it other times that day, while an exception applies', () => {
  const which = { kind: 'schedule', index: 0, date: '2026-11-28', setAt: 0 } as const;
  assert.deepEqual(duringOf(which, week), { ...week, Enabled: 0 });
  assert.deepEqual(duringOf({ kind: 'holiday', date: '2026-11-28', until: '2026-12-01', setAt: 0 }, week), {
    ...week,
    Enabled: 0,
  });
  const saturday = { M: 0, Tu: 0, W: 0, Th: 0, F: 0, Sa: 1, Su: 0 };
  assert.deepEqual(duringOf({ ...which, start: '09:15', stop: '00:05' }, { ...week, Enabled: 0 }), {
    Enabled: 1,
    StartH: 9,
    StartM: 15,
    StopH: 0,
    StopM: 5,
    DaysEnabled: saturday,
  });
  const endless = { ...week, StopH: 31, StopM: 63 };
  assert.ok(hasSameTimes(endless, { ...endless, StopH: 24, StopM: 0 }));
  assert.ok(!hasSameTimes(endless, week));
});

test('reads times from a datagram and writes them in the form that the device uses', () => {
  const DaysEnabled = Object.fromEntries(Object.entries(working).map(([day, on]) => [day, on === 1]));
  const datagram = { Name: 'Night', ...week, Enabled: true, DaysEnabled };
  assert.deepEqual(timesOf(datagram), week);
  const off = withTimes(datagram, { ...week, Enabled: 0, DaysEnabled: { ...working, Su: 1 } });
  assert.deepEqual(off, { ...datagram, Enabled: false, DaysEnabled: { ...DaysEnabled, Su: true } });
  const { DaysEnabled: _, ...incomplete } = datagram;
  assert.equal(timesOf(incomplete), undefined);
  assert.equal(timesOf(undefined), undefined);
});
