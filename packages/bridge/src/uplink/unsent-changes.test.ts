import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { sampleDatagram } from '../fixture/sample-datagram.fixture.ts';
import { createPending, uplinkComponentsOf } from './unsent-changes.ts';

const zone = (Index: number, Temp = 2000) => sampleDatagram('zone', { Index, Temp });
const house = (...zone: Datagrams['zone']): Datagrams => ({
  ...nothingInstalled,
  unit: [sampleDatagram('unit')],
  faults: [sampleDatagram('faults')],
  zone,
});
const change = (datagram: Datagrams['zone'][number]) => ({
  kind: 'zone' as const,
  index: datagram.Index,
  datagram,
});

test('the components of a cloud are those with a component id', () => {
  const names = uplinkComponentsOf(house(zone(0), zone(2))).map(({ kind, index }) => `${kind} ${index}`);
  assert.deepEqual(names, ['unit 0', 'zone 0', 'zone 2']);
});

test('only the latest state of a component waits', () => {
  const pending = createPending(uplinkComponentsOf(house(zone(0), zone(1))));
  for (let at = 1; at <= 1_000; at++) {
    const warmer = zone(0, 2000 + at);
    pending.add({ at, changed: [change(warmer)], datagrams: house(warmer, zone(1)) });
  }
  assert.ok(!pending.isEmpty());
  assert.deepEqual(pending.drain(), { at: 1_000, components: [change(zone(0, 3000))], removed: [] });
  assert.ok(pending.isEmpty());
});

test('changes of components that the cloud does not store do not wait', () => {
  const pending = createPending(uplinkComponentsOf(house(zone(0))));
  const changed = [{ kind: 'faults' as const, index: 0, datagram: sampleDatagram('faults') }];
  pending.add({ at: 1, changed, datagrams: house(zone(0)) });
  assert.ok(pending.isEmpty());
});

test('a component that is gone is removed, and one that comes back is not', () => {
  const pending = createPending(uplinkComponentsOf(house(zone(0), zone(1))));
  pending.add({ at: 1, changed: [change(zone(1, 2100))], datagrams: house(zone(0), zone(1, 2100)) });
  pending.add({ at: 2, changed: [], datagrams: house(zone(0)) });
  assert.deepEqual(pending.drain(), { at: 2, components: [], removed: [{ kind: 'zone', index: 1 }] });

  pending.add({ at: 3, changed: [], datagrams: house() });
  pending.add({ at: 4, changed: [change(zone(0))], datagrams: house(zone(0)) });
  assert.deepEqual(pending.drain(), { at: 4, components: [change(zone(0))], removed: [] });
});

test('a component that replaces another is one added and one removed', () => {
  const pending = createPending(uplinkComponentsOf(house(zone(3))));
  pending.add({ at: 1, changed: [change(zone(4))], datagrams: house(zone(4)) });
  const { components, removed } = pending.drain();
  assert.deepEqual([components, removed], [[change(zone(4))], [{ kind: 'zone', index: 3 }]]);
});
