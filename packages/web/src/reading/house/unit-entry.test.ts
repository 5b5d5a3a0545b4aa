import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DatagramOf } from '@plenum/protocol/component';
import { entriesOf } from './unit-entry.ts';

const entry = { Index: 3, On: 1, Mode: 2, Fan: 4, Setpoint: 2150, Swing: 1 };

test('assigns the six numbers of an entry to fields, for splits and for fan-coils', () => {
  const numbers = [[3, 1, 2, 4, 2150, 1]];
  assert.deepEqual(entriesOf({ Zones: numbers } as unknown as DatagramOf<'splitFavourite'>), [entry]);
  assert.deepEqual(entriesOf({ Units: numbers } as unknown as DatagramOf<'vrfFavourite'>), [entry]);
});

test('returns no entries for a favourite that changes nothing', () => {
  assert.deepEqual(entriesOf({ Zones: [] } as unknown as DatagramOf<'splitFavourite'>), []);
});
