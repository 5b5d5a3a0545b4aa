import { VOLUME_HEAT } from './air.ts';
import {
  DEFAULT_INSULATION,
  DEFAULT_ROOM,
  FURNITURE_PER_AREA,
  MASS_PER_AREA,
  OUTSIDE_TRANSFER,
  SURFACE_TRANSFER,
} from './room-defaults.ts';
import { ROOF, SURFACES } from './surfaces.ts';
import type { RoomSpec, ThermalMass } from './types.ts';

/**
 * The thermal network of a house's rooms: J/K, W/K, m³. `sunIn` and `sunOn` are W per W/m² for each room and surface.
 */
export type Network = {
  readonly size: number;
  readonly volume: Float64Array;
  readonly airCapacity: Float64Array;
  readonly massCapacity: Float64Array;
  readonly airToMass: Float64Array;
  readonly windowLoss: Float64Array;
  readonly wallLoss: Float64Array;
  readonly groundLoss: Float64Array;
  /** Leakage in m³/s of outside air at the design wind. */
  readonly leakage: Float64Array;
  readonly sunIn: readonly (readonly number[])[];
  readonly sunOn: readonly (readonly number[])[];
  readonly links: readonly Link[];
};

/**
 * Two adjacent rooms: heat flow between their airs in W/K (including air through the door) and air exchange in m³/s.
 */
export type Link = { readonly a: number; readonly b: number; readonly heat: number; readonly air: number };

const within = (value: number, what: string, room: string, low: number): number => {
  if (Number.isFinite(value) && value >= low) return value;
  throw new RangeError(`Room "${room}": ${what} is ${value}; it must be a number of at least ${low}.`);
};

const massOf = (mass: ThermalMass, area: number): number =>
  typeof mass === 'number' ? mass * 1000 : MASS_PER_AREA[mass] * area;

const findLinks = (rooms: readonly RoomSpec[]): Link[] => {
  const places = new Map(rooms.map((room, index) => [room.name, index]));
  if (places.size !== rooms.length) throw new RangeError('Every room needs a name of its own.');
  const links = new Map<string, Link>();
  for (const [a, room] of rooms.entries()) {
    const partition = room.insulation?.partition ?? DEFAULT_INSULATION.partition;
    for (const neighbour of room.neighbours ?? []) {
      const b = places.get(neighbour.room);
      if (b === undefined) throw new RangeError(`Room "${room.name}" has no neighbour "${neighbour.room}".`);
      if (a === b) throw new RangeError(`Room "${room.name}" cannot be its own neighbour.`);
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      if (links.has(key)) {
        throw new RangeError(`The wall between "${room.name}" and "${neighbour.room}" is written twice.`);
      }
      const air = within(neighbour.door ?? 0, 'the air through a door', room.name, 0);
      const wall = within(neighbour.area, 'the area shared with a neighbour', room.name, 0);
      links.set(key, { a, b, heat: wall * partition + air * VOLUME_HEAT, air });
    }
  }
  return [...links.values()];
};

/**
 * Returns the coefficients for sunlight on one room, per surface: `through` its windows to the inside, and absorbed
 * `on` its walls and roof.
 */
const findSun = (room: RoomSpec): { through: number[]; on: number[] } => {
  const insulation = { ...DEFAULT_INSULATION, ...room.insulation };
  const through = SURFACES.map(() => 0);
  const on = SURFACES.map(() => 0);
  const absorbed = insulation.absorptance / OUTSIDE_TRANSFER;
  for (const wall of room.walls ?? []) {
    const surface = SURFACES.indexOf(wall.facing);
    if (surface < 0) throw new RangeError(`Room "${room.name}": no wall can face "${wall.facing}".`);
    const glass = wall.window ?? 0;
    through[surface]! += glass * insulation.solarGain * (1 - (wall.shade ?? DEFAULT_ROOM.shade));
    on[surface]! += (wall.area - glass) * insulation.wall * absorbed;
  }
  on[ROOF] = (room.roof ?? 0) * insulation.roof * absorbed;
  return { through, on };
};

/**
 * Returns the coefficients of one room. The U-value of a wall counts from the structure outwards, which overestimates
 * the loss.
 */
const toRoom = (room: RoomSpec) => {
  const { name } = room;
  const insulation = { ...DEFAULT_INSULATION, ...room.insulation };
  const area = within(room.area, 'the area', name, 0.5);
  const height = within(room.height ?? DEFAULT_ROOM.height, 'the height', name, 0.5);
  const walls = room.walls ?? [];
  const glass = walls.reduce((sum, wall) => sum + (wall.window ?? 0), 0);
  const gross = walls.reduce((sum, wall) => sum + wall.area, 0);
  for (const wall of walls) {
    within(wall.window ?? 0, 'a window', name, 0);
    within(1 - within(wall.shade ?? 0, 'the shade of a window', name, 0), 'one less the shade', name, 0);
    within(wall.area - (wall.window ?? 0), 'a wall less its window', name, 0);
  }
  const roof = within(room.roof ?? 0, 'the roof', name, 0);
  const ground = within(room.ground ?? 0, 'the floor on the ground', name, 0);
  const outside = gross > 0 || roof > 0;
  const leakage = room.leakage ?? (outside ? DEFAULT_ROOM.leakageOutside : DEFAULT_ROOM.leakageInside);
  const volume = area * height;
  return {
    volume,
    airCapacity: volume * VOLUME_HEAT + area * FURNITURE_PER_AREA,
    massCapacity: within(massOf(room.mass ?? DEFAULT_ROOM.mass, area), 'the thermal mass', name, 1000),
    airToMass: SURFACE_TRANSFER * (2 * area + 4 * Math.sqrt(area) * height),
    windowLoss: within(glass * insulation.window, 'the loss of windows', name, 0),
    wallLoss: within(
      (gross - glass) * insulation.wall + roof * insulation.roof,
      'the loss of walls',
      name,
      0,
    ),
    groundLoss: within(ground * insulation.floor, 'the loss to the ground', name, 0),
    leakage: (within(leakage, 'the leakage', name, 0) * volume) / 3600,
    sun: findSun(room),
  };
};

/**
 * Converts the rooms of a house file to coefficients. Throws a RangeError that names the room if its values are
 * impossible.
 */
export const toNetwork = (rooms: readonly RoomSpec[]): Network => {
  const found = rooms.map(toRoom);
  const column = (pick: (room: ReturnType<typeof toRoom>) => number) => Float64Array.from(found, pick);
  return {
    size: rooms.length,
    volume: column((room) => room.volume),
    airCapacity: column((room) => room.airCapacity),
    massCapacity: column((room) => room.massCapacity),
    airToMass: column((room) => room.airToMass),
    windowLoss: column((room) => room.windowLoss),
    wallLoss: column((room) => room.wallLoss),
    groundLoss: column((room) => room.groundLoss),
    leakage: column((room) => room.leakage),
    sunIn: found.map((room) => room.sun.through),
    sunOn: found.map((room) => room.sun.on),
    links: findLinks(rooms),
  };
};
