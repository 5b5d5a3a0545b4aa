import {
  type Abilities,
  abilitiesOf,
  type DatagramOf,
  type DeviceType,
  deviceTypes,
} from '@plenum/protocol/component';
import { enumerations } from '@plenum/protocol/field';
import type { CivilMinute } from '../calendar/calendar.ts';
import { findDueFavourites } from '../calendar/favourite-times.ts';
import { type HouseFile, oncePerHouse, roomNumbers, seedOf } from '../house/house.ts';
import { type Draft, patch } from '../model/draft.ts';
import type { LampPlant } from '../model/state.ts';
import type { Step } from '../model/step.ts';
import { createSun, noise, type Sun } from '../physics/index.ts';
import { toLightingClock } from './clock.ts';
import { isAnyMoving, positionAt, showMotion } from './motion.ts';
import { levelAt, setLamp, startLightFavourite, stopLightFavourite, switchLamp } from './switch.ts';

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
/** Minutes between two readings of the diagnostics of lamps. */
const diagnosticsEvery = 5;
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
} as const satisfies Record<DeviceType, number>;

const coolers: ReadonlySet<number> = new Set([
  deviceType.values['relay as cooling controller'],
  deviceType.values['outlet as cooling controller'],
  deviceType.values['voltage-free relay as cooling controller'],
]);

/** What a step needs to know of each kind of device, by its number: a large house asks 67 million times a year. */
const devices = Object.entries(deviceTypes).reduce<DeviceFacts[]>((all, [number, type]) => {
  all[Number(number)] = {
    ...abilitiesOf(type),
    watts: wattsOf[type],
    isCooler: coolers.has(Number(number)),
  };
  return all;
}, []);

interface DeviceFacts extends Abilities {
  readonly watts: number;
  /** A temperature controller that switches a cooler and not a heater. */
  readonly isCooler: boolean;
}

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

type LampFile = ReturnType<typeof lampFiles>[number] | typeof elsewhere;

/**
 * One lamp in a step. What its datagram says is read again only when there is another one: a large house asks 67 million
 * times a year, and datagrams have many shapes.
 */
interface Each {
  readonly place: number;
  plant: LampPlant;
  readonly file: LampFile;
  shown: Lamp | undefined;
  device: DeviceFacts;
  /** It has power at the wall, and is no garage door, which nothing moves but a command to it. */
  isLive: boolean;
  hasAlarm: boolean;
  hasEffect: boolean;
  /** It changes when its room has been empty for some time. */
  hasDelay: boolean;
  /** W when fully on, or of its motor; none where it was removed. */
  watts: number;
  isReversed: boolean;
}

const eachLamp = oncePerHouse((): Each[] => []);

const createEach = (house: HouseFile, place: number, plant: LampPlant): Each => ({
  place,
  plant,
  file: lampFiles(house)[place] ?? elsewhere,
  shown: undefined,
  device: devices[plant.type]!,
  isLive: false,
  hasAlarm: false,
  hasEffect: false,
  hasDelay: false,
  watts: 0,
  isReversed: false,
});

const readShown = (each: Each, shown: Lamp): void => {
  const device = devices[each.plant.type]!;
  each.shown = shown;
  each.device = device;
  each.isLive = shown.Att === 1 && shown.Pwrd === 1 && !device.isGarageDoor;
  each.hasAlarm = shown.Alar === 1;
  each.hasEffect = shown.Fx !== lightEffect.values.none;
  each.hasDelay = shown.D1 > 0 || shown.D2 > 0;
  each.watts = shown.Att === 0 ? 0 : (each.file.power ?? device.watts);
  each.isReversed = shown.ReverseOutput === 1;
};

/** All lamps of a house, as they are now. */
const lampsIn = (draft: Draft, house: HouseFile): readonly Each[] => {
  const { lamp } = draft.datagrams;
  const { lamps } = draft.plant.lighting!;
  const all = eachLamp(house);
  all.length = Math.min(all.length, lamp.length);
  for (let place = 0; place < lamp.length; place++) {
    all[place] ??= createEach(house, place, lamps[place]!);
    const each = all[place]!;
    each.plant = lamps[place]!;
    if (each.shown !== lamp[place]) readShown(each, lamp[place]!);
  }
  return all;
};

