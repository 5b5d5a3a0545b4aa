import { conductGap, readAngle } from '../construction/glazing.ts';
import { ROOF } from '../sun/sunlight.ts';
import type { ClimateWork, Conditions, Inside, ShellFlows, Sunlight, Weather } from '../types.ts';
import type { Envelope, Part } from './envelope.ts';
import {
  convectInWind,
  convectNaturally,
  convectOutside,
  KELVIN,
  ROUGHNESS,
  SKY_VIEW,
  STEFAN_BOLTZMANN,
  WIND_AT_WALL,
} from './films.ts';
import { type InsideShares, spreadInside } from './inside-light.ts';
import { findRadiantAreas } from './long-wave.ts';

/** Conductance in W/m²K from the soil of a construction to the ground: firm contact. */
const GROUND_CONTACT = 1000;

/** The constructions of a house over time. */
export type Shell = {
  /** Shares of heat in a room that its faces receive. */
  readonly shares: InsideShares;
  createInside(): Inside;
  /** Writes the sun in W that the windows of each room let in. */
  transmit(sunlight: Sunlight, into: { readonly beam: Float64Array; readonly diffuse: Float64Array }): void;
  /** Returns the heat in J in all nodes, and that which their surfaces have collected, relative to 0 °C. */
  storedIn(work: ClimateWork): number;
  /** Derives `work.inside` from the temperatures of the faces. */
  refresh(work: ClimateWork): void;
  /** Advances all nodes by the seconds that have passed since they last advanced. Writes the heat they gained. */
  advance(work: ClimateWork, conditions: Conditions, books?: ShellFlows): void;
};

/** The nodes of all parts as flat arrays, per m². */
const flatten = ({ parts, nodes }: Envelope) => {
  const capacity = new Float64Array(nodes);
  /** Conductance between a node and the one outside it. */
  const outward = new Float64Array(nodes);
  const area = new Float64Array(nodes);
  for (const part of parts) {
    capacity.set(part.chain.capacities, part.first);
    outward.set(part.chain.conductances, part.first + 1);
    area.fill(part.area, part.first, part.first + part.chain.capacities.length);
  }
  return { capacity, outward, area };
};

/** Creates the function that writes the sun that windows let in. */
const createTransmission = (parts: readonly Part[]): Shell['transmit'] => {
  const windows = parts.filter(({ glass }) => glass !== undefined);
  return (sunlight, into) => {
    into.beam.fill(0);
    into.diffuse.fill(0);
    if (sunlight.diffuse[ROOF] === 0 && sunlight.beam[ROOF] === 0) return;
    for (const { glass, surface, area, unshaded, room } of windows) {
      const open = area * unshaded;
      into.beam[room]! +=
        open * sunlight.beam[surface]! * readAngle(glass!.through, sunlight.cosine[surface]!);
      into.diffuse[room]! += open * sunlight.diffuse[surface]! * glass!.diffuse.through;
    }
  };
};

/** The surroundings of a house during one interval, ready for its outer surfaces. */
type Around = { air: number; sky: number; forced: number };

const readAround = ({ temperature, wind, infrared }: Weather, into: Around): void => {
  into.air = temperature;
  into.sky = (infrared / STEFAN_BOLTZMANN) ** 0.25 - KELVIN;
  into.forced = convectInWind(wind * WIND_AT_WALL);
};

/**
 * Creates the constructions of a house. Inner surfaces exchange heat with the air and with each other at their
 * temperatures at the start of an interval, and receive the mean of what the air did in it. Within a construction and
 * outside, the interval is one implicit step (backward Euler), so that heat is conserved exactly at any length.
 */
