import { ductedUnit } from '@plenum/protocol/vrf';
import { findDueFavourites } from '../calendar/favourite-times.ts';
import { type Draft, patch, showReading } from '../model/draft.ts';
import { TENTH, toReading } from '../model/reading.ts';
import type { Step } from '../model/step.ts';
import { controlRoomUnit, type RoomUnitTarget } from '../room-unit/control.ts';
import { runFavourites } from '../room-unit/favourite-runner.ts';
import { vrfMachines } from '../room-unit/machine.ts';
import { minutesLeft } from '../room-unit/sleep-timer.ts';
import { vrfUnits } from './favourites.ts';
import { directionOf, findLeader } from './leader.ts';
import { mirrorDucted } from './mirror.ts';
import { switchVrf } from './set.ts';

const target: RoomUnitTarget = { on: false, mode: 0, fan: 0, setpoint: 0, bound: undefined };

const runDueFavourites = (draft: Draft, { minutes, at }: Step): void => {
  const events = findDueFavourites(draft.datagrams.vrfFavourite, minutes);
  runFavourites(draft, vrfUnits, { events, at });
};

const control = (draft: Draft, step: Step, { place, leader }: { place: number; leader: number }): void => {
  const { X, On, Mode, Fan, Sp } = draft.datagrams.vrf[place]!;
  target.on = On === 1;
  target.mode = Mode;
  target.fan = Fan;
  target.setpoint = Sp / 100;
  target.bound = On !== 1 || leader < 0 || leader === place ? undefined : directionOf(draft, leader);
  controlRoomUnit(draft.plant.vrfs[place]!, vrfMachines(step.model.house)[X]!, target, step);
};

/**
 * Advances the fan-coils by one step, before the air moves: favourites that are due, sleep timers that end, and the
 * heat and moisture that each unit adds to its room. `loads.vrf` is their electric power in W, with their share of the
 * outdoor unit. Unit 0, the mirror of the ducted system, adds nothing.
 */
export function advanceVrf(draft: Draft, step: Step): void {
  const { plant } = draft;
  const { vrfs } = plant;
  if (vrfs.length === 0) return;
  if (step.minutes.length > 0) runDueFavourites(draft, step);
  const machines = vrfMachines(step.model.house);
  const { sensible, moisture } = step.conditions.supply;
  let power = 0;
  let leader: number | undefined;
  for (let place = draft.datagrams.vrf[0]!.X === ductedUnit ? 1 : 0; place < vrfs.length; place++) {
    const unit = vrfs[place]!;
    if (unit.sleepEnd !== 0 && step.at >= unit.sleepEnd) {
      switchVrf(draft, place, 0);
      leader = undefined;
    }
    if (step.from >= unit.controlAt) {
      leader ??= findLeader(draft);
      control(draft, step, { place, leader });
    }
    const { room } = machines[draft.datagrams.vrf[place]!.X]!;
    sensible[room]! += unit.sensible;
    moisture[room]! += unit.moisture;
    power += unit.power;
  }
  plant.loads.vrf = power;
}

const NO_ERROR = ' OK';

const toError = (fault: string) => (fault === '' ? NO_ERROR : fault);

/** Shows the fault of a fan-coil, or its absence. */
export const showVrfFault = (draft: Draft, place: number): void =>
  patch(draft, 'vrf', place, { Er: toError(draft.plant.vrfs[place]!.fault) });

/**
 * Updates the state that the fan-coils show after the air has moved: return air in steps of 0.1 °C, minutes left of the
 * sleep timer, error, and the flags for a responding unit and remote sensor. Unit 0 shows the ducted unit, whose
 * sensors were read before.
 */
export function readVrfSensors(draft: Draft, step: Step): void {
  const { vrfs } = draft.plant;
  if (vrfs.length === 0) return;
  mirrorDucted(draft);
  const machines = vrfMachines(step.model.house);
  for (let place = draft.datagrams.vrf[0]!.X === ductedUnit ? 1 : 0; place < vrfs.length; place++) {
    const shown = draft.datagrams.vrf[place]!;
    const { sleepEnd, fault, silent, sensorLost } = vrfs[place]!;
    const Ac = silent ? 0 : 1;
    const Er = toError(fault);
    const Rf = shown.Rs === 1 && !sensorLost ? 1 : 0;
    const TmrL = sleepEnd === 0 ? 0 : minutesLeft(sleepEnd, step.at);
    const Ra = silent
      ? shown.Ra
      : toReading(shown.Ra, 100 * step.climate.air[machines[shown.X]!.room]!, TENTH);
    if (Ra !== shown.Ra || TmrL !== shown.TmrL || Er !== shown.Er || Ac !== shown.Ac || Rf !== shown.Rf) {
      showReading(draft, 'vrf', place, { Ra, TmrL, Er, Ac, Rf });
    }
  }
}
