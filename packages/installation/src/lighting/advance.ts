import { abilitiesOf, type DatagramOf } from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { CivilMinute } from '../calendar/calendar.ts';
import { findDueFavourites } from '../calendar/favourite-times.ts';
import { type HouseFile, oncePerHouse, roomNumbers, seedOf } from '../house/house.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { LampPlant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { createSun, noise, type Sun } from '../physics/index.ts';
import { toLightingClock } from './clock.ts';
import { positionAt, showMotion } from './motion.ts';
import {
  isSwitchable,
  levelAt,
  setLamp,
  startLightFavourite,
  stopLightFavourite,
  switchLamp,
} from './switch.ts';

type Lamp = DatagramOf<'lamp'>;

const { lightEffect, deviceType } = enumerations;

const minute = 60_000;
/** An alarm wakes over ten minutes (lighting 5). */
const wakeTime = 10 * minute;
/** People count as present from this many on: a rhythm gives shares of people. */
const presence = 0.5;
/** Daylight that makes a lamp with automatic brightness superfluous, W/m² on a horizontal plane. */
const brightDay = 250;
/** The evening in which holiday lighting pretends that somebody is at home, minutes of the day, and how often it changes. */
const evening = { from: 17 * 60 + 30, to: 23 * 60, slot: 20 } as const;
const holidayStream = 900;
const candleStream = 1030;
/** Half the width, hundredths of °C, in which a temperature controller does not switch (lighting 5). */
const hysteresis = 25;
/** Heat that a cooler takes out of the room for each W it draws. */
const coolerEfficiency = 2.5;
const wattsOf = {
  CL5: 9,
  CDM: 60,
  CACDSW: 60,
  CACR: 100,
  CGPO: 150,
  CVFC: 100,
  CACRTC: 1000,
  CGPOTC: 1000,
  CVFCTC: 1000,
  CGDO: 350,
  CACRGD: 350,
  CVFCGD: 350,
  CBLD: 120,
} as const;

/** What a house file says of its lamps, by number. */
const lampFiles = oncePerHouse((house: HouseFile) => {
  const rooms = roomNumbers(house);
  return (house.lighting?.lamps ?? []).map(({ room, power, shades }) => ({
    room: rooms.get(room) ?? 0,
    power,
    shades: shades ?? 0.8,
  }));
});
const sunOver = oncePerHouse((house: HouseFile) => createSun(house.place));
/** A lamp that was paired while the house ran is in the first room. */
const elsewhere = { room: 0, power: undefined, shades: 0 };

const fileOf = (house: HouseFile, place: number) => lampFiles(house)[place] ?? elsewhere;

const wakeUp = (draft: Draft, place: number, { minutes, at }: Step): void => {
  const lamp = draft.plant.lighting!.lamps[place]!;
  const { Alar, AlH, AlM, Days } = draft.datagrams.lamp[place]!;
  const isDue = ({ weekday, minute: now }: CivilMinute) => Days[weekday] === 1 && now === AlH * 60 + AlM;
  if (Alar === 1 && minutes.some(isDue)) lamp.alarmSince = at;
  if (lamp.snoozedUntil > 0 && at >= lamp.snoozedUntil)
    Object.assign(lamp, { alarmSince: at, snoozedUntil: 0 });
  if (lamp.alarmSince === 0) return;
  const share = Math.min(1, (at - lamp.alarmSince) / wakeTime);
  setLamp(draft, place, { On: 1, Brig: Math.max(1, Math.round(100 * share)) }, at);
  if (share === 1) lamp.alarmSince = 0;
};