export function createShell(
  envelope: Envelope,
  size: number,
  { ground, buoyancy }: { readonly ground: number; readonly buoyancy: number },
): Shell {
  const { parts, faces, nodes } = envelope;
  const { capacity, outward, area } = flatten(envelope);
  const shares = spreadInside(faces, size);
  const radiant = findRadiantAreas(faces, size);
  const faceRoom = Int32Array.from(faces, ({ room }) => room);
  const faceNode = Int32Array.from(faces, ({ node }) => node);
  const faceArea = Float64Array.from(faces, (face) => face.area);
  const postures = faces.map(({ posture }) => posture);
  const column = () => new Float64Array(size);
  const [radiantSum, radiantHeat, radiantMean] = [column(), column(), column()];
  for (let face = 0; face < faces.length; face++) radiantSum[faceRoom[face]!]! += radiant[face]!;

  /** Gain of each node in W/m² and its reciprocal pivot after the elimination of the nodes inside it. */
  const gain = new Float64Array(nodes);
  const stored = new Float64Array(nodes);
  const inverse = new Float64Array(nodes);
  /** Share of the gain of a node that reaches the one outside it, and of the temperature of that one in its own. */
  const pull = new Float64Array(nodes);
  const pivots = new Float64Array(parts.length);
  let prepared = Number.NaN;

  /** Eliminates the nodes of a part from the innermost to the outermost, whose surroundings change. */
  const factor = ({ first, chain }: Part, place: number): void => {
    let carried = 0;
    for (let node = first + chain.capacities.length - 1; node > first; node--) {
      inverse[node] = 1 / (stored[node]! + outward[node]! + carried);
      pull[node] = outward[node]! * inverse[node]!;
      carried = outward[node]! * (1 - pull[node]!);
    }
    pivots[place] = stored[first]! + carried;
  };

  const prepareFor = (seconds: number): void => {
    for (let node = 0; node < nodes; node++) stored[node] = capacity[node]! / seconds;
    for (let place = 0; place < parts.length; place++) factor(parts[place]!, place);
    prepared = seconds;
  };

  /** Sets the conductances of the gaps of a window, which grow with their temperature. */
  const setGaps = (part: Part, place: number, temperature: Float64Array): void => {
    const { gaps } = part.glass!;
    for (let gap = 0; gap < gaps.length; gap++) {
      const node = part.first + gap + 1;
      outward[node] = conductGap(gaps[gap]!, (temperature[node - 1]! + temperature[node]!) / 2 + KELVIN);
    }
    factor(part, place);
  };

  const refresh = ({ nodes: temperature, settled, inside }: ClimateWork): void => {
    const { conductance, heat, films, infrared } = inside;
    conductance.fill(0);
    heat.fill(0);
    radiantHeat.fill(0);
    for (let face = 0; face < films.length; face++) {
      const room = faceRoom[face]!;
      const own = temperature[faceNode[face]!]!;
      const film = faceArea[face]! * buoyancy * convectNaturally(postures[face]!, own - settled[room]!);
      films[face] = film;
      conductance[room]! += film;
      heat[room]! += film * own;
      radiantHeat[room]! += radiant[face]! * own;
    }
    for (let room = 0; room < size; room++) radiantMean[room] = radiantHeat[room]! / radiantSum[room]!;
    for (let face = 0; face < films.length; face++) {
      const room = faceRoom[face]!;
      const mean = radiantMean[room]!;
      const kelvin = mean + KELVIN;
      const coefficient = 4 * STEFAN_BOLTZMANN * kelvin * kelvin * kelvin;
      infrared[face] = coefficient * radiant[face]! * (mean - temperature[faceNode[face]!]!);
    }
  };

  const around: Around = { air: 0, sky: 0, forced: 0 };

  /** Returns the heat in J that a face has collected. */
  const collectedBy = (face: number, work: ClimateWork): number => {
    const room = faceRoom[face]!;
    const { warmth } = work;
    const elapsed = work.elapsed[0]!;
    const { films, infrared } = work.inside;
    return (
      films[face]! * (warmth[room]! - elapsed * work.nodes[faceNode[face]!]!) +
      elapsed * infrared[face]! +
      shares.beam[face]! * work.beam[room]! +
      shares.diffuse[face]! * work.diffuse[room]! +
      shares.glow[face]! * work.glow[room]!
    );
  };

  /** Sets the gains of all nodes from their own heat and from the rooms. Returns the heat from the rooms in J. */
  const gainFromRooms = (work: ClimateWork): number => {
    const { nodes: temperature } = work;
    const elapsed = work.elapsed[0]!;
    for (let node = 0; node < nodes; node++) gain[node] = stored[node]! * temperature[node]!;
    let whole = 0;
    for (let face = 0; face < faces.length; face++) {
      const joules = collectedBy(face, work);
      whole += joules;
      gain[faceNode[face]!]! += joules / (elapsed * faceArea[face]!);
    }
    return whole;
  };

  /** Adds the sun on a part to its gains. Returns it in W/m². */
  const gainFromSun = (part: Part, { sunlight, activity }: Conditions): number => {
    const { surface, first, glass } = part;
    if (surface < 0) return 0;
    const beam = sunlight.beam[surface]!;
    const diffuse = sunlight.diffuse[surface]!;
    if (beam === 0 && diffuse === 0) return 0;
    if (glass === undefined) {
      const absorbed = part.absorptance * (beam + diffuse);
      gain[first]! += absorbed;
      return absorbed;
    }
    const open = part.unshaded * (1 - activity.shade[part.room]!);
    const cosine = sunlight.cosine[surface]!;
    let whole = 0;
    for (let pane = 0; pane < glass.absorbed.length; pane++) {
      const absorbed =
        open * (beam * readAngle(glass.absorbed[pane]!, cosine) + diffuse * glass.diffuse.absorbed[pane]!);
      gain[first + pane]! += absorbed;
      whole += absorbed;
    }
    return whole;
  };

  /**
   * Writes the conductances in W/m²K from the outer surface of a part to the air or the ground (`outer[0]`) and to the sky
   * (`outer[1]`), which are numbers of an array because V8 would allocate variables of a closure.
   */
  const outer = new Float64Array(2);
  const findOuter = ({ boundary, surface, emissivity, isSmooth }: Part, own: number): void => {
    outer[0] = boundary === 'ground' ? GROUND_CONTACT : 0;
    outer[1] = 0;
    if (boundary === 'room' || boundary === 'ground' || boundary === 'middle') return;
    const warmer = own - around.air;
    const mean = (own + around.air) / 2 + KELVIN;
    const infraredToAir = 4 * emissivity * STEFAN_BOLTZMANN * mean * mean * mean;
    if (boundary === 'under') {
      outer[0] = buoyancy * convectNaturally('ceiling', warmer) + infraredToAir;
      return;
    }
    const isRoof = surface === ROOF;
    const natural = buoyancy * convectNaturally(isRoof ? 'floor' : 'wall', warmer);
    const view = isRoof ? SKY_VIEW.roof : SKY_VIEW.wall;
    const kelvin = own + KELVIN;
    const sky = around.sky + KELVIN;
    outer[1] = emissivity * STEFAN_BOLTZMANN * view * (kelvin * kelvin + sky * sky) * (kelvin + sky);
    outer[0] =
      convectOutside(natural, around.forced, isSmooth ? ROUGHNESS.smooth : ROUGHNESS.rough) +
      (1 - view) * infraredToAir;
  };

  /** Replaces the temperatures of a part by those at the end of the interval. */
  const solve = (part: Part, place: number, temperature: Float64Array): void => {
    const { first, chain, boundary } = part;
    const last = first + chain.capacities.length - 1;
    let carried = gain[last]!;
    for (let node = last; node > first; node--) {
      carried = gain[node - 1]! + pull[node]! * carried;
      gain[node - 1] = carried;
    }
    const beyond = boundary === 'ground' ? ground : around.air;
    let own =
      (carried + outer[0]! * beyond + outer[1]! * around.sky) / (pivots[place]! + outer[0]! + outer[1]!);
    temperature[first] = own;
    for (let node = first + 1; node <= last; node++) {
      own = inverse[node]! * gain[node]! + pull[node]! * own;
      temperature[node] = own;
    }
  };

  const storedInNodes = (temperature: Float64Array): number => {
    let whole = 0;
    for (let node = 0; node < nodes; node++) whole += capacity[node]! * area[node]! * temperature[node]!;
    return whole;
  };

  return {
    shares,
    createInside: () => ({
      conductance: column(),
      heat: column(),
      films: new Float64Array(faces.length),
      infrared: new Float64Array(faces.length),
    }),
    transmit: createTransmission(parts),
    storedIn: (work) =>
      faces.reduce((sum, _, face) => sum + collectedBy(face, work), storedInNodes(work.nodes)),
    refresh,
    advance(work, conditions, books) {
      const { nodes: temperature } = work;
      const elapsed = work.elapsed[0]!;
      if (elapsed !== prepared) prepareFor(elapsed);
      readAround(conditions.shell, around);
      const before = books === undefined ? 0 : storedInNodes(temperature);
      const rooms = gainFromRooms(work);
      let [outside, sky, sun, earth] = [0, 0, 0, 0];
      for (let place = 0; place < parts.length; place++) {
        const part = parts[place]!;
        if (part.glass !== undefined) setGaps(part, place, temperature);
        const absorbed = gainFromSun(part, conditions);
        findOuter(part, temperature[part.first]!);
        solve(part, place, temperature);
        if (books === undefined) continue;
        const own = temperature[part.first]!;
        const joules = elapsed * part.area;
        sun += joules * absorbed;
        sky += joules * outer[1]! * (around.sky - own);
        if (part.boundary === 'ground') earth += joules * outer[0]! * (ground - own);
        else outside += joules * outer[0]! * (around.air - own);
      }
      if (books !== undefined)
        Object.assign(books, {
          stored: storedInNodes(temperature) - before,
          outside,
          sky,
          sun,
          ground: earth,
          rooms,
        });
      work.shell = undefined;
      for (let room = 0; room < size; room++) work.settled[room] = work.warmth[room]! / elapsed;
      work.warmth.fill(0);
      work.beam.fill(0);
      work.diffuse.fill(0);
      work.glow.fill(0);
      work.elapsed[0] = 0;
      refresh(work);
    },
  };
}
