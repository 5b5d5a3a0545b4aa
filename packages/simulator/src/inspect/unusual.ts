import type { HouseFile } from '../house-schema/house.ts';
import type { RoomEnvelope } from '../physics/index.ts';

type Room = HouseFile['rooms'][number];

/** A room to check: its file with its height, its facts and its envelope. */
export interface Checked {
  readonly room: Room & { readonly height: number };
  readonly facts: {
    readonly area: number;
    readonly glassToFloor: number;
    readonly loss: { readonly total: number };
    readonly timeConstant?: number;
    readonly peakSun?: { readonly watts: number };
  };
  readonly envelope: RoomEnvelope;
}

/** One value to check: undefined if the room has none. */
interface Check {
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly of: (checked: Checked) => number | undefined;
  /** The members of the house file that decide the value. */
  readonly members: readonly string[];
}

const hasOutside = ({ surfaces }: RoomEnvelope): boolean =>
  Object.values(surfaces).some(({ area }) => area > 0);

/** Returns the heat that a kind of surface loses per m². */
const perArea =
  (kind: keyof RoomEnvelope['surfaces']) =>
  ({ envelope }: Checked): number | undefined => {
    const { area, loss } = envelope.surfaces[kind];
    return area > 0 ? loss / area : undefined;
  };

/** Area of the walls of a room as a multiple of that of a square room. */
const wallsToSquare = ({ room, envelope }: Checked): number => {
  const { walls, windows } = envelope.surfaces;
  return (walls.area + windows.area + envelope.between) / (4 * Math.sqrt(room.area) * room.height);
};

/**
 * The values of a room that are compared with what houses have. The ranges are wide: from a passive house to an
 * uninsulated shed, from a cellar to a conservatory. A value outside is nearly always a slip, such as a length in cm or
 * a wall of another room.
 */
const checks = {
  loss: {
    unit: 'W/K per m² of floor',
    low: 0.15,
    high: 12,
    of: ({ facts, envelope }) => (hasOutside(envelope) ? facts.loss.total / facts.area : undefined),
    members: ['area', 'walls', 'roof', 'leakage'],
  },
  timeConstant: {
    unit: 'h',
    low: 2,
    high: 500,
    of: ({ facts, envelope }) => (hasOutside(envelope) ? facts.timeConstant : undefined),
    members: ['mass', 'layers', 'furniture', 'leakage'],
  },
  glassToFloor: {
    unit: '% of the floor',
    low: 0,
    high: 100,
    of: ({ facts }) => 100 * facts.glassToFloor,
    members: ['area', 'window'],
  },
  peakSun: {
    unit: 'W per m² of floor',
    low: 0,
    high: 600,
    of: ({ facts }) => (facts.peakSun?.watts ?? 0) / facts.area,
    members: ['window', 'shade', 'glazing'],
  },
  wall: { unit: 'W/m²K', low: 0.08, high: 4, of: perArea('walls'), members: ['built', 'layers'] },
  window: { unit: 'W/m²K', low: 0.4, high: 6.5, of: perArea('windows'), members: ['built', 'glazing'] },
  roof: { unit: 'W/m²K', low: 0.06, high: 5, of: perArea('roof'), members: ['built', 'layers'] },
  floor: { unit: 'W/m²K', low: 0.06, high: 4, of: perArea('floor'), members: ['built', 'layers'] },
  height: { unit: 'm', low: 2, high: 6, of: ({ room }) => room.height, members: ['height'] },
  walls: {
    unit: 'times the walls of a square room',
    low: 0,
    high: 3,
    of: wallsToSquare,
    members: ['area', 'walls', 'neighbours'],
  },
  roofToFloor: {
    unit: 'm² per m² of floor',
    low: 0,
    high: 1.5,
    of: ({ room }) => (room.roof ?? 0) / room.area,
    members: ['area', 'roof'],
  },
  below: {
    unit: 'm² per m² of floor',
    low: 0,
    high: 1.01,
    of: ({ room }) => ((room.ground ?? 0) + (room.overAir ?? 0)) / room.area,
    members: ['area', 'ground', 'overAir'],
  },
  leakage: {
    unit: 'air changes an hour',
    low: 0.02,
    high: 3,
    of: ({ room, envelope }) => (hasOutside(envelope) ? room.leakage : undefined),
    members: ['leakage'],
  },
  people: {
    unit: 'people per m²',
    low: 0,
    high: 1,
    of: ({ room }) => (room.occupants ?? 0) / room.area,
    members: ['occupants'],
  },
  equipment: {
    unit: 'W per m²',
    low: 0,
    high: 300,
    of: ({ room }) => (room.equipment ?? 0) / room.area,
    members: ['equipment'],
  },
} as const satisfies { readonly [code: string]: Check };

export type UnusualCode = keyof typeof checks;

/** A value of a room that houses do not have, the range that they have, and the members of the file that decide it. */
export interface Unusual {
  readonly code: UnusualCode;
  readonly room: string;
  readonly value: number;
  readonly unit: string;
  readonly low: number;
  readonly high: number;
  readonly members: readonly string[];
}

/** Returns the values of a room that are outside of their range. */
export const findUnusual = (checked: Checked): readonly Unusual[] =>
  (Object.entries(checks) as readonly [UnusualCode, Check][]).flatMap(([code, { of, ...check }]) => {
    const value = of(checked);
    const { low, high } = check;
    return value === undefined || (value >= low && value <= high)
      ? []
      : [{ code, room: checked.room.name, value, ...check }];
  });
