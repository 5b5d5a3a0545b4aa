import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { sampleDatagram } from '../fixture/sample-datagram.fixture.ts';
import { createUnsentChanges, uplinkComponentsOf } from './unsent-changes.ts';

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

test('sends a cloud only the components with a component id', () => {
  const names = uplinkComponentsOf(house(zone(0), zone(2))).map(({ kind, index }) => `${kind} ${index}`);
  assert.deepEqual(names, ['unit 0', 'zone 0', 'zone 2']);
});

test('keeps only the latest state of a waiting component', () => {
  const unsent = createUnsentChanges(uplinkComponentsOf(house(zone(0), zone(1))));
  for (let at = 1; at <= 1_000; at++) {
    const warmer = zone(0, 2000 + at);
    unsent.add({ at, changed: [change(warmer)], datagrams: house(warmer, zone(1)) });
  }
  assert.ok(!unsent.isEmpty());
  assert.deepEqual(unsent.drain(), { at: 1_000, components: [change(zone(0, 3000))], removed: [] });
  assert.ok(unsent.isEmpty());
});

test('keeps no waiting changes of components that the cloud does not store', () => {
  const unsent = createUnsentChanges(uplinkComponentsOf(house(zone(0))));
  const changed = [{ kind: 'faults' as const, index: 0, datagram: sampleDatagram('faults') }];
  unsent.add({ at: 1, changed, datagrams: house(zone(0)) });
  assert.ok(unsent.isEmpty());
});

test('reports a removed component, but not one that has come back', () => {
  const unsent = createUnsentChanges(uplinkComponentsOf(house(zone(0), zone(1))));
  unsent.add({ at: 1, changed: [change(zone(1, 2100))], datagrams: house(zone(0), zone(1, 2100)) });
  unsent.add({ at: 2, changed: [], datagrams: house(zone(0)) });
  assert.deepEqual(unsent.drain(), { at: 2, components: [], removed: [{ kind: 'zone', index: 1 }] });

  unsent.add({ at: 3, changed: [], datagrams: house() });
  unsent.add({ at: 4, changed: [change(zone(0))], datagrams: house(zone(0)) });
  assert.deepEqual(unsent.drain(), { at: 4, components: [change(zone(0))], removed: [] });
});

test('reports a replaced component as one added and one removed', () => {
  const unsent = createUnsentChanges(uplinkComponentsOf(house(zone(3))));
  unsent.add({ at: 1, changed: [change(zone(4))], datagrams: house(zone(4)) });
  const { components, removed } = unsent.drain();
  assert.deepEqual([components, removed], [[change(zone(4))], [{ kind: 'zone', index: 3 }]]);
});

test('removes a component that the cloud rejects as too long or too deep, until accepted', () => {
  const nested = JSON.parse(`${'['.repeat(13)}${']'.repeat(13)}`);
  for (const Name of ['x'.repeat(9_000), nested]) {
    const odd = { ...zone(0), Name };
    assert.deepEqual(
      uplinkComponentsOf(house(odd, zone(1))).map(({ index }) => index),
      [0, 1],
      'the unit and the other zone are left',
    );
    const unsent = createUnsentChanges(uplinkComponentsOf(house(zone(0), zone(1))));
    const both = [change(odd), change(zone(1, 2100))];
    unsent.add({ at: 1, changed: both, datagrams: house(odd, zone(1, 2100)) });
    const components = [change(zone(1, 2100))];
    assert.deepEqual(unsent.drain(), { at: 1, components, removed: [{ kind: 'zone', index: 0 }] });

    unsent.add({ at: 2, changed: [change(odd)], datagrams: house(odd, zone(1, 2100)) });
    assert.ok(unsent.isEmpty());
    unsent.add({ at: 3, changed: [change(zone(0))], datagrams: house(zone(0), zone(1, 2100)) });
    assert.deepEqual(unsent.drain(), { at: 3, components: [change(zone(0))], removed: [] });
  }
});
