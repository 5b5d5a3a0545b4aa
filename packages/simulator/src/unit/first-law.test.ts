import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { isFullRun } from '@plenum/testbed/full-run';
import { advanceState } from '../advance.ts';
import { createHouseModel } from '../model/house-model.ts';
import { amount } from '../physics/amount.fixture.ts';
import { createHeatFlows } from '../physics/index.ts';
import { createDucted, fan, mode, zoneMode } from './ducted.fixture.ts';

const anySetting = fc.record({
  kind: fc.constantFrom('heat pump', 'heat pump', 'heat pump', 'gas', 'evaporative'),
  mode: fc.constantFrom('cool', 'heat', 'vent', 'dry', 'auto'),
  fan: fc.constantFrom('low', 'medium', 'high', 'auto'),
  modes: fc.array(fc.constantFrom('open', 'close', 'auto'), { minLength: 3, maxLength: 3 }),
  maxAir: fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 3, maxLength: 3 }),
  indoor: amount(8, 36),
  damp: amount(15, 90),
  outdoor: amount(-15, 46),
  outdoorDamp: amount(10, 100),
  setpoint: fc.integer({ min: 16, max: 30 }),
  StaticP: fc.integer({ min: 0, max: 4 }),
  iSave: fc.boolean(),
  inside: fc.boolean(),
  leakage: amount(0, 30),
  insulation: amount(0.2, 3),
  minutes: fc.integer({ min: 0, max: 12 }),
});
type Setting = typeof anySetting extends fc.Arbitrary<infer Value> ? Value : never;

const GAS = 8;

const create = (setting: Setting) => {
  const { kind, outdoor, outdoorDamp, StaticP, setpoint, iSave, inside, leakage, insulation } = setting;
  const isEvaporative = kind === 'evaporative';
  const house = createDucted({
    step: 20,
    air: { temperature: setting.indoor, relativeHumidity: setting.damp },
    weather: { temperature: outdoor, relativeHumidity: outdoorDamp, wind: 3, cloud: 0.5 },
    ducts: { leakage, insulation, inside },
    unit: {
      setpoint,
      iSave: iSave && !isEvaporative,
      ...(isEvaporative && { cpu: 'evaporative', airflow: 900 }),
      mode: isEvaporative ? 'cool' : 'vent',
      settings: { StaticP, GasHeat: { Type: kind === 'gas' ? GAS : 0, AnticycleTime: 0 } },
    },
  });
  const isAllowed = (name: string) => !isEvaporative || ['cool', 'vent', 'auto'].includes(name);
  if (isAllowed(setting.mode)) house.command({ SysMode: mode[setting.mode as keyof typeof mode] });
  house.command({ SysFan: fan[setting.fan as keyof typeof fan] });
  if (iSave && !isEvaporative) house.command({ iSave: 1 });
  for (const [place, name] of setting.modes.entries()) {
    house.command({ ZoneMode: { Index: place, Mode: zoneMode[name as keyof typeof zoneMode] } });
    house.command({ ZoneMaxAir: { Index: place, MaxAir: 5 * setting.maxAir[place]! } });
  }
  return house;
};

const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

