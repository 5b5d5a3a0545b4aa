import type { DatagramOf } from '@plenum/protocol/component';
import { type FavouriteTimes, findDueFavourites } from '../calendar/favourite-times.ts';
import { type HouseFile, oncePerHouse } from '../house-schema/house.ts';
import { type Draft, replace, sameMembers, showReading } from '../model/draft.ts';
import { TENTH, toReading } from '../model/reading.ts';
import type { Step } from '../model/step.ts';
import { animate } from './animate.ts';
import { toLightingClock } from './clock.ts';
import { showDiagnostics } from './diagnostics.ts';
import { followLamps, type IndexedLamp, type LampIndex, lampIndex, unsettle } from './lamp-index.ts';
import { applyLoads } from './loads.ts';
import { showMotion } from './motion.ts';
import { readOccupancy } from './occupancy.ts';
import { followPeople } from './people.ts';
import { startLightFavourite, stopLightFavourite } from './switch.ts';
import { wakeUp } from './wake.ts';

type Favourite = DatagramOf<'lightFavourite'>;

/**
 * Half the width of the range, in hundredths of a degree, in which a temperature controller does not switch (lighting
 * 5).
 */
const hysteresis = 25;

/** Returns the times of a lighting favourite under the member names of the other favourites. */
const toTimes = ({ Name, En, On, Off, Days }: Favourite): FavouriteTimes => ({
  Name,
  Enabled: En,
  StartH: On.H,
  StartM: On.M,
  StopH: Off.H,
  StopM: Off.M,
  DaysEnabled: Days,
});

/** The favourites of a house and their times, which a step does not change. */
const known = oncePerHouse((_: HouseFile): { favourites: readonly Favourite[]; times: FavouriteTimes[] } => ({
  favourites: [],
  times: [],
}));

const timesOf = ({ lightFavourite }: Draft['datagrams'], house: HouseFile): readonly FavouriteTimes[] => {
  const last = known(house);
  if (!sameMembers(last.favourites, lightFavourite)) {
    last.favourites = [...lightFavourite];
    last.times = lightFavourite.map(toTimes);
  }
  return last.times;
};

const runFavourites = (draft: Draft, index: LampIndex, { minutes, at, model: { house } }: Step): void => {
  const events = findDueFavourites(timesOf(draft.datagrams, house), minutes);
  for (const { place, event } of events) {
    if (event === 'start') startLightFavourite(draft, place, at);
    else stopLightFavourite(draft, place, at);
  }
  if (events.length > 0) followLamps(index, draft);
};

/** Switches the heater or cooler of a temperature controller by the temperature of its room. */
const regulate = (draft: Draft, index: LampIndex, lamp: IndexedLamp, { climate }: Step): void => {
  const { place, file, device } = lamp;
  const { Setpoint, RoomTemp: shown = 0, On } = draft.datagrams.lamp[place]!;
  if (Setpoint === undefined) return;
  const measured = Math.round(climate.air[file.room]! * 100);
  const RoomTemp = toReading(shown, measured, TENTH);
  if (RoomTemp !== shown) showReading(draft, 'lamp', place, { RoomTemp });
  const wants = device.isCooler ? measured - Setpoint : Setpoint - measured;
  const { lamps } = draft.plant.lighting!;
  const { isRunning } = lamps[place]!;
  const runs = On !== 0 && (wants > hysteresis || (isRunning && wants >= -hysteresis));
  if (runs === isRunning) return;
  replace(lamps, place, { isRunning: runs });
  unsettle(index, lamp);
};

/**
 * Performs the automatic actions of lamps in a step: waking people, following them, showing effects, holding a
 * temperature.
 */
const live = (draft: Draft, index: LampIndex, step: Step): void => {
  for (const lamp of index.waking) wakeUp(draft, lamp, step);
  followPeople(draft, index, step);
  readOccupancy(draft, step);
  for (const lamp of index.animated) animate(draft, lamp, step);
  for (const lamp of index.regulating) regulate(draft, index, lamp, step);
};

const move = (draft: Draft, index: LampIndex, at: number): void => {
  const { lamps } = draft.plant.lighting!;
  let isAnyMoving = false;
  for (const lamp of index.moving) {
    if (lamps[lamp.place]!.direction === 0) continue;
    unsettle(index, lamp);
    isAnyMoving = true;
  }
  if (isAnyMoving) showMotion(draft, at);
};

/**
 * Advances the lighting by a step: times, people, effects, doors, blinds, loads. Lamps without pending actions in the
 * step are not visited.
 */
export function advanceLighting(draft: Draft, step: Step): void {
  const { lighting } = draft.plant;
  if (lighting === undefined) return;
  const index = lampIndex(draft, step.model.house);
  const isMinute = step.minutes.length > 0;
  if (isMinute) {
    runFavourites(draft, index, step);
    showReading(draft, 'lighting', 0, { Time: toLightingClock(step.civil, step.at) });
  }
  if (lighting.hasPower) live(draft, index, step);
  move(draft, index, step.at);
  followLamps(index, draft);
  applyLoads(draft, index, step);
  if (isMinute) showDiagnostics(draft, index, step);
}
