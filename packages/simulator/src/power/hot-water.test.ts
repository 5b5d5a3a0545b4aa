import assert from 'node:assert/strict';
import { test } from 'node:test';
import { powerChannels, powerFlows } from '@plenum/insight/energy';
import { toSentence } from '@plenum/protocol/refusal';
import { readHouse } from '../house-file/read.ts';
import { restoreState } from '../model/restore.ts';
import { advanceTank, heatTo, tankLoss } from '../physics/index.ts';
import { createSimulator } from '../simulator.ts';

const house = (hotWater: string, solar = 'solar: 5') => `name: Sunny
systemId: '000000001'
step: 60
place: { latitude: -33.8, longitude: 151.1, timeZone: Australia/Sydney }
rooms:
  - { name: Lounge, area: 30, occupants: 3, equipment: 300, walls: [{ facing: N, area: 12, window: 6 }] }
  - { name: Laundry, area: 6, presence: never, equipment: 0 }
power:
  baseLoad: 150
  ${solar}
  ${hotWater}
  devices:
    - name: Board
      channels:
        - { name: House, measures: everything, group: 0 }
        ${solar === '' ? '' : '- { name: Solar, measures: solar, group: 1 }'}
        ${hotWater === '' ? '' : '- { name: Hot water, measures: hot water, group: 1 }'}
`;
const tank = 'hotWater: { room: Laundry, volume: 300, power: 3.6, setpoint: 65, people: 4 }';

const minute = 60_000;
const summer = Date.parse('2026-01-14T00:00:00+11:00');

const create = (text: string, at = summer) => {
  const read = readHouse(text, 'sunny.yaml');
  assert.ok(read.ok, read.ok ? '' : toSentence(read.refusal));
  const simulator = createSimulator(read.value);
  return { simulator, state: simulator.initial(at) };
};

/** Yields the states of a day, minute by minute. */
function* minutesOf({ simulator, state }: ReturnType<typeof create>, count = 1440) {
  let now = state;
  for (let n = 0; n < count; n++) {
    now = simulator.advance(now, now.at + minute);
    yield now;
  }
}

test('a tank’s heating, use and losses add up, and heating never exceeds its setpoint', () => {
  const own = { volume: 200, loss: tankLoss(200) };
  const flow = { drawn: 0.02, inlet: 15, around: 22, seconds: 120 };
  for (const heat of [0, 900, heatTo(own, 50, 60, flow)]) {
    const { temperature, lost, drawnHeat } = advanceTank(own, 50, { ...flow, heat });
    const stored = (4186 * 200 * (temperature - 50)) / 120;
    assert.ok(Math.abs(heat - lost - drawnHeat - stored) < 1e-6, `${heat} ${lost} ${drawnHeat} ${stored}`);
    assert.ok(temperature <= 60 + 1e-9);
  }
  assert.equal(heatTo(own, 70, 60, { ...flow, drawn: 0 }), 0);
});

test('the diverter uses only surplus, and generation is own use, hot water and export', () => {
  const energy = { solar: 0, own: 0, tank: 0, sold: 0, bought: 0 };
  let hottest = 0;
  for (const { datagrams, plant } of minutesOf(create(house(tank)))) {
    const [total, solar, heater] = datagrams.powerStatus[0]!.Dev[0]!.Ch.map(({ Pwr }) => Pwr);
    const exact = plant.loads.hotWater;
    assert.ok(Math.abs(heater! - exact) <= 0.011 * exact + 1);
    // Meters have an error of 1 % each.
    assert.ok(exact === 0 || total! <= solar! * 1.03 + 3, `${total} ${solar} ${heater}`);
    const flows = powerFlows(powerChannels(datagrams.power[0]!, datagrams.powerStatus[0]));
    energy.solar += flows.solar!;
    energy.own += total! - heater!;
    energy.tank += heater!;
    energy.sold += flows.export!;
    energy.bought += flows.import!;
    if (flows.export! > 0) assert.equal(flows.surplus, flows.export! + heater!);
    hottest = Math.max(hottest, plant.power!.hotWater!.temperature);
  }
  const { solar, own, tank: into, sold, bought } = energy;
  assert.ok(into / 60 > 3_000, `${into / 60} Wh`);
  assert.ok(Math.abs(solar + bought - own - into - sold) < 1e-6 * solar);
  assert.ok(hottest > 60 && hottest <= 65 + 1e-9, String(hottest));
});

test('a tank cools at night by the water that people draw, and only by losses without them', () => {
  const night = create(house(tank));
  const away = { ...night, state: night.state };
  const gone = away.simulator.applyOverride(away.state, { name: 'People', body: 'away' });
  assert.ok(gone.ok);
  const temperatureAfter = (from: typeof night, minutes: number) =>
    [...minutesOf(from, minutes)].at(-1)!.plant.power!.hotWater!.temperature;
  const [drawn, kept] = [temperatureAfter(night, 300), temperatureAfter({ ...away, state: gone.value }, 300)];
  assert.ok(kept < 50 && kept > 49, String(kept));
  assert.ok(drawn < kept - 0.2, `${drawn} ${kept}`);
});

test('a day of the tank is the same in one call, in many, and after a round trip through JSON', () => {
  const { simulator, state } = create(house(tank));
  const once = simulator.advance(state, state.at + 1440 * minute);
  const often = [...minutesOf({ simulator, state })].at(-1);
  assert.equal(JSON.stringify(often), JSON.stringify(once));
  const half = JSON.parse(JSON.stringify(simulator.advance(state, state.at + 720 * minute)));
  const rest = simulator.advance(
    restoreState(half, () => state),
    state.at + 1440 * minute,
  );
  assert.equal(JSON.stringify(rest), JSON.stringify(once));
});

test('a tank added to the file later appears in the house, which keeps its other state', () => {
  const before = create(house(''));
  const { simulator, state: initial } = create(house(tank));
  const restored = restoreState(before.state, () => initial);
  assert.deepEqual(restored.plant.power!.hotWater, { temperature: 50, isHot: false });
  assert.equal(restored.plant.loads.hotWater, 0);
  assert.deepEqual(restored.datagrams, before.state.datagrams);
  const [day] = minutesOf({ simulator, state: restored }, 1);
  assert.ok(day!.plant.power!.hotWater!.temperature < 50);
});

test('refuses a tank in an unknown room or without solar panels', () => {
  const refusal = (text: string) => {
    const read = readHouse(text, 'sunny.yaml');
    return read.ok ? '' : toSentence(read.refusal);
  };
  assert.match(refusal(house(tank.replace('Laundry', 'Cellar'))), /hotWater\.room.*Cellar/);
  assert.match(refusal(house(tank, '')), /this house has no solar panels/);
  assert.match(refusal(house('').replace('measures: solar', 'measures: hot water')), /no hot water tank/);
});
