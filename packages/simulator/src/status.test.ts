import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Status, unitStatus, zoneStatus } from '@plenum/insight/status';
import { enumerations } from '@plenum/protocol/field';
import { readShippedHouse } from './house-file/shipped.ts';
import { createSimulator, type State } from './index.ts';

const { zoneMode } = enumerations;
const minute = 60_000;

/** Delay until the supply air shows a running machine, in ms. */
const startsWithin = 4 * minute;

/** Yields the states of a week, five minutes apart. */
function* weekOf(name: 'demo' | 'large', start: number): Generator<State> {
  const house = readShippedHouse(name);
  assert.ok(house.ok);
  const simulator = createSimulator({ ...house.value, step: 60 });
  let state = simulator.initial(start);
  for (let count = 0; count < 7 * 24 * 12; count++) {
    state = simulator.advance(state, state.at + 5 * minute);
    yield state;
  }
}

const isOpposite = ({ activity }: Status, running: string) =>
  (activity === 'cool' && running === 'heat') || (activity === 'heat' && running === 'cool');

/** Returns contradictions between the status and the operation of the machine, which clients cannot see. */
const contradictionsIn = ({ at, datagrams, plant }: State): string[] => {
  const unit = datagrams.unit[0]!;
  const { running, since } = plant.unit!;
  const found: string[] = [];
  const ofUnit = unitStatus(unit, datagrams.zone);
  const hasRun = running !== 'idle' && at - since >= startsWithin;
  if (hasRun && ofUnit.activity !== running) found.push(`the unit: ${ofUnit.code} while it ${running}s`);
  if (isOpposite(ofUnit, running)) found.push(`the unit: ${ofUnit.code} against ${running}`);
  for (const zone of datagrams.zone) {
    const status = zoneStatus(zone, unit);
    const isOpen = zone.DmpPos > 0 && zone.Mode !== zoneMode.values.close;
    if (hasRun && isOpen && status.activity !== running)
      found.push(`${zone.Name}: ${status.code} while the unit ${running}s`);
    if (isOpposite(status, running)) found.push(`${zone.Name}: ${status.code} against ${running}`);
  }
  return found;
};

/** Yields the states of a day in a mode, one minute apart. */
function* dayOf(start: number, mode: 1 | 2 | 5): Generator<State> {
  const house = readShippedHouse('demo');
  assert.ok(house.ok);
  const simulator = createSimulator(house.value);
  let state = simulator.initial(start);
  const set = simulator.apply(state, { name: 'SysMode', body: mode });
  assert.ok(set.ok);
  state = set.value;
  for (let count = 0; count < 24 * 60; count++) {
    state = simulator.advance(state, state.at + minute);
    if (state.datagrams.unit[0]!.SysOn === 1) yield state;
  }
}

describe('the status of a zone and the unit', () => {
  for (const [month, mode] of [
    [0, 1],
    [0, 5],
    [6, 2],
    [6, 5],
  ] as const)
    it(`never reports heating or cooling while the machine is off, in mode ${mode} in month ${month + 1}`, () => {
      let rests = 0;
      for (const { at, datagrams, plant } of dayOf(Date.UTC(2026, month, 11, 14), mode)) {
        if (plant.unit!.running !== 'idle' || plant.unit!.fanSpeed > 0) continue;
        rests++;
        const unit = datagrams.unit[0]!;
        const said = [
          unitStatus(unit, datagrams.zone),
          ...datagrams.zone.map((zone) => zoneStatus(zone, unit)),
        ];
        const active = said.filter(({ activity }) => activity === 'heat' || activity === 'cool');
        assert.deepEqual(active, [], new Date(at).toISOString());
      }
      assert.ok(rests > 30, `${rests} minutes of rest`);
    });

  for (const [house, month] of [
    ['demo', 0],
    ['demo', 6],
    ['large', 3],
  ] as const)
    it(`matches the operation of the machine in a week of the ${house} house from month ${month + 1}`, () => {
      const codes = new Set<string>();
      for (const state of weekOf(house, Date.UTC(2026, month, 5))) {
        assert.deepEqual(contradictionsIn(state), [], new Date(state.at).toISOString());
        const unit = state.datagrams.unit[0]!;
        for (const zone of state.datagrams.zone) codes.add(zoneStatus(zone, unit).code);
      }
      assert.ok(codes.size >= 6, [...codes].join());
    });
});
