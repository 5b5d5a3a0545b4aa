import { advanceState } from '../advance.ts';
import { createState } from '../create-state.ts';
import { readShippedHouse } from '../house-file/shipped.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { createHouseModel, type HouseModel } from '../model/house-model.ts';
import type { State } from '../model/state.ts';
import { createHeatFlows, type HeatFlows } from '../physics/index.ts';
import type { Band } from './bands.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** A value that a field study measured, beside that of the simulated house. */
export type FieldResult = {
  readonly title: string;
  readonly unit: string;
  readonly value: number;
  readonly band: Band;
};

/**
 * Mean COP of air-source heat pumps of seven field studies while it is -10 to 5 °C outdoors: 2.74, and 2 to 3 for those
 * that are not made for cold climates (Gibb, Rosenow, Lowes and Hewitt 2023, Joule 7, doi 10.1016/j.joule.2023.08.005).
 */
const FIELD_COP: Band = [2, 3];
const COLD: Band = [-10, 5];

/**
 * Two research houses near Washington, D.C., winter of 1987 to 1988, furnaces of 37 and 103 % over the design heat loss: from an
 * eight-hour setback of 6.7 K at 27.8 K between indoors and outdoors, they recovered in 2.0 and 0.9 h (abstract in the
 * catalogue of ASHRAE's papers, ndls.org.cn 7e2b8eb4777cbe2c777dbba2b0c1663c). The band of 10 K is as fast per K.
 */
const PICKUP = { setpoint: 22, setback: 15.5, outdoor: 22.2 - 27.8, design: -8.3, drop: 6.7 } as const;
const PICKUP_HOURS: Band = [0.9, 2];
const OVERSIZED = [1.37, 2.03] as const;
/** Hours after which a house that is still cold is given up. */
const MOST_HOURS = 24;

const readDemo = (): HouseFile => {
  const house = readShippedHouse('demo');
  if (!house.ok) throw new Error('The demo house cannot be read.');
  return house.value;
};

/** Returns the main house and the granny flat of the demo house with their units, which heat to `setpoint` all day. */
const withHeating = (setpoint: number, change: Partial<HouseFile> = {}): HouseFile => {
  const { name, seed, step, place, rooms, ducted, splits } = readDemo();
  const { unit, zones } = ducted!;
  return {
    name,
    ...(seed !== undefined && { seed }),
    ...(step !== undefined && { step }),
    place,
    rooms,
    ducted: {
      unit: { ...unit, iSave: false, on: true, mode: 'heat', fan: 'auto', setpoint, ecoMax: 30, ecoMin: 15 },
      zones: zones.map((zone) => ({ ...zone, ...(zone.type === 'auto' && { mode: 'auto', setpoint }) })),
    },
    splits: {
      ...splits!,
      units: splits!.units.map((each) => ({ ...each, on: true, mode: 'heat', setpoint })),
      favourites: [],
    },
    ...change,
  };
};

const sumOf = (values: Float64Array): number => values.reduce((sum, value) => sum + value, 0);

/** Advances a house step by step. */
const advance = (
  model: HouseModel,
  state: State,
  { until, each }: { readonly until: number; readonly each: (state: State, flows: HeatFlows) => boolean },
): State => {
  const flows = createHeatFlows(model.thermal.size);
  let now = state;
  while (now.at < until) {
    now = advanceState(model, now, now.at + model.stepMs, flows);
    if (each(now, flows)) break;
  }
  return now;
};

/**
 * Simulates a winter of the demo house in the weather of Denver, heated to 21 °C. Returns the heat that its ducted unit and
 * its splits delivered per electric energy, while it was as cold as in the field studies.
 */
export function findSeasonalPerformance(weatherFile: string, days = 150): readonly FieldResult[] {
  const place = { latitude: 39.74, longitude: -105.18, altitude: 1650, timeZone: 'Etc/GMT+7', ground: 10 };
  const house = withHeating(21, { place, climate: { epw: 'denver.epw' } });
  const model = createHouseModel(house, weatherFile);
  const start = Date.UTC(2025, 10, 1);
  const sums = { ducted: [0, 0], splits: [0, 0] } as { [kind in 'ducted' | 'splits']: [number, number] };
  advance(model, createState(model, start), {
    until: start + days * DAY,
    each: ({ at, plant: { loads } }, flows) => {
      const { temperature } = model.weatherAt(at - model.stepMs / 2, {});
      if (temperature < COLD[0] || temperature > COLD[1]) return false;
      const seconds = model.stepMs / 1000;
      sums.ducted[0] += flows.unit.coil + flows.unit.fan;
      sums.ducted[1] += seconds * (loads.unit + loads.fan);
      sums.splits[0] += sumOf(flows.roomUnits);
      sums.splits[1] += seconds * loads.splits;
      return false;
    },
  });
  const cop = ([heat, electric]: readonly [number, number]) => heat / electric;
  const title = 'COP at -10 to 5 °C';
  return [
    { title: `${title}, ducted unit`, unit: '', value: cop(sums.ducted), band: FIELD_COP },
    { title: `${title}, wall splits`, unit: '', value: cop(sums.splits), band: FIELD_COP },
  ];
}

