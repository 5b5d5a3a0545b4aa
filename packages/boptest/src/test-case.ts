import {
  createCalendar,
  createEmulator,
  type Emulated,
  type Emulator,
  type HouseFile,
} from '@plenum/simulator';
import { type Input, inputsOf } from './inputs.ts';
import { measurementsOf, roomId } from './measurements.ts';
import { findPeriods, type Periods } from './periods.ts';
import { type ForecastPoint, type Measurement, type Reading, toKelvin } from './point.ts';
import { rememberLast } from './remember-last.ts';
import { type PriceName, priceNames, readScoreSettings, type ScoreSettings } from './score-settings.ts';
import { weatherForecasts } from './weather-points.ts';

/** The limits of the rooms that count: °C and ppm, in the order of `TestCase.rooms`. */
export interface Limits {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  readonly co2: number;
}

/** A house whose controllers can be tested. Times are seconds since the beginning of its year, in local standard time. */
export interface TestCase {
  readonly name: string;
  readonly emulator: Emulator;
  /** Numbers of the rooms that count in discomfort. */
  readonly rooms: readonly number[];
  /** Floor area of the house in m². */
  readonly area: number;
  readonly inputs: readonly Input[];
  readonly measurements: readonly Measurement[];
  readonly forecasts: readonly ForecastPoint[];
  /** Computes the house under its own control at a time, after it has settled for a week. Yields every hour of it. */
  settle: (time: number) => Generator<undefined, Emulated>;
  /** Returns the time in ms UTC. */
  toInstant: (time: number) => number;
  read: (time: number, house: Emulated) => Reading;
  limits: (time: number) => Limits;
  price: (name: PriceName, time: number) => number;
  readonly emissions: number;
  /** Finds the days of its periods, once. */
  periods: () => Promise<Periods>;
}

/** Any year that is not a leap year: that of the reference weather. */
const YEAR = 2025;
const HOUR = 3_600;
const WEEK = 7 * 24 * HOUR;
/** Share of its people from which a room counts as occupied. */
const OCCUPIED = 0.25;

const priceLabels: Readonly<Record<PriceName, string>> = {
  constant: 'Constant',
  dynamic: 'Dynamic',
  highly_dynamic: 'HighlyDynamic',
};

type Clocks = Pick<TestCase, 'toInstant' | 'limits' | 'price' | 'emulator' | 'rooms' | 'emissions'>;

const scoreForecasts = ({
  emulator,
  toInstant,
  limits,
  price,
  rooms,
  emissions,
}: Clocks): readonly ForecastPoint[] => {
  const presence = rememberLast((time) => emulator.presenceAt(toInstant(time)));
  return [
    ...priceNames.map((name) => ({
      name: `PriceElectricPower${priceLabels[name]}`,
      unit: '($/Euro)/kWh',
      description: `Price of electricity in the scenario ${name}`,
      at: (time: number) => price(name, time),
    })),
    {
      name: 'EmissionsElectricPower',
      unit: 'kg/kWh',
      description: 'Carbon dioxide of electricity',
      at: () => emissions,
    },
    ...rooms.flatMap((room, place): readonly ForecastPoint[] => {
      const { name, occupants = 1 } = emulator.house.rooms[room]!;
      const id = roomId(room);
      return [
        {
          name: `LowerSetp[${id}]`,
          unit: 'K',
          description: `Lowest comfortable temperature in ${name}`,
          at: (time) => toKelvin(limits(time).lower[place]!),
        },
        {
          name: `UpperSetp[${id}]`,
          unit: 'K',
          description: `Highest comfortable temperature in ${name}`,
          at: (time) => toKelvin(limits(time).upper[place]!),
        },
        {
          name: `UpperCO2[${id}]`,
          unit: 'ppm',
          description: `Highest carbon dioxide in ${name}`,
          at: (time) => limits(time).co2,
        },
        {
          name: `Occupancy[${id}]`,
          unit: 'number of people',
          description: `People in ${name}`,
          at: (time) => occupants * presence(time)[room]!,
        },
      ];
    }),
  ];
};

/** Returns the function that computes the limits of the rooms that count. */
const createLimits =
  (
    { emulator, rooms, toInstant }: Pick<TestCase, 'emulator' | 'rooms' | 'toInstant'>,
    { lower, upper, lowerEmpty, upperEmpty, co2 }: ScoreSettings,
  ): TestCase['limits'] =>
  (time) => {
    const presence = emulator.presenceAt(toInstant(time));
    const isOccupied = rooms.map((room) => presence[room]! >= OCCUPIED);
    return {
      lower: isOccupied.map((occupied) => (occupied ? lower : lowerEmpty)),
      upper: isOccupied.map((occupied) => (occupied ? upper : upperEmpty)),
      co2,
    };
  };

/** Creates the test case of a house. `weatherFile` is the text of its weather file, if there is one. */
export function createTestCase(name: string, house: HouseFile, weatherFile?: string): TestCase {
  const emulator = createEmulator(house, weatherFile);
  const settings = readScoreSettings(house);
  const start = emulator.startOfYear(YEAR);
  const calendar = createCalendar(house.place.timeZone);
  const toInstant = (time: number) => start + time * 1_000;
  const everyRoom = house.rooms.map((_, room) => room);
  const rooms = emulator.served.length > 0 ? emulator.served : everyRoom;
  const limits = rememberLast(createLimits({ emulator, rooms, toInstant }, settings));
  const price = (of: PriceName, time: number) =>
    settings.prices[of][Math.floor(calendar.civil(toInstant(time)).minute / 60)]!;
  const clocks = { emulator, rooms, toInstant, limits, price, emissions: settings.emissions };
  const initial = emulator.initial(start);
  let last: { readonly time: number; readonly house: Emulated } | undefined;
  function* settle(time: number): Generator<undefined, Emulated> {
    if (last?.time === time) return last.house;
    let settling = emulator.initial(toInstant(time - WEEK));
    for (let hours = WEEK / HOUR - 1; hours >= 0; hours--) {
      settling = emulator.advance(settling, toInstant(time - hours * HOUR));
      yield;
    }
    last = { time, house: settling };
    return settling;
  }
  let periods: Promise<Periods> | undefined;
  return {
    ...clocks,
    name,
    area: house.rooms.reduce((sum, { area }) => sum + area, 0),
    inputs: inputsOf(emulator, initial),
    measurements: measurementsOf(emulator, initial),
    forecasts: [
      ...weatherForecasts(rememberLast((time) => emulator.weatherAt(toInstant(time)))),
      ...scoreForecasts(clocks),
    ],
    settle,
    read: (time, of) => ({ time, house: of, outdoors: emulator.weatherAt(toInstant(time)) }),
    periods: () => (periods ??= findPeriods({ emulator, settle, toInstant })),
  };
}