/** Dims a lamp when its room is empty for its delays, and switches it on when people come, as it is set. */
const followPeople = (draft: Draft, place: number, { house, conditions, at, seconds }: Step): void => {
  const lamp = draft.plant.lighting!.lamps[place]!;
  const { D1, A1, D2, A2, OccAuOn, On } = draft.datagrams.lamp[place]!;
  if (conditions.activity.people[fileOf(house, place).room]! >= presence) {
    if (lamp.isEmpty && OccAuOn === 1 && On === 0) switchLamp(draft, place, 1, at);
    Object.assign(lamp, { occupiedAt: at, isEmpty: false });
    return;
  }
  lamp.isEmpty = true;
  if (On === 0) return;
  const gone = at - lamp.occupiedAt;
  for (const [delay, brightness] of [
    [D1, A1],
    [D2, A2],
  ] as const) {
    const isDue = delay > 0 && gone >= delay * minute && gone - seconds * 1000 < delay * minute;
    if (isDue && brightness === 0) switchLamp(draft, place, 0, at);
    else if (isDue) setLamp(draft, place, { Brig: brightness }, at);
  }
};

/** Minutes in which the effect of a rotating colour goes once through all of them. */
const turnTime = 6;

/** A pure colour by its angle on the colour wheel, in degrees: 0 red, 120 green, 240 blue. */
const toColour = (angle: number): Pick<Lamp, 'R' | 'G' | 'B'> => {
  const share = (peak: number) => {
    const away = Math.abs(((((angle - peak) % 360) + 540) % 360) - 180);
    return Math.round(255 * Math.max(0, Math.min(1, 2 - away / 60)));
  };
  return { R: share(0), G: share(120), B: share(240) };
};

/** Where the sun stands at the end of the step; `advanceLighting` computes it once for all lamps. */
const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };

/** What an effect makes of a lamp in this step; undefined where it changes nothing by itself. */
const animate = (place: number, { Fx, On }: Lamp, step: Step): Partial<Lamp> | undefined => {
  const { at, house, conditions, civil } = step;
  const slot = Math.floor(at / (step.seconds * 1000));
  switch (Fx) {
    case lightEffect.values.candle:
      return { Brig: 25 + Math.round(25 * noise(seedOf(house), candleStream + place, slot)) };
    case lightEffect.values.rotate:
      return { ...toColour(((at / minute) % turnTime) * (360 / turnTime)), Rgb: 1 };
    case lightEffect.values.circadian:
      return { Temp: Math.round(100 - 90 * Math.max(0, Math.min(1, sun.up / 0.7))), Rgb: 0 };
    case lightEffect.values['automatic brightness']: {
      const daylight = conditions.weather.beam * Math.max(0, sun.up) + conditions.weather.diffuse;
      return { Brig: Math.round(100 * Math.max(0, 1 - daylight / brightDay)) };
    }
    case lightEffect.values.holiday: {
      const isEvening = civil.minute >= evening.from && civil.minute < evening.to;
      const draw = noise(
        seedOf(house),
        holidayStream + place,
        civil.day * 100 + Math.floor(civil.minute / evening.slot),
      );
      const on = isEvening && draw > 0.45 ? 1 : 0;
      return on === On ? undefined : { On: on };
    }
    default:
      return undefined;
  }
};

/** Switches the heater or cooler of a temperature controller by the temperature of its room. */
const regulate = (draft: Draft, place: number, { climate, house }: Step): void => {
  const lamp = draft.plant.lighting!.lamps[place]!;
  const { Setpoint, On } = draft.datagrams.lamp[place]!;
  if (Setpoint === undefined) return;
  const RoomTemp = Math.round(climate.air[fileOf(house, place).room]! * 100);
  patch(draft, 'lamp', place, { RoomTemp: Math.round(RoomTemp / 10) * 10 });
  const wants = isCooler(lamp) ? RoomTemp - Setpoint : Setpoint - RoomTemp;
  if (On === 0 || wants < -hysteresis) lamp.isRunning = false;
  else if (wants > hysteresis) lamp.isRunning = true;
};

const coolers: ReadonlySet<number> = new Set([
  deviceType.values['relay as cooling controller'],
  deviceType.values['outlet as cooling controller'],
  deviceType.values['voltage-free relay as cooling controller'],
]);
const isCooler = ({ type }: LampPlant): boolean => coolers.has(type);