/** Returns the main house alone: the rooms that are joined to those of its zones. */
const mainHouse = (house: HouseFile): HouseFile => {
  const joined = new Set(house.ducted!.zones.map(({ room }) => room));
  for (let size = 0; size !== joined.size; ) {
    size = joined.size;
    for (const { name, neighbours = [] } of house.rooms)
      if (joined.has(name) || neighbours.some(({ room }) => joined.has(room)))
        for (const room of [name, ...neighbours.map((each) => each.room)]) joined.add(room);
  }
  const { splits: _, ...rest } = house;
  return { ...rest, rooms: house.rooms.filter(({ name }) => joined.has(name)) };
};

const withWeather = (state: State, temperature: number): State => ({
  ...state,
  plant: { ...state.plant, knobs: { ...state.plant.knobs, weather: { temperature, wind: 3, cloud: 1 } } },
});

const withSetpoint = (state: State, degrees: number): State => ({
  ...state,
  datagrams: {
    ...state.datagrams,
    unit: [{ ...state.datagrams.unit[0]!, Setpoint: degrees * 100 }],
    zone: state.datagrams.zone.map((zone) => ({ ...zone, Setpoint: degrees * 100 })),
  },
});

/** Returns the house with every damper open and one thermostat in the return air, as ducted houses without zones have it. */
const withOneThermostat = (house: HouseFile): HouseFile => ({
  ...house,
  ducted: {
    unit: { ...house.ducted!.unit, returnAir: 'return air', fan: 'high' },
    zones: house.ducted!.zones.map((zone) => ({ ...zone, mode: 'open', maxAir: 100 })),
  },
});

/** Returns the W that hold a house at a temperature while it is another outdoors, without people and sun. */
const heatLossOf = (house: HouseFile, indoor: number, outdoor: number): number => {
  const { ducted: _, ...rest } = house;
  const model = createHouseModel({
    ...rest,
    rooms: house.rooms.map((room) => ({
      ...room,
      occupants: 0,
      equipment: 0,
      walls: (room.walls ?? []).map((wall) => ({ ...wall, shade: 1 })),
      ideal: { heat: [{ at: '00:00', setpoint: indoor }] },
    })),
  });
  const first = withWeather(createState(model, Date.UTC(2025, 0, 10)), outdoor);
  const warm = advanceState(model, first, first.at + 9 * DAY);
  let joules = 0;
  advance(model, warm, {
    until: warm.at + DAY,
    each: (_, flows) => {
      joules += sumOf(flows.ideal);
      return false;
    },
  });
  return joules / 86_400;
};

/** Returns the hours until nine tenths of what the return air of a house lacks are back. */
const hoursToRecover = (model: HouseModel, cold: State, setpoint: number): number => {
  const asked = withSetpoint(cold, setpoint);
  const lacking = setpoint - cold.plant.climate.air[0]!;
  const warm = advance(model, asked, {
    until: asked.at + MOST_HOURS * HOUR,
    // The sensor reads the air once a minute.
    each: ({ datagrams, at }) =>
      at > asked.at + MINUTE && datagrams.unit[0]!.Temp >= 100 * (setpoint - lacking / 10),
  });
  return (warm.at - asked.at) / HOUR;
};

/** Returns the time from a setback of eight hours with gas furnaces of the study's sizes, and that from 10 K below. */
export function findRecovery(): readonly FieldResult[] {
  const { setpoint, setback, outdoor, design, drop } = PICKUP;
  const place = { latitude: 38.9, longitude: -77, timeZone: 'Etc/GMT+5', ground: 12 };
  const house = withOneThermostat(mainHouse(withHeating(setpoint, { place })));
  const loss = heatLossOf(house, setpoint, design);
  const furnace = (size: number): HouseFile => {
    const { unit, zones } = house.ducted!;
    const settings = { GasHeat: { Type: 8 } };
    const heating = (size * loss) / 1000;
    return {
      ...house,
      ducted: {
        unit: { ...unit, heating, settings },
        zones,
      },
    };
  };
  const recover = (file: HouseFile, cool: number): number => {
    const model = createHouseModel(file);
    const first = withWeather(createState(model, Date.UTC(2025, 0, 10, 4)), outdoor);
    const warm = advanceState(model, first, first.at + 3 * DAY);
    const cold = advanceState(model, withSetpoint(warm, cool), warm.at + 8 * HOUR);
    return hoursToRecover(model, cold, setpoint);
  };
  const [least, most] = PICKUP_HOURS;
  const tenKelvin = 10 / drop;
  const soaked = (file: HouseFile): number => {
    const model = createHouseModel(file);
    const first = withWeather(createState(model, Date.UTC(2025, 0, 10, 4)), 7);
    const climate = model.thermal.createState(
      { temperature: setpoint - 10 },
      (first.at / 1000) % model.thermal.interval,
    );
    return hoursToRecover(model, { ...first, plant: { ...first.plant, climate } }, setpoint);
  };
  return [
    ...OVERSIZED.map((size) => ({
      title: `recovery from ${drop} K, furnace ${Math.round((size - 1) * 100)} % over the heat loss`,
      unit: 'h',
      value: recover(furnace(size), setback),
      band: PICKUP_HOURS,
    })),
    {
      title: 'recovery from 10 K in everything, own heat pump, 7 °C outdoors',
      unit: 'h',
      value: soaked(house),
      band: [least * tenKelvin, most * tenKelvin],
    },
  ];
}
