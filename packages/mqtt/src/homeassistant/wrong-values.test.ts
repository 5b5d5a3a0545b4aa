import assert from 'node:assert/strict';
import { it } from 'node:test';
import { entitiesOf, entityKinds, toState, toWellTyped } from '@plenum/entities';
import { componentKinds, type Datagrams, kinds } from '@plenum/protocol/component';
import { openDemoHouse } from '../fixture/demo-house.fixture.ts';
import { withLighting } from '../fixture/lighting.fixture.ts';
import { topicsOf } from '../topic/topics.ts';
import { toDevices } from './discovery.ts';

const demo = withLighting(openDemoHouse().datagrams());
const announcer = { uid: '1', topics: topicsOf('plenum', '1'), url: undefined, allowGarage: true };

/** Returns all messages that would be published about a house. */
const publish = (datagrams: Datagrams) => {
  const house = { datagrams: toWellTyped(datagrams), energy: undefined };
  const states = entitiesOf(entityKinds, house.datagrams).map((entity) => toState(entity, house));
  return JSON.stringify([states, toDevices(announcer, house)]);
};

const wrong = [undefined, null, 'text', 7, [null], { Index: {} }];

it('publishes the correct values of a device even if its other values are missing or wrong', () => {
  for (const kind of componentKinds) {
    publish({ ...demo, [kind]: [{}] } as unknown as Datagrams);
    for (const value of wrong) {
      const { key } = kinds[kind];
      const spoilt = (datagram: object) =>
        Object.fromEntries(Object.entries(datagram).map(([name, own]) => [name, name === key ? own : value]));
      const all = publish({ ...demo, [kind]: demo[kind].map(spoilt) } as Datagrams);
      assert.doesNotMatch(all, /NaN|undefined|\[object/, `${kind}: ${JSON.stringify(value)}`);
      publish({ ...demo, [kind]: demo[kind].map(() => value) } as unknown as Datagrams);
    }
  }
});

it('replaces a list item of the wrong type by an empty one, and keeps other positions', () => {
  const favourite = { ...demo.splitFavourite[0], Zones: [[1, 'text', 3], 7, [4]] };
  const { splitFavourite } = toWellTyped({ ...demo, splitFavourite: [favourite] } as unknown as Datagrams);
  assert.deepEqual(splitFavourite[0]!.Zones, [[1, undefined, 3], [], [4]]);
  const power = { ...demo.power[0], Devices: [null, ...demo.power[0]!.Devices.slice(1)] };
  const typed = toWellTyped({ ...demo, power: [power] } as unknown as Datagrams).power[0]!;
  assert.deepEqual(typed.Devices, [{}, ...demo.power[0]!.Devices.slice(1)]);
});

it('does not change correct values, and keeps the identity of unchanged objects', () => {
  const typed = toWellTyped(demo);
  assert.deepEqual(typed.zone, demo.zone);
  assert.deepEqual(typed.power, demo.power);
  assert.equal(toWellTyped({ ...demo, unit: [] }).zone, typed.zone);
});
