import { createGlassModel, type GlassModel } from '../construction/glazing.ts';
import { type Chain, findGap, type Layer, toChain } from '../construction/layers.ts';
import { BUILT, FLOORS, PARTITIONS, ROOFS, STOREYS, WALLS, WINDOWS } from '../construction/library.ts';
import { DEFAULT_ROOM, DEFAULT_SURFACE } from '../room-defaults.ts';
import { ROOF, SURFACES } from '../sun/sunlight.ts';
import type { RoomSpec } from '../types.ts';

/**
 * The outside of a construction: open air, still air below the house, the ground, or a room. A construction
 * beyond which it is as warm ends in its middle, which no heat passes.
 */
export type Boundary = 'outside' | 'under' | 'ground' | 'room' | 'middle';
/** The source of heat that a construction is for a room, as in `HeatFlows`. */
export type FaceKind = 'walls' | 'roof' | 'floor' | 'windows' | 'structure' | 'neighbours';
/** The position of an inner face, on which the flow of air along it depends. */
export type Posture = 'wall' | 'floor' | 'ceiling';

/** A face of a construction inside a room. */
export type Face = {
  readonly room: number;
  readonly node: number;
  readonly area: number;
  readonly kind: FaceKind;
  readonly posture: Posture;
  readonly emissivity: number;
  /** Share of the scattered sun from inside that falls on it and does not return to the room. */
  readonly darkness: number;
  /** True for glass, through which that sun leaves the room. */
  readonly isGlass: boolean;
};

/** A construction with an area: its nodes from outside to inside, from `first` on. */
export type Part = {
  readonly boundary: Boundary;
  readonly area: number;
  readonly first: number;
  readonly chain: Chain;
  /** Index in `SURFACES`, -1 if no sun reaches it. */
  readonly surface: number;
  readonly absorptance: number;
  readonly emissivity: number;
  readonly isSmooth: boolean;
  /** Share of the sun that eaves and curtains let through. */
  readonly unshaded: number;
  readonly glass?: GlassModel;
  readonly room: number;
};

/** The air between a roof and the ceiling below it: the number of the node above it, which the node below follows. */
export type RoofSpace = { readonly node: number; readonly area: number };

/** All constructions of a house. */
export type Envelope = {
  readonly roofSpaces: readonly RoofSpace[];
  readonly parts: readonly Part[];
  readonly faces: readonly Face[];
  /** Number of nodes of all parts. */
  readonly nodes: number;
};

/**
 * Least heat capacity of an inner surface in J/m²K, for constructions whose innermost layer stores almost nothing: as
 * much as 4 mm of plasterboard. Surfaces of less would follow the air and each other faster than they are computed.
 */
const LEAST_CAPACITY = 3_000;

const builtOf = (room: RoomSpec) => {
  const names = { ...BUILT[room.mass ?? DEFAULT_ROOM.mass], ...room.built };
  const { layers = {} } = room;
  return {
    wall: layers.wall ?? WALLS[names.wall],
    roof: layers.roof ?? ROOFS[names.roof],
    floor: layers.floor ?? FLOORS[names.floor],
    partition: layers.partition ?? PARTITIONS[names.partition],
    storey: STOREYS[names.storey],
    glazing: room.glazing ?? WINDOWS[room.built?.window ?? DEFAULT_ROOM.window],
    absorptance: room.surfaces?.absorptance ?? DEFAULT_SURFACE.absorptance,
    emissivity: room.surfaces?.emissivity ?? DEFAULT_SURFACE.emissivity,
  };
};

/** Returns the m² of ceiling of a room that has a roof space above it. */
export const underRoofSpace = (room: RoomSpec): number =>
  findGap(builtOf(room).roof) === undefined ? 0 : (room.roof ?? 0);

const withLeast = (capacities: readonly number[], ends: readonly number[]): readonly number[] =>
  capacities.map((each, place) => (ends.includes(place) ? Math.max(each, LEAST_CAPACITY) : each));

