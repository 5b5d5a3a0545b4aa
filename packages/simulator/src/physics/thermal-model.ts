import { createAirBalance } from './air-balance.ts';
import { placeOfHour, toDailyProfile, toHours, writeShares } from './daily-profiles.ts';
import { createHeatBalance } from './heat-balance.ts';
import { computeStoredHeat, createHeatFlowWriter } from './heat-flows.ts';
import { toNetwork } from './network.ts';
import { DEFAULT_ROOM } from './room-defaults.ts';
import { computeIrradiance, SURFACES } from './surfaces.ts';
import type {
  Activity,
  Conditions,
  DailyProfile,
  LocalTime,
  RoomSpec,
  Site,
  Supply,
  ThermalModel,
  Weather,
} from './types.ts';
import { createSun, type FindSun, type Sun } from './weather/sun.ts';

/** Temperature of the ground under a house in °C if its site has none. */
const GROUND = 17;

const createSupply = (size: number): Supply => ({
  flow: new Float64Array(size),
  temperature: new Float64Array(size).fill(20),
  humidity: new Float64Array(size).fill(0.008),
  co2: new Float64Array(size).fill(420),
  sensible: new Float64Array(size),
  moisture: new Float64Array(size),
});

/** Creates the function that writes people and equipment at a local time, from the daily profiles of the rooms. */
const createOccupancy = (rooms: readonly RoomSpec[]) => {
  const occupants = Float64Array.from(rooms, (room) => room.occupants ?? DEFAULT_ROOM.occupants);
  const watts = Float64Array.from(
    rooms,
    (room) => room.equipment ?? DEFAULT_ROOM.equipmentPerArea * room.area,
  );
  const presence = rooms.map((room) => toDailyProfile(room.presence ?? DEFAULT_ROOM.presence));
  const usage = rooms.map((room) => toDailyProfile(room.usage ?? DEFAULT_ROOM.usage));
  const dayOf = (kind: keyof DailyProfile) => ({
    presence: toHours(presence.map((profile) => profile[kind])),
    usage: toHours(usage.map((profile) => profile[kind])),
  });
  const [weekday, weekend] = [dayOf('weekday'), dayOf('weekend')];
  return ({ people, equipment }: Activity, local: LocalTime): void => {
    const day = local.weekend ? weekend : weekday;
    const place = placeOfHour(local.hour);
    writeShares(people, occupants, day.presence, place);
    writeShares(equipment, watts, day.usage, place);
  };
};

/**
 * Creates the thermal model of a house with these rooms at a site. Throws a RangeError with a sentence if the values of
 * a room are impossible. Deterministic: the same work, conditions and seconds give the same bits, regardless of earlier
 * computations.
 */
export const createThermalModel = (
  rooms: readonly RoomSpec[],
  site: Site,
  findSun: FindSun = createSun(site),
): ThermalModel => {
  const network = toNetwork(rooms);
  const { size } = network;
  const ground = site.ground ?? GROUND;
  const heat = createHeatBalance(network, ground);
  const moveAir = createAirBalance(network);
  const keepBooks = createHeatFlowWriter(network, heat, ground);
  const fillActivity = createOccupancy(rooms);
  const sun: Sun = { east: 0, north: 0, up: 0, space: 0 };
  const before = new Float64Array(size);
  return {
    names: rooms.map((room) => room.name),
    size,
    volume: network.volume,
    createConditions: (weather: Weather): Conditions => ({
      weather,
      irradiance: new Float64Array(SURFACES.length),
      activity: {
        people: new Float64Array(size),
        equipment: new Float64Array(size),
        openWindow: new Float64Array(size),
        shade: new Float64Array(size),
      },
      supply: createSupply(size),
    }),
    prepare(conditions, at, local) {
      findSun(at, sun);
      computeIrradiance(conditions.irradiance, sun, conditions.weather);
      fillActivity(conditions.activity, local);
    },
    step(work, conditions, seconds, books) {
      if (books) computeStoredHeat(network, work, before);
      heat.advance(work, conditions, seconds);
      moveAir(work, conditions, heat.outsideAir, seconds);
      if (!books) return;
      keepBooks(conditions, seconds, books);
      computeStoredHeat(network, work, books.stored);
      for (let room = 0; room < size; room++) books.stored[room]! -= before[room]!;
    },
  };
};