/** The electric W that a device draws at the end of a step. */
const drawOf = (draft: Draft, place: number, { house, at }: Step): number => {
  const lamp = draft.plant.lighting!.lamps[place]!;
  const shown = draft.datagrams.lamp[place]!;
  const { Type, Att } = shown;
  if (Att === 0 || !draft.plant.lighting!.hasPower) return 0;
  const watts = fileOf(house, place).power ?? wattsOf[Type as keyof typeof wattsOf] ?? 0;
  const { isGarageDoor, isBlind, isThermostat } = abilitiesOf(Type);
  if (isGarageDoor || isBlind) return lamp.direction === 0 ? 0 : watts;
  if (isThermostat) return lamp.isRunning ? watts : 0;
  const reversed = shown.ReverseOutput === 1;
  const level = levelAt(draft, place, at);
  return (watts * (reversed ? 100 - level : level)) / 100;
};

/** Adds what the devices draw, the heat that they give their rooms, and the shade of the blinds. */
const load = (draft: Draft, step: Step): void => {
  const { conditions, house, at } = step;
  let total = 0;
  for (const [place, { Type }] of draft.datagrams.lamp.entries()) {
    const lamp = draft.plant.lighting!.lamps[place]!;
    const { room, shades } = fileOf(house, place);
    const watts = drawOf(draft, place, step);
    total += watts;
    const { isThermostat, isBlind, isGarageDoor } = abilitiesOf(Type);
    if (isThermostat && isCooler(lamp)) conditions.supply.sensible[room]! -= coolerEfficiency * watts;
    else if (!isGarageDoor) conditions.supply.sensible[room]! += watts;
    if (isBlind) {
      const shut = 1 - positionAt(lamp, Type, at) / 100;
      conditions.activity.shade[room] = Math.max(conditions.activity.shade[room]!, shut * shades);
    }
  }
  draft.plant.loads.lights = total;
};

const showDiagnostics = (draft: Draft, { at, climate, house }: Step): void => {
  for (const [place, { Pwrd }] of draft.datagrams.lamp.entries()) {
    const level = Math.round(levelAt(draft, place, at));
    const air = climate.air[fileOf(house, place).room]!;
    patch(draft, 'lampDiagnostics', place, {
      Temp: Math.round(air + level / 4) * 100,
      TempBrightness: level,
      LightPerCent: level,
      Powered: draft.plant.lighting!.hasPower ? Pwrd : 0,
    });
  }
};

const advanceFavourites = (draft: Draft, { minutes, at }: Step): void => {
  const favourites = draft.datagrams.lightFavourite.map(({ Name, En, On, Off, Days }) => ({
    Name,
    Enabled: En,
    StartH: On.H,
    StartM: On.M,
    StopH: Off.H,
    StopM: Off.M,
    DaysEnabled: Days,
  }));
  for (const { place, event } of findDueFavourites(favourites, minutes)) {
    if (event === 'start') startLightFavourite(draft, place, at);
    else stopLightFavourite(draft, place, at);
  }
};

/** Advances the lighting by a step: times, people, effects, doors, blinds, loads. */
export const advanceLighting = (draft: Draft, step: Step): void => {
  const { lighting } = draft.plant;
  if (lighting === undefined) return;
  if (step.minutes.length > 0) {
    advanceFavourites(draft, step);
    patch(draft, 'lighting', 0, { Time: toLightingClock(step.civil, step.at) });
  }
  sunOver(step.house)(step.at, sun);
  for (const [place, lamp] of draft.datagrams.lamp.entries()) {
    if (!isSwitchable(lamp) || !lighting.hasPower) continue;
    wakeUp(draft, place, step);
    followPeople(draft, place, step);
    const changed = animate(place, draft.datagrams.lamp[place]!, step);
    if (changed !== undefined) setLamp(draft, place, changed, step.at);
    regulate(draft, place, step);
  }
  showMotion(draft, step.at);
  load(draft, step);
  if (step.minutes.length > 0) showDiagnostics(draft, step);
};