/** Collects the parts of a house and their faces. */
const createBuilder = () => {
  const parts: Part[] = [];
  const faces: Face[] = [];
  const roofSpaces: RoofSpace[] = [];
  let nodes = 0;

  const addPart = (part: Omit<Part, 'first'>): { outer: number; inner: number } => {
    const first = nodes;
    nodes += part.chain.capacities.length;
    parts.push({ ...part, first });
    return { outer: first, inner: nodes - 1 };
  };

  /** Adds a construction between a room and something outside. */
  const addShell = (
    room: number,
    spec: ReturnType<typeof builtOf>,
    part: { layers: readonly Layer[]; area: number; boundary: Boundary; surface: number },
    face: Pick<Face, 'kind' | 'posture'>,
  ): void => {
    const { layers, area, boundary, surface } = part;
    if (area <= 0) return;
    const { absorptance, emissivity } = spec;
    const chain = toChain(layers);
    const capacities = withLeast(chain.capacities, [chain.capacities.length - 1]);
    const { outer, inner } = addPart({
      boundary,
      area,
      chain: { ...chain, capacities },
      surface,
      absorptance,
      emissivity,
      isSmooth: false,
      unshaded: 1,
      room,
    });
    faces.push({ room, node: inner, area, ...face, emissivity, darkness: absorptance, isGlass: false });
    const gap = surface === ROOF ? findGap(layers) : undefined;
    if (gap !== undefined) roofSpaces.push({ node: outer + gap, area });
  };

  const addWindow = (
    room: number,
    glass: GlassModel,
    { area, surface, shade }: { area: number; surface: number; shade: number },
  ): void => {
    if (area <= 0) return;
    const { inner } = addPart({
      boundary: 'outside',
      area,
      chain: {
        ...glass.chain,
        capacities: withLeast(glass.chain.capacities, [glass.chain.capacities.length - 1]),
      },
      surface,
      absorptance: 0,
      emissivity: glass.emissivity,
      isSmooth: true,
      unshaded: 1 - shade,
      glass,
      room,
    });
    faces.push({
      room,
      node: inner,
      area,
      kind: 'windows',
      posture: 'wall',
      emissivity: glass.emissivity,
      darkness: 1 - glass.kept,
      isGlass: true,
    });
  };

  /** Adds a construction with a room on either side. */
  const addBetween = (
    [outer, inner]: readonly [number, number],
    spec: ReturnType<typeof builtOf>,
    { layers, area }: { layers: readonly Layer[]; area: number },
    postures: readonly [outer: Posture, inner: Posture],
  ): void => {
    if (area <= 0) return;
    const { absorptance, emissivity } = spec;
    const chain = toChain(layers);
    const ends = addPart({
      boundary: 'room',
      area,
      chain: { ...chain, capacities: withLeast(chain.capacities, [0, chain.capacities.length - 1]) },
      surface: -1,
      absorptance,
      emissivity,
      isSmooth: false,
      unshaded: 1,
      room: inner,
    });
    const either = { area, kind: 'neighbours', emissivity, darkness: absorptance, isGlass: false } as const;
    faces.push(
      { room: outer, node: ends.outer, posture: postures[0], ...either },
      { room: inner, node: ends.inner, posture: postures[1], ...either },
    );
  };

  return {
    addShell,
    addWindow,
    addBetween,
    finish: (): Envelope => ({ parts, faces, roofSpaces, nodes }),
  };
};

/** Area in m² of the walls of a room with a square floor. */
const wallsOf = ({ area, height = DEFAULT_ROOM.height }: RoomSpec): number => 4 * Math.sqrt(area) * height;

/** Returns the layers of a wall from its middle inwards, without those at the middle that store nothing. */
const toInnerHalf = (layers: readonly Layer[]): readonly Layer[] => {
  const half = layers.reduce((sum, { thickness }) => sum + thickness, 0) / 2;
  let left = half;
  const inner: Layer[] = [];
  for (const layer of layers.toReversed()) {
    if (left <= 0) break;
    inner.unshift({ ...layer, thickness: Math.min(left, layer.thickness) });
    left -= layer.thickness;
  }
  const first = inner.findIndex(({ density = 0, heat = 0 }) => density * heat > 0);
  return inner.slice(Math.max(0, first));
};

