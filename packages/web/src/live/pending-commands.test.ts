import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnyCommand, effectOf } from '@plenum/protocol/command';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { mergeComponents, parseEvent, toDatagrams } from './components.ts';
import { applyPending, markAcknowledged, markObserved, type PendingCommand } from './pending-commands.ts';

const zone = (Index: number, more = {}) => ({
  kind: 'zone',
  index: Index,
  datagram: { Index, Setpoint: 2200, ...more },
});
const pending = (command: AnyCommand, isAcknowledged = false): PendingCommand => ({
  id: 1,
  key: command.name,
  effect: effectOf(command)!,
  isAcknowledged,
  isObserved: false,
});
const warmer = { name: 'ZoneSetpoint', body: { Index: 3, Setpoint: 2350 } } as const;
const setpoints = ({ zone }: Datagrams) => zone.map(({ Index, Setpoint }) => [Index, Setpoint]);

test('stores components in the order of their index and replaces older ones', () => {
  const house = toDatagrams([zone(3), zone(0), { kind: 'split', index: 7, datagram: { Index: 7 } }]);
  assert.deepEqual(setpoints(house), [
    [0, 2200],
    [3, 2200],
  ]);
  const after = mergeComponents(house, [zone(3, { Setpoint: 2400 }), zone(1)]);
  assert.deepEqual(setpoints(after), [
    [0, 2200],
    [1, 2200],
    [3, 2400],
  ]);
  assert.equal(after.split, house.split);
  assert.equal(after.zone[0], house.zone[0]);
});

test('ignores a component of an unknown kind', () => {
  assert.deepEqual(
    mergeComponents(nothingInstalled, [{ kind: 'robot', index: 0, datagram: {} }]),
    nothingInstalled,
  );
  assert.deepEqual(
    mergeComponents(nothingInstalled, [{ kind: '__proto__', index: 0, datagram: {} }]),
    nothingInstalled,
  );
});

test("converts the keys of an event from a manufacturer's dialect to neutral ones", () => {
  const event = { at: 1, components: [{ kind: 'unit', index: 0, datagram: { iZoneOnOff: 1, SysOn: 1 } }] };
  assert.deepEqual(parseEvent(JSON.stringify(event)).components[0]!.datagram, { HvacOnOff: 1, SysOn: 1 });
});

test('shows a pending command immediately without changing the confirmed state', () => {
  const house = toDatagrams([zone(0), zone(3)]);
  assert.deepEqual(setpoints(applyPending(house, [pending(warmer)])), [
    [0, 2200],
    [3, 2350],
  ]);
  assert.deepEqual(setpoints(house), [
    [0, 2200],
    [3, 2200],
  ]);
  assert.equal(applyPending(house, []), house);
  assert.equal(applyPending(nothingInstalled, [pending(warmer)]).zone.length, 0);
});

test('applies pending booleans as booleans, and keeps the other entries of a list', () => {
  const garden = toDatagrams([
    { kind: 'irrigation', index: 0, datagram: { Enable: true } },
    { kind: 'program', index: 2, datagram: { Index: 2, RunTimes: [{ t: 1 }, { t: 2 }] } },
  ]);
  const after = applyPending(garden, [
    pending({ name: 'RetEnable', body: 0 }),
    pending({ name: 'RetStRunTime', body: { Program: 2, No: 1, RunTime: 9 } }),
  ]);
  assert.equal(after.irrigation[0]!.Enable, false);
  assert.deepEqual(after.program[0]!.RunTimes, [{ t: 1 }, { t: 9 }]);
});

test('shows what a pending command does to one split of a favourite, and removes a split', () => {
  const house = toDatagrams([
    { kind: 'splitFavourite', index: 0, datagram: { Index: 0, Zones: [[2, 0, 1, 1, 2200, 0]] } },
  ]);
  const command = (Apply: 0 | 1): AnyCommand => ({
    name: 'SplitSystemChangeSplitFavourite',
    body: {
      SplitIndex: 2,
      FavouriteIndex: 0,
      Apply,
      On: 1,
      Mode: 2,
      Fan: 3,
      Swing: 0,
      Sleep: 0,
      Setpoint: 2400,
    },
  });
  const zonesAfter = (Apply: 0 | 1) =>
    applyPending(house, [pending(command(Apply))]).splitFavourite[0]!.Zones;
  assert.deepEqual(zonesAfter(1), [[2, 1, 2, 3, 2400, 0]]);
  assert.deepEqual(zonesAfter(0), []);
});

test('removes an acknowledged command when its effect is reported, but not a pending one', () => {
  const came = zone(3, { Setpoint: 2350 });
  assert.equal(markObserved([pending(warmer, true)], came).length, 0);
  const [underWay] = markObserved([pending(warmer, false)], came);
  assert.deepEqual([underWay?.isAcknowledged, underWay?.isObserved], [false, true]);
  assert.equal(markObserved([pending(warmer, true)], zone(3)).length, 1);
  assert.equal(markObserved([pending(warmer, true)], zone(1, { Setpoint: 2350 })).length, 1);
});

test('removes a command at its OK if its effect came before, so that it hides no newer value', () => {
  const seen = markObserved([pending(warmer)], zone(3, { Setpoint: 2350 }));
  assert.equal(markAcknowledged(seen, 1).length, 0);
  const unseen = markObserved([pending(warmer)], zone(3, { Setpoint: 2300 }));
  assert.equal(markAcknowledged(unseen, 1).length, 1);
  assert.equal(markAcknowledged(seen, 2).length, 1);
});
