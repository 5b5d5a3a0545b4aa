import { type PlaceAir, SEA_LEVEL } from './air.ts';
import { DEFAULT_ROOM } from './room-defaults.ts';
import type { RoomSpec } from './types.ts';

/** The air of a house's rooms: J/K, m³. */
export type Network = {
  readonly size: number;
  readonly volume: Float64Array;
  /** Heat capacity of air and furniture. */
  readonly airCapacity: Float64Array;
  /**
   * Leakage in m³/s of outside air, at the design wind unless it is steady. A file gives it as air of sea level, as tests
   * of tightness do (ISO 9972): the mass counts.
   */
  readonly leakage: Float64Array;
  /** 1 for rooms whose leakage follows the weather, 0 for steady leakage. */
  readonly drafty: Float64Array;
  readonly doors: readonly Door[];
};

/** A door between two rooms, and the air exchanged through it in m³/s. */
export type Door = { readonly a: number; readonly b: number; readonly air: number };

const within = (value: number, what: string, room: string, low: number): number => {
  if (Number.isFinite(value) && value >= low) return value;
  throw new RangeError(`Room "${room}": ${what} is ${value}; it must be a number of at least ${low}.`);
};

const findDoors = (rooms: readonly RoomSpec[]): Door[] => {
  const places = new Map(rooms.map((room, index) => [room.name, index]));
  if (places.size !== rooms.length) throw new RangeError('Every room needs its own name.');
  const links = new Map<string, Door>();
  for (const [a, room] of rooms.entries()) {
    for (const neighbour of room.neighbours ?? []) {
      const b = places.get(neighbour.room);
      if (b === undefined) throw new RangeError(`Room "${room.name}" has no neighbour "${neighbour.room}".`);
      if (a === b) throw new RangeError(`Room "${room.name}" cannot be its own neighbour.`);
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (links.has(key)) {
        throw new RangeError(`The wall between "${room.name}" and "${neighbour.room}" is written twice.`);
      }
      within(neighbour.area, 'the area shared with a neighbour', room.name, 0);
      links.set(key, { a, b, air: within(neighbour.door ?? 0, 'the air through a door', room.name, 0) });
    }
  }
  return [...links.values()].filter(({ air }) => air > 0);
};

const checkAreas = ({ name, walls = [], roof = 0, ground = 0, overAir = 0 }: RoomSpec): void => {
  for (const wall of walls) {
    within(wall.window ?? 0, 'a window', name, 0);
    within(1 - within(wall.shade ?? 0, 'the shade of a window', name, 0), 'one less the shade', name, 0);
    within(wall.area - (wall.window ?? 0), 'a wall less its window', name, 0);
  }
  within(roof, 'the roof', name, 0);
  within(ground, 'the floor on the ground', name, 0);
  within(overAir, 'the floor above outside air', name, 0);
};

/** Returns the coefficients of the air of one room. */
const toRoom = (room: RoomSpec, { volumeHeat, density }: PlaceAir) => {
  const { name, walls = [], roof = 0 } = room;
  const area = within(room.area, 'the area', name, 0.5);
  const volume = area * within(room.height ?? DEFAULT_ROOM.height, 'the height', name, 0.5);
  checkAreas(room);
  const outside = walls.some((wall) => wall.area > 0) || roof > 0;
  const leakage = room.leakage ?? (outside ? DEFAULT_ROOM.leakageOutside : DEFAULT_ROOM.leakageInside);
  const furniture = within(room.furniture ?? DEFAULT_ROOM.furniture, 'the furniture', name, 0);
  return {
    volume,
    airCapacity: volume * volumeHeat + area * furniture * 1000,
    leakage: (within(leakage, 'the leakage', name, 0) * volume * SEA_LEVEL.density) / density / 3600,
    drafty: room.infiltration === 'steady' ? 0 : 1,
  };
};

/**
 * Converts the rooms of a house file to coefficients of their air. Throws a RangeError that names the room if its values
 * are impossible.
 */
export function toNetwork(rooms: readonly RoomSpec[], air: PlaceAir): Network {
  const found = rooms.map((room) => toRoom(room, air));
  const column = (pick: (room: ReturnType<typeof toRoom>) => number) => Float64Array.from(found, pick);
  return {
    size: rooms.length,
    volume: column(({ volume }) => volume),
    airCapacity: column(({ airCapacity }) => airCapacity),
    leakage: column(({ leakage }) => leakage),
    drafty: column(({ drafty }) => drafty),
    doors: findDoors(rooms),
  };
}
