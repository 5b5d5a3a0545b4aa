import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSentence } from '@plenum/protocol/refusal';
import { readShippedHouse } from '../house-file/shipped.ts';
import { createSimulator } from '../simulator.ts';
import { createEmulator } from './emulator.ts';

const open = (name: 'demo' | 'flat') => {
  const house = readShippedHouse(name);
  if (!house.ok) throw new Error(toSentence(house.refusal));
  return house.value;
};
const start = Date.UTC(2025, 6, 2, 2);
const hour = 3_600_000;

describe('a house as a test of controllers sees it', () => {
  it('goes on as the house of a bridge does while nothing is held', () => {
    const house = open('demo');
    const emulator = createEmulator(house);
    const simulator = createSimulator(house);
    const emulated = emulator.advance(emulator.initial(start), start + 3 * hour);
    assert.deepEqual(emulated.state, simulator.advance(simulator.initial(start), start + 3 * hour));
    const held = emulator.hold(emulated, { dampers: [null, 40], load: null });
    assert.deepEqual(held.state.plant.knobs.held, { dampers: [null, 40], load: null });
    assert.deepEqual(emulator.hold(held, undefined).state, emulated.state);
  });

  it('moves a held damper at the speed of its motor, and leaves it when it is released', () => {
    const emulator = createEmulator(open('demo'));
    const position = (of: ReturnType<typeof emulator.initial>) => of.state.plant.zones[2]!.position;
    for (const SysOn of [0, 1]) {
      const begun = emulator.apply(emulator.initial(start), { name: 'SysOn', body: SysOn as 0 | 1 }, start);
      assert.ok(begun.ok);
      const held = emulator.hold(begun.value, { dampers: [null, null, 37], load: null });
      assert.equal(position(emulator.advance(held, start + 5 * 60_000)), 37);
      const released = emulator.hold(emulator.advance(held, start + 5 * 60_000), undefined);
      assert.notEqual(position(emulator.advance(released, start + 10 * 60_000)), 37);
    }
  });

  it('measures the heat that machines give to each room, which warms it or cools it', () => {
    const emulator = createEmulator(open('demo'));
    const act = (SysMode: number) => {
      let house = emulator.initial(start);
      for (const command of [
        { name: 'SysMode', body: SysMode },
        { name: 'SysOn', body: 1 },
      ] as const) {
        const applied = emulator.apply(house, command, start);
        assert.ok(applied.ok);
        house = applied.value;
      }
      const dampers = house.state.plant.zones.map(() => 100);
      return emulator.advance(emulator.hold(house, { dampers, load: 1 }), start + hour).heat;
    };
    const sum = (heat: readonly number[]) => heat.reduce((all, watts) => all + watts, 0);
    assert.ok(sum(act(2)) > 4_000, `heating ${sum(act(2))} W`);
    assert.ok(sum(act(1)) < -4_000, `cooling ${sum(act(1))} W`);
    assert.deepEqual(new Set(emulator.initial(start).heat), new Set([0]));
  });

  it('knows when a year begins in the time zone of its house, and who is at home', () => {
    const [demo, flat] = [createEmulator(open('demo')), createEmulator(open('flat'))];
    assert.equal(new Date(demo.startOfYear(2025)).toISOString(), '2024-12-31T13:00:00.000Z');
    assert.equal(new Date(flat.startOfYear(2025)).toISOString(), '2024-12-31T23:00:00.000Z');
    const bedroom = flat.house.rooms.findIndex(({ name }) => name === 'Bedroom');
    const wednesday = flat.startOfYear(2025) + 3 * hour;
    assert.equal(flat.presenceAt(wednesday)[bedroom], 1);
    assert.equal(flat.presenceAt(wednesday + 9 * hour)[bedroom], 0);
    assert.deepEqual(flat.served, [0, 2]);
  });
});
