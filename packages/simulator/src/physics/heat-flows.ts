import type { PlaceAir } from './air.ts';
import type { Envelope, FaceKind } from './envelope/envelope.ts';
import type { InsideShares } from './envelope/inside-light.ts';
import type { HeatBalance } from './heat-balance.ts';
import type { Network } from './network.ts';
import { PERSON_HEAT } from './room-defaults.ts';
import type { ClimateWork, Conditions, HeatFlows, UnitFlows, VapourFlows } from './types.ts';

/** The sources of heat of a room, as they are stored in `HeatFlows`. */
const SOURCES = [
  'walls',
  'roof',
  'floor',
  'windows',
  'structure',
  'sun',
  'people',
  'equipment',
  'infiltration',
  'neighbours',
  'supply',
  'ducts',
  'roomUnits',
  'ideal',
] as const satisfies readonly (keyof HeatFlows)[];

/** The sources of vapour of a room, as they are stored in `VapourFlows`. */
const VAPOUR_SOURCES = [
  'stored',
  'people',
  'infiltration',
  'neighbours',
  'supply',
  'roomUnits',
  'condensed',
] as const satisfies readonly (keyof VapourFlows)[];

/** Creates the flows of a ducted unit that moved nothing. */
export const createUnitFlows = (): UnitFlows => ({
  coil: 0,
  fan: 0,
  roofSpace: 0,
  outside: 0,
  coilVapour: 0,
  roofSpaceVapour: 0,
  outsideVapour: 0,
});

/** Creates heat flows of 0 for a house of `size` rooms. The object can be reused for every step. */
export function createHeatFlows(size: number): HeatFlows {
  const columns = Object.fromEntries(SOURCES.map((source) => [source, new Float64Array(size)]));
  const vapour = Object.fromEntries(VAPOUR_SOURCES.map((source) => [source, new Float64Array(size)]));
  return {
    ...(columns as { [Source in (typeof SOURCES)[number]]: Float64Array }),
    stored: new Float64Array(size),
    shell: { stored: 0, outside: 0, sky: 0, sun: 0, ground: 0, rooms: 0 },
    vapour: vapour as { [Source in (typeof VAPOUR_SOURCES)[number]]: Float64Array },
    unit: createUnitFlows(),
  };
}

/** The gains of a step that reach the surfaces of a room, in J. */
type Gains = { readonly beam: Float64Array; readonly diffuse: Float64Array; readonly glow: Float64Array };

/**
 * Creates the function that writes the heat flows of a step, before the constructions advance. `gains` are the J that
 * the step added to the surfaces of each room.
 */
export function createHeatFlowWriter(
  model: { readonly network: Network; readonly envelope: Envelope; readonly air: PlaceAir },
  heat: HeatBalance,
  shares: InsideShares,
) {
  const { network, envelope, air } = model;
  const { faces } = envelope;
  const { meanAir } = heat;

  const writeFaces = (work: ClimateWork, gains: Gains, { seconds, books }: Written): void => {
    const kinds: { readonly [kind in FaceKind]: Float64Array } = books;
    for (const kind of ['walls', 'roof', 'floor', 'windows', 'structure', 'neighbours'] as const)
      kinds[kind].fill(0);
    books.sun.fill(0);
    const { films, infrared } = work.inside;
    for (let face = 0; face < faces.length; face++) {
      const { room, node, kind } = faces[face]!;
      const sun = shares.beam[face]! * gains.beam[room]! + shares.diffuse[face]! * gains.diffuse[room]!;
      const convected = films[face]! * (work.nodes[node]! - meanAir[room]!);
      const received = seconds * infrared[face]! + shares.glow[face]! * gains.glow[room]! + sun;
      kinds[kind][room]! += seconds * convected - received;
      books.sun[room]! += sun;
    }
  };

  return (
    work: ClimateWork,
    { weather, activity, supply }: Conditions,
    gains: Gains,
    { seconds, books }: Written,
  ): void => {
    writeFaces(work, gains, { seconds, books });
    const { volumeHeat } = air;
    for (let room = 0; room < network.size; room++) {
      const inside = meanAir[room]!;
      books.people[room] = seconds * PERSON_HEAT * activity.people[room]!;
      books.equipment[room] = seconds * activity.equipment[room]!;
      books.infiltration[room] =
        seconds * volumeHeat * heat.outsideAir[room]! * (weather.temperature - inside);
      const arrived = seconds * volumeHeat * supply.flow[room]! * (supply.temperature[room]! - inside);
      books.supply[room] = seconds * volumeHeat * supply.sent[room]! * (supply.origin[room]! - inside);
      books.ducts[room] = arrived - books.supply[room]!;
      books.roomUnits[room] = seconds * supply.sensible[room]!;
      books.ideal[room] = seconds * heat.ideal[room]!;
    }
    for (const { a, b, air: flow } of network.doors) {
      const joules = seconds * flow * volumeHeat * (meanAir[b]! - meanAir[a]!);
      books.neighbours[a]! += joules;
      books.neighbours[b]! -= joules;
    }
  };
}

type Written = { readonly seconds: number; readonly books: HeatFlows };
