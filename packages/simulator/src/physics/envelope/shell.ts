import { conductGap, readAngle } from '../construction/glazing.ts';
import { ROOF } from '../sun/sunlight.ts';
import type { ClimateWork, Conditions, Inside, ShellFlows, Sunlight, Weather } from '../types.ts';
import type { Envelope, Part } from './envelope.ts';
import {
  CONVECTION,
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

/** The outer surfaces of parts as flat arrays: air below a house is still and hides the sky. */
const flattenOuter = (parts: readonly Part[]) => {
  const column = (pick: (part: Part) => number) => Float64Array.from(parts, pick);
  const isUnder = ({ boundary }: Part) => boundary === 'under';
  const view = ({ boundary, surface }: Part) =>
    boundary === 'under' ? 0 : surface === ROOF ? SKY_VIEW.roof : SKY_VIEW.wall;
  const convection = ({ boundary, surface }: Part) =>
    CONVECTION[boundary === 'under' ? 'ceiling' : surface === ROOF ? 'floor' : 'wall'];
  return {
    outerNode: Int32Array.from(parts, ({ first }) => first),
    outerWarmer: column((part) => convection(part).warmer),
    outerColder: column((part) => convection(part).colder),
    /** The share of black radiation to the sky in W/m²K⁴, and four times that to the surroundings. */
    emittedToSky: column((part) => STEFAN_BOLTZMANN * part.emissivity * view(part)),
    emittedToAir: column((part) => 4 * STEFAN_BOLTZMANN * part.emissivity * (1 - view(part))),
    /** 0 without wind. */
    roughness: column((part) => (isUnder(part) ? 0 : part.isSmooth ? ROUGHNESS.smooth : ROUGHNESS.rough)),
  };
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
  const faceShare = Float64Array.from(faces, (face) => 1 / face.area);
  const whenWarmer = Float64Array.from(faces, ({ posture }) => CONVECTION[posture].warmer);
  const whenColder = Float64Array.from(faces, ({ posture }) => CONVECTION[posture].colder);
  const column = () => new Float64Array(size);
  const [radiantSum, radiantHeat, radiantMean, emission] = [column(), column(), column(), column()];
  for (let face = 0; face < faces.length; face++) radiantSum[faceRoom[face]!]! += radiant[face]!;

  /** Gain of each node in W/m². */
  const gain = new Float64Array(nodes);
  const stored = new Float64Array(nodes);
  /** Reciprocal pivot of each node after the elimination of the nodes inside it. */
  const inverse = new Float64Array(nodes);
  /**
   * Share of the gain of a node that reaches the one outside it, and of the temperature of that one in its own. It is 0 for
   * the outermost nodes, so that one loop passes through the nodes of all parts.
   */
  const pull = new Float64Array(nodes);
  const pivots = new Float64Array(parts.length);
  /** Conductances in W/m²K from the outer surfaces to the air or the ground, and to the sky. */
  const toAir = Float64Array.from(parts, ({ boundary }) => (boundary === 'ground' ? GROUND_CONTACT : 0));
  const toSky = new Float64Array(parts.length);
  const placesOf = (isOne: (part: Part) => boolean) =>
    [...parts.keys()].filter((place) => isOne(parts[place]!));
  const windows = placesOf(({ glass }) => glass !== undefined);
  const sunny = placesOf(({ glass, surface }) => glass === undefined && surface >= 0);
  const exposed = placesOf(({ boundary }) => boundary === 'outside' || boundary === 'under');
  const { outerNode, outerWarmer, outerColder, emittedToSky, emittedToAir, roughness } = flattenOuter(
    exposed.map((place) => parts[place]!),
  );
  const grounded = placesOf(({ boundary }) => boundary === 'ground');
  let prepared = Number.NaN;

  /** Eliminates the nodes of a part from the innermost to the outermost, whose surroundings may change. */
  const factor = ({ first, chain }: Part, place: number): void => {
    let carried = 0;
    for (let node = first + chain.capacities.length - 1; node > first; node--) {
      inverse[node] = 1 / (stored[node]! + outward[node]! + carried);
      pull[node] = outward[node]! * inverse[node]!;
      carried = outward[node]! * (1 - pull[node]!);
    }
    pivots[place] = stored[first]! + carried;
    inverse[first] = 1 / (pivots[place]! + toAir[place]! + toSky[place]!);
  };

  const prepareFor = (seconds: number): void => {
    for (let node = 0; node < nodes; node++) stored[node] = capacity[node]! / seconds;
    for (let place = 0; place < parts.length; place++) factor(parts[place]!, place);
    prepared = seconds;
  };

  /** Sets the conductances of the gaps of a window, which grow with their temperature. */
  const setGaps = (part: Part, place: number, temperature: Float64Array): void => {
    const { gaps } = part.glass!;
    if (gaps.length === 0) return;
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
      const warmer = own - settled[room]!;
      const film =
        faceArea[face]! *
        buoyancy *
        convectNaturally(warmer > 0 ? whenWarmer[face]! : whenColder[face]!, warmer);
      films[face] = film;
      conductance[room]! += film;
      heat[room]! += film * own;
      radiantHeat[room]! += radiant[face]! * own;
    }
    for (let room = 0; room < size; room++) {
      const mean = radiantHeat[room]! / radiantSum[room]!;
      const kelvin = mean + KELVIN;
      radiantMean[room] = mean;
      emission[room] = 4 * STEFAN_BOLTZMANN * kelvin * kelvin * kelvin;
    }
    for (let face = 0; face < films.length; face++) {
      const room = faceRoom[face]!;
      infrared[face] =
        emission[room]! * radiant[face]! * (radiantMean[room]! - temperature[faceNode[face]!]!);
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
    for (let face = 0; face < faceNode.length; face++) {
      const joules = collectedBy(face, work);
      whole += joules;
      gain[faceNode[face]!]! += (joules * faceShare[face]!) / elapsed;
    }
    return whole;
  };

  /** Adds the sun on a window to the gains of its panes. Returns it in W/m². */
  const gainPanes = (part: Part, { sunlight, activity }: Conditions): number => {
    const { surface, first } = part;
    const { absorbed, diffuse } = part.glass!;
    const open = part.unshaded * (1 - activity.shade[part.room]!);
    const beam = open * sunlight.beam[surface]!;
    const scattered = open * sunlight.diffuse[surface]!;
    const cosine = sunlight.cosine[surface]!;
    let whole = 0;
    for (let pane = 0; pane < absorbed.length; pane++) {
      const own = beam * readAngle(absorbed[pane]!, cosine) + scattered * diffuse.absorbed[pane]!;
      gain[first + pane]! += own;
      whole += own;
    }
    return whole;
  };

  /** Adds the sun to the gains of all parts. Returns it in W. */
  const gainFromSun = (conditions: Conditions): number => {
    const { beam, diffuse } = conditions.sunlight;
    if (beam[ROOF] === 0 && diffuse[ROOF] === 0) return 0;
    let whole = 0;
    for (const place of sunny) {
      const { surface, first, absorptance, area } = parts[place]!;
      const absorbed = absorptance * (beam[surface]! + diffuse[surface]!);
      gain[first]! += absorbed;
      whole += area * absorbed;
    }
    for (const place of windows) whole += parts[place]!.area * gainPanes(parts[place]!, conditions);
    return whole;
  };

  /** Sets the conductances of outer surfaces at their temperatures, and adds the heat from outside to their gains. */
  const gainFromOutside = (temperature: Float64Array): void => {
    const { air, sky, forced } = around;
    const kelvinOfSky = sky + KELVIN;
    for (let outer = 0; outer < exposed.length; outer++) {
      const place = exposed[outer]!;
      const node = outerNode[outer]!;
      const own = temperature[node]!;
      const warmer = own - air;
      const mean = (own + air) / 2 + KELVIN;
      const kelvin = own + KELVIN;
      const coefficient = warmer > 0 ? outerWarmer[outer]! : outerColder[outer]!;
      const natural = buoyancy * convectNaturally(coefficient, warmer);
      const own4 = (kelvin * kelvin + kelvinOfSky * kelvinOfSky) * (kelvin + kelvinOfSky);
      toSky[place] = emittedToSky[outer]! * own4;
      toAir[place] =
        convectOutside(natural, forced, roughness[outer]!) + emittedToAir[outer]! * mean * mean * mean;
      gain[node]! += toAir[place]! * air + toSky[place]! * sky;
      inverse[node] = 1 / (pivots[place]! + toAir[place]! + toSky[place]!);
    }
    for (const place of grounded) gain[parts[place]!.first]! += GROUND_CONTACT * ground;
  };

  /** Replaces the temperatures of all nodes by those at the end of the interval. */
  const solve = (temperature: Float64Array): void => {
    for (let node = nodes - 1; node > 0; node--) gain[node - 1]! += pull[node]! * gain[node]!;
    let own = 0;
    for (let node = 0; node < nodes; node++) {
      own = inverse[node]! * gain[node]! + pull[node]! * own;
      temperature[node] = own;
    }
  };

  const storedInNodes = (temperature: Float64Array): number => {
    let whole = 0;
    for (let node = 0; node < nodes; node++) whole += capacity[node]! * area[node]! * temperature[node]!;
    return whole;
  };

  /** Returns the heat in J that all parts gained from air, sky and ground during an interval. */
  const flowsOutside = (temperature: Float64Array, elapsed: number) => {
    const flows = { outside: 0, sky: 0, ground: 0 };
    for (const place of exposed) {
      const { first, area } = parts[place]!;
      flows.sky += elapsed * area * toSky[place]! * (around.sky - temperature[first]!);
      flows.outside += elapsed * area * toAir[place]! * (around.air - temperature[first]!);
    }
    for (const place of grounded) {
      const { first, area } = parts[place]!;
      flows.ground += elapsed * area * GROUND_CONTACT * (ground - temperature[first]!);
    }
    return flows;
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
      const sun = elapsed * gainFromSun(conditions);
      for (const place of windows) setGaps(parts[place]!, place, temperature);
      gainFromOutside(temperature);
      solve(temperature);
      if (books !== undefined)
        Object.assign(books, {
          rooms,
          sun,
          stored: storedInNodes(temperature) - before,
          ...flowsOutside(temperature, elapsed),
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