test('rooms get the heat and vapour of coil, fan, ducts and fresh air, at each step', () => {
  let moved = 0;
  fc.assert(
    fc.property(anySetting, (setting) => {
      const house = create(setting);
      house.advance(setting.minutes);
      const model = createHouseModel(house.house);
      const flows = createHeatFlows(model.thermal.size);
      let { state } = house;
      for (let step = 0; step < 6; step++) {
        const before = state.plant.unit!;
        state = advanceState(model, state, state.at + model.stepMs, flows);
        const after = state.plant.unit!;
        const { coil, fan: blower, roofSpace, outside } = flows.unit;
        const held = before.returnHeat - after.returnHeat;
        const gained = sum(flows.supply) + sum(flows.ducts);
        const size = [coil, blower, roofSpace, outside, held, gained].reduce((a, b) => a + Math.abs(b), 0);
        const difference = gained - (coil + blower + roofSpace + outside + held);
        assert.ok(Math.abs(difference) <= 1e-9 * size + 1e-6, `${difference} J of ${size} J`);

        const { coilVapour, roofSpaceVapour, outsideVapour } = flows.unit;
        const heldVapour = before.returnVapour - after.returnVapour;
        const wetted = sum(flows.vapour.supply);
        const kilograms = [coilVapour, roofSpaceVapour, outsideVapour, heldVapour, wetted].reduce(
          (a, b) => a + Math.abs(b),
          0,
        );
        const lost = wetted - (coilVapour + roofSpaceVapour + outsideVapour + heldVapour);
        assert.ok(Math.abs(lost) <= 1e-9 * kilograms + 1e-12, `${lost} kg of ${kilograms} kg`);

        const { unit, fan: fanPower } = state.plant.loads;
        assert.ok(Math.abs(fanPower * 20 - blower) <= 1e-9 * blower + 1e-6, 'the fan’s power is its heat');
        if (coil !== 0) moved += 1;
        // A machine cannot beat the efficiency of Carnot between the air that it moves heat from and to.
        if (setting.kind === 'heat pump' && coil > 0) assert.ok(coil / 20 < 12 * unit, `${coil} ${unit}`);
      }
    }),
    { numRuns: isFullRun ? 1000 : 80 },
  );
  assert.ok(moved > 80, 'machines ran');
});

test('ducts cost heat in winter and warm the air in summer, and ducts inside cost nothing', () => {
  for (const [outdoor, indoor, unitMode] of [
    [2, 17, 'heat'],
    [38, 28, 'cool'],
  ] as const) {
    const run = (inside: boolean) => {
      const house = createDucted({
        air: { temperature: indoor },
        weather: { temperature: outdoor },
        ducts: { inside },
        unit: { mode: unitMode, setpoint: unitMode === 'heat' ? 25 : 18 },
      });
      house.advance(60);
      const model = createHouseModel(house.house);
      const flows = createHeatFlows(model.thermal.size);
      advanceState(model, house.state, house.state.at + model.stepMs, flows);
      return flows;
    };
    const [above, inside] = [run(false), run(true)];
    const way = unitMode === 'heat' ? 1 : -1;
    assert.equal(sum(inside.ducts), 0);
    assert.ok(Math.abs(inside.unit.roofSpace) < 1e-6);
    assert.ok(way * sum(above.ducts) < 0, `${sum(above.ducts)}`);
    const share = sum(above.ducts) / sum(above.supply);
    assert.ok(share < -0.1 && share > -0.4, `${share} of what the unit sends`);
  }
});

test('opening the spill zone shifts air into it from the open zone, and lets the fan move more', () => {
  const house = createDucted({
    air: { temperature: 25 },
    weather: { temperature: 34 },
    unit: { mode: 'vent' },
  });
  const model = createHouseModel(house.house);
  const flowsOf = () => {
    const flows = createHeatFlows(model.thermal.size);
    const after = advanceState(model, house.state, house.state.at + model.stepMs, flows);
    return { fan: after.plant.loads.fan, spill: house.zone(3).ConstA, hall: flows.supply[3]! };
  };
  house.setMode(0, zoneMode.close);
  house.setMode(1, zoneMode.close);
  house.setMode(2, zoneMode.open);
  house.install({}, { DamperSkip: 1 }, 3);
  house.advance(3);
  const without = flowsOf();
  house.install({}, { DamperSkip: 0 }, 3);
  house.advance(3);
  const withSpill = flowsOf();
  assert.deepEqual([without.spill, withSpill.spill], [0, 1]);
  assert.ok(without.hall === 0 && withSpill.hall !== 0);
  assert.ok(withSpill.fan > without.fan, `${withSpill.fan} ${without.fan}`);
});
