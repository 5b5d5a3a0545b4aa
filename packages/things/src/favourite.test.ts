import assert from 'node:assert/strict';
import { test } from 'node:test';
import { componentKinds, type Datagrams, initialDatagram } from '@plenum/protocol/component';
import { favouriteThing } from './favourite.ts';
import { thingsOf, toState } from './thing.ts';

test('a favourite has a time only where the bridge gives both its hour and its minute, and one of a day', () => {
  const nothing = Object.fromEntries(componentKinds.map((kind) => [kind, []])) as unknown as Datagrams;
  const startOf = (time: object) => {
    const favourite = { ...initialDatagram('schedule'), Name: 'Morning', ...time };
    const datagrams: Datagrams = { ...nothing, schedule: [favourite] };
    const [thing] = thingsOf([favouriteThing], datagrams);
    return toState(thing!, { datagrams, energy: undefined }).start;
  };
  assert.equal(startOf({ StartH: 7, StartM: 5 }), '07:05');
  assert.equal(startOf({ StartH: 23, StartM: 59 }), '23:59');
  for (const none of [
    { StartH: 24, StartM: 0 },
    { StartH: 7, StartM: 60 },
    { StartH: undefined, StartM: 5 },
    { StartH: 7, StartM: undefined },
  ])
    assert.equal(startOf(none), null, JSON.stringify(none));
});
