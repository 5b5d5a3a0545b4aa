import type { HouseFile } from '../house-schema/house.ts';
import { createHouseModel, type HouseModel } from '../model/house-model.ts';
import {
  computeSkyRadiation,
  createSun,
  DEFAULT_ROOM,
  describeEnvelope,
  type RoomEnvelope,
} from '../physics/index.ts';
import { findUnusual, type Unusual } from './unusual.ts';

/** The sun that the windows of a room let in at most under a clear sky: W, and its time in ms UTC. */
type PeakSun = { readonly watts: number; readonly at: number };

/**
 * Facts of a room: floor m², glass m² and its share of the floor, heat loss in W/K to outside air and ground with all
 * windows closed, the time constant in hours, and the highest sun. A room that loses no heat has no time constant, and one
 * without glass no sun.
 */
export interface RoomFacts {
  readonly name: string;
  readonly area: number;
  readonly glass: number;
  readonly glassToFloor: number;
  readonly loss: { readonly [part in keyof RoomEnvelope['surfaces'] | 'leakage' | 'total']: number };
  readonly timeConstant?: number;
  readonly peakSun?: PeakSun;
}

/** The facts of a house and its rooms, and the values that houses do not have. */
export interface HouseFacts {
  readonly name: string;
  readonly timeZone: string;
  readonly area: number;
  readonly loss: { readonly ground: number; readonly total: number };
  readonly timeConstant?: number;
  readonly rooms: readonly RoomFacts[];
  readonly unusual: readonly Unusual[];
}

const DAY = 86_400_000;
/** Times at which the sun is computed: every 20 minutes of every third day. */
const EVERY = 1_200_000;
const DAYS = 3;
/** Any year: that of the start of the reference weather. */
const YEAR = 2025;

/** Returns the highest sun of each room over a year of clear skies. */
const findPeaks = ({ house, thermal, weatherAt }: HouseModel): readonly PeakSun[] => {
  const findSun = createSun(house.place);
  const sun = { east: 0, north: 0, up: 0, space: 0 };
  const start = Date.UTC(YEAR, 0, 1);
  const weather = { ...weatherAt(start, {}) };
  const conditions = thermal.createConditions(weather);
  const peaks = house.rooms.map(() => ({ watts: 0, at: start }));
  for (let day = start; day < start + 365 * DAY; day += DAYS * DAY)
    for (let at = day; at < day + DAY; at += EVERY) {
      findSun(at, sun);
      if (sun.up <= 0) continue;
      computeSkyRadiation(sun, 0, weather);
      thermal.light(conditions, at, weather);
      const { beam, diffuse } = conditions.windows;
      for (const [room, peak] of peaks.entries()) {
        const watts = beam[room]! + diffuse[room]!;
        if (watts > peak.watts) Object.assign(peak, { watts, at });
      }
    }
  return peaks;
};

/** Returns the time constant in hours of a heat capacity in J/K and a loss in W/K. */
const toTimeConstant = (capacity: number, loss: number): { readonly timeConstant?: number } =>
  loss > 0 ? { timeConstant: capacity / loss / 3600 } : {};

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

const toRoomFacts = (
  { name, area }: HouseFile['rooms'][number],
  { surfaces, leakage, capacity }: RoomEnvelope,
  peakSun: PeakSun,
): RoomFacts => {
  const { walls, windows, roof, floor, ground } = surfaces;
  const parts = {
    walls: walls.loss,
    windows: windows.loss,
    roof: roof.loss,
    floor: floor.loss,
    ground: ground.loss,
    leakage,
  };
  const total = sum(Object.values(parts));
  return {
    name,
    area,
    glass: windows.area,
    glassToFloor: windows.area / area,
    loss: { ...parts, total },
    ...toTimeConstant(capacity, total),
    ...(windows.area > 0 && { peakSun }),
  };
};

/**
 * Inspects a house: how fast each room loses heat, how much sun it gets, and values that houses do not have. The time
 * constant of the house counts all rooms as one. `weatherFile` is the text of its weather file, if there is one.
 */
export function inspectHouse(house: HouseFile, weatherFile?: string): HouseFacts {
  const model = createHouseModel(house, weatherFile);
  const envelopes = describeEnvelope(house.rooms, model.thermal.air);
  const peaks = findPeaks(model);
  const rooms = house.rooms.map((room, place) => toRoomFacts(room, envelopes[place]!, peaks[place]!));
  const loss = {
    ground: sum(rooms.map((room) => room.loss.ground)),
    total: sum(rooms.map((room) => room.loss.total)),
  };
  return {
    name: house.name,
    timeZone: house.place.timeZone,
    area: sum(rooms.map(({ area }) => area)),
    loss,
    ...toTimeConstant(sum(envelopes.map(({ capacity }) => capacity)), loss.total),
    rooms,
    unusual: house.rooms.flatMap((room, place) =>
      findUnusual({
        room: { height: DEFAULT_ROOM.height, ...room },
        facts: rooms[place]!,
        envelope: envelopes[place]!,
      }),
    ),
  };
}
