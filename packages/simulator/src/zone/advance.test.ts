import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { BEDROOM, createDucted, HALL, KITCHEN, LIVING, zoneMode } from '../unit/ducted.fixture.ts';

/** A warm house on a hot day. It cools by return air temperature, so that only the dampers react to the zones. */
const warm = { air: { temperature: 25 }, weather: { temperature: 34 } };
type Ducted = ReturnType<typeof createDucted>;
const positions = (house: Ducted) =>
  [LIVING, BEDROOM, KITCHEN, HALL].map((place) => house.zone(place).DmpPos);

suite('dampers', () => {
  test('opens the damper of an open zone to its highest opening and shuts that of a closed zone', () => {
    const house = createDucted(warm);
    house.command({ ZoneMaxAir: { Index: LIVING, MaxAir: 70 } });
    house.command({ ZoneMinAir: { Index: LIVING, MinAir: 20 } });
    house.setMode(LIVING, zoneMode.open);
    house.advance(2);
    assert.equal(house.zone(LIVING).DmpPos, 70);
    house.setMode(LIVING, zoneMode.close);
    house.advance(2);
    assert.equal(house.zone(LIVING).DmpPos, 0, 'the minimum opening applies only in auto');
  });

  test('moves a damper from end to end in a minute, or in its DamperTime', () => {
    for (const [DamperTime, expected] of [
      [0, [50, 100, 100, 100]],
      [120, [25, 50, 75, 100]],
      [20, [100, 100, 100, 100]],
      [200, [15, 30, 45, 60]],
    ] as const) {
      const house = createDucted({ ...warm, step: 30 });
      house.install({ DamperTime });
      house.setMode(KITCHEN, zoneMode.open);
      const seen = [1, 2, 3, 4].map(() => {
        house.advance(0.5);
        return house.zone(KITCHEN).DmpPos;
      });
      assert.deepEqual(seen, expected, `DamperTime ${DamperTime}`);
    }
  });

  test('shows damper positions only in steps of 5 %', () => {
    const house = createDucted({ ...warm, step: 5 });
    const seen = new Set<number>();
    for (let n = 0; n < 200; n++) {
      house.advance(1 / 12);
      seen.add(house.zone(LIVING).DmpPos).add(house.zone(KITCHEN).DmpPos);
    }
    assert.ok(seen.size > 10);
    for (const position of seen) assert.equal(position % 5, 0);
  });

  test('opens a damper in auto in proportion to the distance from the setpoint, between its limits', () => {
    for (const [Temp, expected] of [
      [2140, 20],
      [2150, 20],
      [2200, 40],
      [2250, 60],
      [2300, 80],
      [2400, 80],
    ] as const) {
      const house = createDucted(warm);
      house.command({ ZoneMaxAir: { Index: LIVING, MaxAir: 80 } });
      house.command({ ZoneMinAir: { Index: LIVING, MinAir: 20 } });
      house.override(({ zones }) => {
        zones[LIVING]!.sensorFault = true;
      });
      house.advance(2);
      house.install({}, { Temp, SensorFault: 0 });
      house.advance(0.5);
      house.install({}, { SensorFault: 0 });
      house.advance(0.5);
      assert.equal(house.zone(LIVING).DmpPos, expected, `${Temp}`);
    }
  });

  test('opens a damper in auto if the zone is below its setpoint while heating', () => {
    for (const [air, expected] of [
      [20, 100],
      [25, 0],
    ] as const) {
      const house = createDucted({ unit: { mode: 'heat' }, air: { temperature: air } });
      house.advance(2);
      assert.equal(house.zone(LIVING).DmpPos, expected);
    }
  });

  test('does not move a damper in auto for a change of a tenth of a degree', () => {
    const house = createDucted(warm);
    house.advance(3);
    house.install({}, { Temp: 2200 });
    house.advance(0.5);
    const before = house.state.plant.zones[LIVING]!.target;
    house.install({}, { Temp: 2210 });
    house.advance(0.5);
    assert.equal(house.state.plant.zones[LIVING]!.target, before);
    house.install({}, { Temp: 2230 });
    house.advance(0.5);
    assert.notEqual(house.state.plant.zones[LIVING]!.target, before);
  });

  /** Lets minutes pass while a zone reads a temperature. */
  const hold = (house: Ducted, place: number, Temp: number, minutes: number) => {
    for (let left = minutes; left > 0; left--) {
      house.install({}, { Temp }, place);
      house.advance(1);
    }
  };

  test('opens a damper further while its zone does not get nearer, and begins anew when off', () => {
    const house = createDucted(warm);
    hold(house, LIVING, 2225, 5);
    const first = house.zone(LIVING).DmpPos;
    hold(house, LIVING, 2225, 90);
    const later = house.zone(LIVING).DmpPos;
    // After 90 minutes the integral has grown by the proportional term: 0.25 of 1.5 K.
    assert.ok(first === 50 && later >= 60 && later <= 70, `${first} ${later}`);
    house.command({ SysOn: 0 });
    house.advance(2);
    house.command({ SysOn: 1 });
    hold(house, LIVING, 2225, 4);
    assert.equal(house.zone(LIVING).DmpPos, first);
  });

  test('does not close the damper of the controlling zone slowly, as it does with the others', () => {
    const house = createDucted({ ...warm, unit: { returnAir: 'zones', minimumRun: 0 } });
    house.command({ ZoneMode: { Index: BEDROOM, Mode: zoneMode.open } });
    const held = (place: number) => {
      hold(house, place, 2300, 3);
      hold(house, place, 2180, 5);
      const before = house.zone(place).DmpPos;
      hold(house, place, 2180, 120);
      assert.equal(house.plant().running, 'cool');
      return [before, house.zone(place).DmpPos];
    };
    assert.deepEqual(held(LIVING), [20, 20]);
    house.command({ ZoneMode: { Index: BEDROOM, Mode: zoneMode.auto } });
    hold(house, BEDROOM, 2300, 2);
    const [before, after] = held(LIVING);
    assert.ok(after! < before!, `${before} ${after}`);
  });

  test('keeps the damper of a zone in override open at any temperature', () => {
    const house = createDucted({ air: { temperature: 18 } });
    house.setMode(LIVING, zoneMode.override);
    house.advance(5);
    assert.deepEqual([house.zone(LIVING).DmpPos, house.zone(BEDROOM).DmpPos], [100, 0]);
  });

  test('keeps the damper of a zone in auto mode open while the unit only ventilates', () => {
    const house = createDucted({ unit: { mode: 'vent' }, air: { temperature: 18 } });
    house.advance(2);
    assert.deepEqual(positions(house).slice(0, 2), [100, 100]);
  });

  test('shuts the dampers when the system is switched off, or opens them with OpenDampersWhenOff', () => {
    const house = createDucted(warm);
    house.advance(2);
    assert.deepEqual(positions(house), [100, 100, 100, 0]);
    house.command({ SysOn: 0 });
    house.advance(2);
    assert.deepEqual(positions(house), [0, 0, 0, 0]);
    house.install({ OpenDampersWhenOff: 1 });
    house.advance(2);
    assert.deepEqual(positions(house), [100, 100, 100, 100]);
  });

  test('a stuck damper keeps its position, shows its fault when driven, and moves once repaired', () => {
    const house = createDucted(warm);
    house.advance(2);
    house.override(({ zones }) => {
      zones[KITCHEN]!.damperStuck = true;
    });
    house.advance(5);
    assert.equal(house.zone(KITCHEN).DmpFlt, 0, 'the damper has not been moved yet');
    house.setMode(KITCHEN, zoneMode.close);
    house.advance(2);
    assert.deepEqual([house.zone(KITCHEN).DmpPos, house.zone(KITCHEN).DmpFlt], [100, 1]);
    house.setMode(KITCHEN, zoneMode.open);
    house.advance(2);
    assert.equal(house.zone(KITCHEN).DmpFlt, 1, 'being in the right position by chance is not a repair');
    house.override(({ zones }) => {
      zones[KITCHEN]!.damperStuck = false;
    });
    house.setMode(KITCHEN, zoneMode.close);
    house.advance(2);
    assert.deepEqual([house.zone(KITCHEN).DmpPos, house.zone(KITCHEN).DmpFlt], [0, 0]);
  });
});

suite('the zone that controls the unit', () => {
  test('forces the controlling zone open when it is closed, and shows this', () => {
    const house = createDucted({ ...warm, unit: { returnAir: 'master', masterZone: BEDROOM } });
    house.advance(2);
    assert.equal(house.zone(BEDROOM).Master, 0);
    house.setMode(BEDROOM, zoneMode.close);
    house.setMode(LIVING, zoneMode.close);
    house.advance(2);
    assert.deepEqual([house.zone(BEDROOM).DmpPos, house.zone(BEDROOM).Master], [100, 1]);
    assert.deepEqual([house.zone(LIVING).DmpPos, house.zone(LIVING).Master], [0, 0]);
    house.command({ SysOn: 0 });
    house.advance(2);
    assert.deepEqual([house.zone(BEDROOM).DmpPos, house.zone(BEDROOM).Master], [0, 0]);
  });

  test('closes the controlling zone like any other zone if return air controls the unit', () => {
    const house = createDucted({ ...warm, unit: { returnAir: 'return air', controlZone: BEDROOM } });
    house.setMode(BEDROOM, zoneMode.close);
    house.advance(2);
    assert.deepEqual([house.zone(BEDROOM).DmpPos, house.zone(BEDROOM).Master], [0, 0]);
  });
});
