import { exceptionsFor, findDueFavourites } from '../calendar/favourite-times.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { Step } from '../model/step.ts';
import { controlRoomUnit, type RoomUnitTarget } from '../room-unit/control.ts';
import { runFavourites } from '../room-unit/favourite-runner.ts';
import { splitMachines } from '../room-unit/machine.ts';
import { splitUnits } from './favourites.ts';
import { switchSplit } from './set.ts';

const target: RoomUnitTarget = { on: false, mode: 0, fan: 0, setpoint: 0, bound: undefined };

const runDueFavourites = (draft: Draft, { minutes, at }: Step): void => {
  const { splitFavourite } = draft.datagrams;
  const exceptionsAt = exceptionsFor(draft.plant.exceptions, 'splitFavourite', splitFavourite);
  const events = findDueFavourites(splitFavourite, minutes, exceptionsAt);
  runFavourites(draft, splitUnits, { events, at });
};

/**
 * Advances the splits by one step, before the air moves: favourites that are due, sleep timers that end, and the heat
 * and moisture that each unit adds to its room. `loads.splits` is their electric power in W.
 */
export function advanceSplits(draft: Draft, step: Step): void {
  const { plant } = draft;
  const { splits } = plant;
  if (splits.length === 0) return;
  if (step.minutes.length > 0) runDueFavourites(draft, step);
  const machines = splitMachines(step.model.house);
  const { sensible, moisture } = step.conditions.supply;
  let power = 0;
  for (let place = 0; place < splits.length; place++) {
    const unit = splits[place]!;
    const machine = machines[place]!;
    if (unit.sleepEnd !== 0 && step.at >= unit.sleepEnd) switchSplit(draft, place, 0);
    if (step.from >= unit.controlAt) {
      const { On, Mode, Fan, Setpoint } = draft.datagrams.split[place]!;
      target.on = On === 1;
      target.mode = Mode;
      target.fan = Fan;
      target.setpoint = Setpoint / 100;
      controlRoomUnit(unit, machine, target, step);
    }
    sensible[machine.room]! += unit.sensible;
    moisture[machine.room]! += unit.moisture;
    power += unit.power;
  }
  plant.loads.splits = power;
}

/**
 * Updates the state that the splits show after the air has moved: `Act`, which is set if the module reaches the unit.
 */
export function readSplitSensors(draft: Draft): void {
  const { splits } = draft.plant;
  for (let place = 0; place < splits.length; place++) {
    const { Att, Act } = draft.datagrams.split[place]!;
    const reached = Att === 1 && !splits[place]!.silent ? 1 : 0;
    if (reached !== Act) patch(draft, 'split', place, { Act: reached });
  }
}