const wakeUp = (draft: Draft, { place, plant: lamp }: Each, { minutes, at }: Step): void => {
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
const followPeople = (draft: Draft, each: Each, step: Step): void => {
  const { place, plant: lamp, file, hasDelay } = each;
  const { at, seconds } = step;
  const isOccupied = step.conditions.activity.people[file.room]! >= presence;
  const wasEmpty = lamp.isEmpty;
  lamp.isEmpty = !isOccupied;
  if (isOccupied) lamp.occupiedAt = at;
  if (isOccupied ? !wasEmpty : !hasDelay) return;
  const { D1, A1, D2, A2, OccAuOn, On } = draft.datagrams.lamp[place]!;
  if (isOccupied) {
    if (OccAuOn === 1 && On === 0) switchLamp(draft, place, 1, at);
    return;
  }
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
const regulate = (draft: Draft, { place, plant: lamp, file }: Each, { climate }: Step): void => {
  const { Setpoint, On } = draft.datagrams.lamp[place]!;
  if (Setpoint === undefined) return;
  const RoomTemp = Math.round(climate.air[file.room]! * 100);
  patch(draft, 'lamp', place, { RoomTemp: Math.round(RoomTemp / 10) * 10 });
  const wants = devices[lamp.type]!.isCooler ? RoomTemp - Setpoint : Setpoint - RoomTemp;
  if (On === 0 || wants < -hysteresis) lamp.isRunning = false;
  else if (wants > hysteresis) lamp.isRunning = true;
};

/** The electric W that a device draws at the end of a step. */
const drawOf = (
  draft: Draft,
  { place, plant: lamp, device, watts, isReversed }: Each,
  at: number,
): number => {
  if (watts === 0) return 0;
  if (device.isGarageDoor || device.isBlind) return lamp.direction === 0 ? 0 : watts;
  if (device.isThermostat) return lamp.isRunning ? watts : 0;
  const level = lamp.level === lamp.fadeFrom ? lamp.level : levelAt(draft, place, at);
  return (watts * (isReversed ? 100 - level : level)) / 100;
};

/** Adds what a device draws to the heat of its room, and the shade of a blind; returns the W that it draws. */
const load = (draft: Draft, each: Each, { conditions, at }: Step): number => {
  const { plant: lamp, file, device } = each;
  const { room, shades } = file;
  const watts = draft.plant.lighting!.hasPower ? drawOf(draft, each, at) : 0;
  if (watts !== 0 && device.isCooler) conditions.supply.sensible[room]! -= coolerEfficiency * watts;
  else if (watts !== 0 && !device.isGarageDoor) conditions.supply.sensible[room]! += watts;
  if (device.isBlind) {
    const shut = 1 - positionAt(lamp, 'CBLD', at) / 100;
    conditions.activity.shade[room] = Math.max(conditions.activity.shade[room]!, shut * shades);
  }
  return watts;
};

const showDiagnostics = (draft: Draft, { place, file }: Each, { at, climate }: Step): void => {
  const level = Math.round(levelAt(draft, place, at));
  const Temp = Math.round(climate.air[file.room]! + level / 4) * 100;
  const Powered = draft.plant.lighting!.hasPower ? draft.datagrams.lamp[place]!.Pwrd : 0;
  const shown = draft.datagrams.lampDiagnostics[place]!;
  if (shown.Temp === Temp && shown.TempBrightness === level && shown.Powered === Powered) return;
  patch(draft, 'lampDiagnostics', place, { Temp, TempBrightness: level, LightPerCent: level, Powered });
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

/** What a lamp does by itself in a step: it wakes people, follows them, shows its effect, holds a temperature. */
const live = (draft: Draft, each: Each, step: Step): void => {
  const { place, plant, hasAlarm, hasEffect, device } = each;
  if (hasAlarm || plant.alarmSince > 0 || plant.snoozedUntil > 0) wakeUp(draft, each, step);
  followPeople(draft, each, step);
  if (hasEffect) {
    const changed = animate(place, draft.datagrams.lamp[place]!, step);
    if (changed !== undefined) setLamp(draft, place, changed, step.at);
  }
  if (device.isThermostat) regulate(draft, each, step);
};

/** Advances the lighting by a step: times, people, effects, doors, blinds, loads. */
export const advanceLighting = (draft: Draft, step: Step): void => {
  const { lighting } = draft.plant;
  if (lighting === undefined) return;
  const isMinute = step.minutes.length > 0;
  if (isMinute) {
    advanceFavourites(draft, step);
    patch(draft, 'lighting', 0, { Time: toLightingClock(step.civil, step.at) });
  }
  sunOver(step.house)(step.at, sun);
  const lamps = lampsIn(draft, step.house);
  for (let place = 0; lighting.hasPower && place < lamps.length; place++)
    if (lamps[place]!.isLive) live(draft, lamps[place]!, step);
  if (isAnyMoving(lighting.lamps)) showMotion(draft, step.at);
  let total = 0;
  for (let place = 0; place < lamps.length; place++) total += load(draft, lamps[place]!, step);
  // What few clients read, and a large house has 128 of, is as fresh as a real lamp's.
  if (isMinute && step.civil.minute % diagnosticsEvery === 0)
    for (const each of lamps) showDiagnostics(draft, each, step);
  draft.plant.loads.lights = total;
};
