import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import type { EventOrigin, HistoryEvent } from '@plenum/protocol/extension';
import { groupEvents } from '../../reading/house/event-marks.ts';
import '../../text/english.fixture.ts';
import { describeGroup, eventText, groupText, originText } from './event-words.ts';

const datagrams = {
  ...nothingInstalled,
  zone: [{ Index: 0, Name: 'Lounge' }],
  schedule: [{ Index: 0, Name: 'Wake up' }],
  program: [{ Index: 1, Name: 'Lawns' }],
  station: [{ Index: 2, Name: 'Roses' }],
  lamp: [
    { Index: 0, Name: 'Reading lamp', Type: 'CLMP' },
    { Index: 4, Name: 'Garage door', Type: 'CGDO' },
  ],
} as unknown as Datagrams;

const say = (
  kind: string,
  index: number,
  command: string,
  body: unknown,
  by: EventOrigin = { over: 'local' },
) => {
  const event = { what: 'command', at: 0, kind, index, command, body, by } as HistoryEvent;
  const [group] = groupEvents([event]);
  return [groupText(group!, { datagrams, scale: 'C' }), originText(group!)];
};
const times = (StartH: number, StartM: number) => ({ Index: 0, StartH, StartM, StopH: 31, StopM: 63 });

test('the log reports that a favourite started, and that it no longer has a start time', () => {
  const page = { over: 'local', app: 'page' } as const;
  const starts = say('schedule', 0, 'SchedSettings', times(6, 45), page);
  assert.match(starts[0]!, /^Wake up now starts at 0?6:45/);
  assert.equal(starts[1], 'on the local network, as the dashboard');
  assert.equal(say('schedule', 0, 'SchedSettings', times(31, 63))[0], 'Wake up no longer has a start time');
});

test('describes a setting in the log in a sentence, with the unit’s name of other pages', () => {
  const page = { over: 'local', app: 'page' } as const;
  const line = (kind: string, command: string, body: unknown) => say(kind, 0, command, body, page).join(' ');
  assert.equal(
    line('zone', 'ZoneSetpoint', { Index: 0, Setpoint: 2150 }),
    'Lounge: set to 21.5 °C on the local network, as the dashboard',
  );
  assert.equal(
    line('unit', 'SysOn', 1),
    'Air conditioner: switched on on the local network, as the dashboard',
  );
  assert.equal(
    line('unit', 'SysMode', 1),
    'Air conditioner: set to cool on the local network, as the dashboard',
  );
});

test('describes holidays and exceptions of favourites in the log, set and removed', () => {
  const by = { over: 'local' } as const;
  const line = (more: object) =>
    eventText(
      {
        what: 'exception',
        at: 0,
        kind: 'schedule',
        index: 0,
        isHoliday: false,
        isRemoved: false,
        by,
        ...more,
      } as HistoryEvent,
      { datagrams, scale: 'C' },
    );
  const date = '2026-12-26';
  assert.match(
    line({ isHoliday: true, date, until: '2027-01-05' }),
    /^Holiday from Sat.* 26 Dec, back on Tue.* 5 Jan$/,
  );
  assert.match(line({ isHoliday: true, isRemoved: true, date }), /^Holiday from Sat.* 26 Dec removed$/);
  assert.match(line({ date }), /^Wake up is skipped on Sat.* 26 Dec$/);
  assert.match(line({ date, start: '08:30' }), /^Wake up starts at 08:30 on Sat.* 26 Dec$/);
  assert.match(
    line({ date, start: '08:30', stop: '11:00' }),
    /^Wake up runs from 08:30 to 11:00 on Sat.* 26 Dec$/,
  );
  assert.match(line({ date, isRemoved: true }), /^Wake up runs as usual again on Sat.* 26 Dec$/);
});

test('the log names three events of a group, counts the others and describes each of them', () => {
  const by = { over: 'local', app: 'page' } as const;
  const events = [21, 22, 23, 24, 25].map((degrees) => ({
    what: 'command',
    at: 0,
    kind: 'zone',
    index: 0,
    command: 'ZoneSetpoint',
    by,
    body: { Index: 0, Setpoint: degrees * 100 },
  })) as HistoryEvent[];
  const group = { ...groupEvents(events.slice(0, 1))[0]!, events };
  const { listed, more } = describeGroup(group, { datagrams, scale: 'C' });
  assert.equal(listed, 'Lounge: set to 21 °C; Lounge: set to 22 °C; Lounge: set to 23 °C');
  assert.deepEqual(more, {
    title: 'and 2 more',
    events: ['Lounge: set to 24 °C', 'Lounge: set to 25 °C'],
  });
});

test('the log reports which other device on the local network sent a command', () => {
  assert.equal(
    say('program', 1, 'RetRunProgram', { No: 1, Run: 1 }, { over: 'local', app: 'MQTT' })[1],
    'MQTT',
  );
  assert.equal(say('program', 1, 'RetRunProgram', { No: 1, Run: 1 })[1], 'on the local network');
});

test('the log describes garden events in sentences without names of commands', () => {
  assert.equal(say('program', 1, 'RetRunProgram', { No: 1, Run: 1 })[0], 'Lawns started');
  assert.equal(say('program', 1, 'RetRunProgram', { No: 1, Run: 0 })[0], 'Lawns stopped');
  assert.equal(say('station', 2, 'RetStnMode', { No: 2, Mode: 1 })[0], 'Roses watered manually');
  assert.doesNotMatch(say('station', 2, 'RetStSoak', undefined)[0]!, /Ret|command/);
});

test('the log reports that a garage door closed, and that a lamp was switched off', () => {
  assert.equal(say('lamp', 4, 'LiOn', { No: 4, On: 0 })[0], 'Garage door closed');
  assert.equal(say('lamp', 0, 'LiOn', { No: 0, On: 0 })[0], 'Reading lamp switched off');
});
