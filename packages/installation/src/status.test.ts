import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { enumerations } from '@plenum/protocol/field';
import { type Status, unitStatus, zoneStatus } from '@plenum/protocol/status';
import { readShippedHouse } from './house-file/shipped.ts';
import { createInstallation, type State } from './index.ts';

const { zoneMode } = enumerations;
const minute = 60_000;

/** How long the supply air takes to show that the machine runs. */
const startsWithin = 4 * minute;

/** States of a week, five minutes apart. */
function* weekOf(name: 'demo' | 'large', start: number): Generator<State> {
  const house = readShippedHouse(name);
  assert.ok(house.ok);
  const installation = createInstallation({ ...house.value, step: 60 });
  let state = installation.initial(start);
  for (let count = 0; count < 7 * 24 * 12; count++) {
    state = installation.advance(state, state.at + 5 * minute);
    yield state;
  }
}

const isOpposite = ({ activity }: Status, running: string) =>
  (activity === 'cool' && running === 'heat') || (activity === 'heat' && running === 'cool');

/** What contradicts what the machine does, which a client cannot read. */
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

describe('what is said of a zone and the unit', () => {
  for (const [house, month] of [
    ['demo', 0],
    ['demo', 6],
    ['large', 3],
  ] as const)
    it(`is what the machine does, in a week of the ${house} house from month ${month + 1}`, () => {
      const codes = new Set<string>();
      for (const state of weekOf(house, Date.UTC(2026, month, 5))) {
        assert.deepEqual(contradictionsIn(state), [], new Date(state.at).toISOString());
        const unit = state.datagrams.unit[0]!;
        for (const zone of state.datagrams.zone) codes.add(zoneStatus(zone, unit).code);
      }
      assert.ok(codes.size >= 6, [...codes].join());
    });
});
