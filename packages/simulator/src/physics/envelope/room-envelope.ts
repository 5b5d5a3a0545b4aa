import type { PlaceAir } from '../air.ts';
import { toNetwork } from '../network.ts';
import type { RoomSpec } from '../types.ts';
import {
  type Boundary,
  createEnvelope,
  type Face,
  type FaceKind,
  type Part,
  type Posture,
} from './envelope.ts';

/** The kinds of surfaces through which a room loses heat; `floor` is above outside air. */
type LossKind = Extract<FaceKind, 'walls' | 'windows' | 'roof' | 'floor'> | 'ground';

/** One kind of outside surface of a room: its area in m², and the heat that it loses in W/K. */
type Surface = { readonly area: number; readonly loss: number };

/**
 * The envelope of a room: its outside surfaces, its leakage in W/K, and the heat in J/K that air, furniture and
 * constructions store over a day. `between` is the area in m² of walls to other rooms.
 */
export type RoomEnvelope = {
  readonly surfaces: { readonly [kind in LossKind]: Surface };
  readonly leakage: number;
  readonly capacity: number;
  readonly between: number;
};

/** Resistance in m²K/W of the air inside, by the way that heat flows (ISO 6946:2017, table 7). */
const INSIDE: { readonly [posture in Posture]: number } = { wall: 0.13, ceiling: 0.1, floor: 0.17 };
/** Resistance in m²K/W outside (the same table); still air below a floor is as inside, and soil has none. */
const OUTSIDE: { readonly [boundary in Boundary]?: number } = { outside: 0.04, under: 0.17, ground: 0 };
/** Angular frequency of a day, per s. */
const DAILY = (2 * Math.PI) / 86_400;

/** Returns the heat that a part loses in W/m²K. */
const transmittanceOf = ({ chain, boundary }: Part, { posture }: Face): number =>
  1 / chain.conductances.reduce((sum, each) => sum + 1 / each, INSIDE[posture] + OUTSIDE[boundary]!);

/**
 * Returns the heat in J/m²K that a face stores and returns over a day, by the imaginary part of its admittance (ISO
 * 13786:2017). Nodes are from the far side to the face; the far side of a wall between rooms swings as much as the face,
 * an outside one does not, and no heat passes the middle of a construction.
 */
const storedDaily = (boundary: Boundary, capacities: readonly number[], conductances: readonly number[]) => {
  const isFree = boundary === 'middle';
  // The admittance towards the far side, and the flow that its swing causes; each as real and imaginary part.
  let [real, imaginary, caused, late] = [0, isFree ? DAILY * capacities[0]! : 0, 0, 0];
  for (const [place, conductance] of conductances.entries()) {
    if (place === 0 && !isFree) {
      real = conductance;
      caused = boundary === 'room' ? conductance : 0;
    } else {
      const sum = conductance + real;
      const scale = conductance / (sum * sum + imaginary * imaginary);
      [caused, late] = [scale * (caused * sum + late * imaginary), scale * (late * sum - caused * imaginary)];
      [real, imaginary] = [conductance - conductance * scale * sum, conductance * scale * imaginary];
    }
    imaginary += DAILY * capacities[place + 1]!;
  }
  return (imaginary - late) / DAILY;
};

/** Returns the heat in J/K that a face stores over a day. */
const capacityOf = ({ chain, boundary, first, area }: Part, { node }: Face): number => {
  const isOuter = node === first && chain.capacities.length > 1;
  const inwards = isOuter
    ? { capacities: chain.capacities.toReversed(), conductances: chain.conductances.toReversed() }
    : chain;
  return area * storedDaily(boundary, inwards.capacities, inwards.conductances);
};

/** Returns the envelope of each room of a house. */
export function describeEnvelope(rooms: readonly RoomSpec[], air: PlaceAir): readonly RoomEnvelope[] {
  const { parts, faces } = createEnvelope(rooms);
  const network = toNetwork(rooms, air);
  const partOf = (face: Face): Part => parts.findLast(({ first }) => first <= face.node)!;
  return rooms.map((_, room) => {
    const surfaces = {
      walls: { area: 0, loss: 0 },
      windows: { area: 0, loss: 0 },
      roof: { area: 0, loss: 0 },
      floor: { area: 0, loss: 0 },
      ground: { area: 0, loss: 0 },
    };
    let capacity = network.airCapacity[room]!;
    let between = 0;
    for (const face of faces) {
      if (face.room !== room) continue;
      const part = partOf(face);
      capacity += capacityOf(part, face);
      const { kind, area, posture } = face;
      if (kind === 'neighbours' && posture === 'wall') between += area;
      if (kind === 'neighbours' || kind === 'structure') continue;
      const surface = surfaces[part.boundary === 'ground' ? 'ground' : kind];
      surface.area += area;
      surface.loss += area * transmittanceOf(part, face);
    }
    return { surfaces, leakage: network.leakage[room]! * air.volumeHeat, capacity, between };
  });
}