/** The faces of a construction between rooms, in the other room and in the room that names it, by where the other is. */
const POSTURES = {
  beside: ['wall', 'wall'],
  above: ['floor', 'ceiling'],
  below: ['ceiling', 'floor'],
} as const satisfies { readonly [side: string]: readonly [theirs: Posture, own: Posture] };

/** Returns the layers between two rooms, from the other room to the one that names it. */
const layersBetween = (
  { partition, storey }: ReturnType<typeof builtOf>,
  side: keyof typeof POSTURES,
): readonly Layer[] => {
  if (side === 'above') return [...storey.floor.toReversed(), ...storey.ceiling];
  return side === 'below' ? [...storey.ceiling.toReversed(), ...storey.floor] : partition;
};

/**
 * Returns all constructions of a house. Floors, ceilings and walls for which a room has no other side border on rooms
 * that are as warm.
 */
export function createEnvelope(rooms: readonly RoomSpec[]): Envelope {
  const builder = createBuilder();
  const numbers = new Map(rooms.map(({ name }, number) => [name, number]));
  const shared = rooms.map(() => ({ wall: 0, floor: 0, ceiling: 0 }));
  for (const [number, room] of rooms.entries()) {
    for (const { room: other, area, side = 'beside' } of room.neighbours ?? []) {
      const [theirs, own] = POSTURES[side];
      shared[number]![own] += area;
      shared[numbers.get(other)!]![theirs] += area;
    }
  }
  const glasses = new Map<unknown, GlassModel>();
  for (const [number, room] of rooms.entries()) {
    const spec = builtOf(room);
    const glass = glasses.get(spec.glazing) ?? createGlassModel(spec.glazing);
    glasses.set(spec.glazing, glass);
    let outside = 0;
    for (const { facing, area, window = 0, shade = DEFAULT_ROOM.shade } of room.walls ?? []) {
      const surface = SURFACES.indexOf(facing);
      outside += area;
      const wall = { layers: spec.wall, area: area - window, boundary: 'outside', surface } as const;
      builder.addShell(number, spec, wall, { kind: 'walls', posture: 'wall' });
      builder.addWindow(number, glass, { area: window, surface, shade });
    }
    const { area, roof = 0, ground = 0, overAir = 0 } = room;
    const above = { layers: spec.roof, area: roof, boundary: 'outside', surface: ROOF } as const;
    builder.addShell(number, spec, above, { kind: 'roof', posture: 'ceiling' });
    const below = { layers: spec.floor, surface: -1 };
    builder.addShell(
      number,
      spec,
      { ...below, area: ground, boundary: 'ground' },
      { kind: 'floor', posture: 'floor' },
    );
    builder.addShell(
      number,
      spec,
      { ...below, area: overAir, boundary: 'under' },
      { kind: 'floor', posture: 'floor' },
    );
    const rest = (whole: number, ...taken: readonly number[]) =>
      Math.max(
        0,
        taken.reduce((left, each) => left - each, whole),
      );
    const within = { boundary: 'middle', surface: -1 } as const;
    const { storey } = spec;
    const between = shared[number]!;
    builder.addShell(
      number,
      spec,
      { ...within, layers: storey.floor, area: rest(area, ground, overAir, between.floor) },
      { kind: 'structure', posture: 'floor' },
    );
    builder.addShell(
      number,
      spec,
      { ...within, layers: storey.ceiling, area: rest(area, roof, between.ceiling) },
      { kind: 'structure', posture: 'ceiling' },
    );
    builder.addShell(
      number,
      spec,
      {
        ...within,
        layers: toInnerHalf(spec.partition),
        area: rest(wallsOf(room), outside, between.wall),
      },
      { kind: 'structure', posture: 'wall' },
    );
    for (const { room: other, area: common, side = 'beside' } of room.neighbours ?? []) {
      builder.addBetween(
        [numbers.get(other)!, number],
        spec,
        { layers: layersBetween(spec, side), area: common },
        POSTURES[side],
      );
    }
  }
  return builder.finish();
}
