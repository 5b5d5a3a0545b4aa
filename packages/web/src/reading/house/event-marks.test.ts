import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { HistoryEvent } from '@plenum/protocol/extension';
import { groupEvents, groupsIn } from './event-marks.ts';

const minute = 60_000;
const local = { over: 'local' } as const;
const setpoint = (at: number, index: number, Setpoint: number, by: object = local) =>
  ({
    what: 'command',
    at,
    kind: 'zone',
    index,
    command: 'ZoneSetpoint',
    body: { Setpoint },
    by,
  }) as HistoryEvent;
const fault = (at: number, isOver: boolean): HistoryEvent => ({
  what: 'fault',
  at,
  kind: 'zone',
  index: 0,
  fault: 'damper',
  isOver,
});
const bodies = (events: readonly HistoryEvent[]) =>
  events.map((event) => (event.what === 'command' ? event.body : event.what));

test('groups events of the same minute, kind and cause', () => {
  const favourite = { over: 'schedule', favourite: 'Morning' } as const;
  const change = (at: number, index: number): HistoryEvent => ({
    what: 'change',
    at,
    kind: 'zone',
    index,
    field: 'Mode',
    before: 1,
    value: 3,
    by: favourite,
  });
  const groups = groupEvents([change(0, 0), change(0, 1), setpoint(10, 0, 2200), change(minute, 2)]);
  assert.deepEqual(
    groups.map(({ at, what, events }) => [at, what, events.length]),
    [
      [0, 'change', 2],
      [10, 'command', 1],
      [minute, 'change', 1],
    ],
  );
});

test('keeps only the last value if a stepper was pressed several times, for each room and person', () => {
  const other = { over: 'cloud', account: 'kim' };
  const groups = groupEvents([
    setpoint(1, 0, 2200),
    setpoint(2, 0, 2250),
    setpoint(3, 1, 2300),
    setpoint(4, 0, 2350),
    setpoint(5, 0, 2000, other),
    setpoint(minute, 0, 2100),
  ]);
  assert.deepEqual(
    groups.map(({ events }) => bodies(events)),
    [[{ Setpoint: 2300 }, { Setpoint: 2350 }], [{ Setpoint: 2000 }], [{ Setpoint: 2100 }]],
  );
});

test('puts the start and the end of a fault in separate groups', () => {
  assert.deepEqual(
    groupEvents([fault(0, false), fault(1, true)]).map(({ isOver }) => isOver),
    [false, true],
  );
});

test('assigns a group to the chart step that contains its start', () => {
  const groups = groupEvents([
    setpoint(0, 0, 2000),
    setpoint(minute, 0, 2100),
    setpoint(2 * minute, 0, 2200),
  ]);
  assert.deepEqual(
    groupsIn(groups, minute, minute).map(({ at }) => at),
    [minute],
  );
});
