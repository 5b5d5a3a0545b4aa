import type { Face } from './envelope.ts';

/** Shares of the heat that spreads in a room which each of its faces receives, in the order of `Envelope.faces`. */
export type InsideShares = {
  /** Of sun that comes directly from the sun and falls on the floor first. */
  readonly beam: Float64Array;
  /** Of scattered sun. */
  readonly diffuse: Float64Array;
  /** Of the infrared heat of people and appliances. */
  readonly glow: Float64Array;
};

/** Returns the shares of even light which the faces of a room absorb after all reflections. Glass lets its share out. */
const absorbEvenly = (faces: readonly Face[]): number[] => {
  const dark = faces.map(({ area, darkness }) => area * darkness);
  const whole = dark.reduce((sum, each) => sum + each, 0);
  return dark.map((each) => each / whole);
};

/**
 * Returns how sun and infrared heat spread inside each room. Direct sun falls on the floor; what the floor does not
 * absorb falls on the other faces in proportion to their area, and from there evenly on all of them. Scattered sun falls
 * evenly on all faces. Sun that falls on glass leaves the room.
 */
export function spreadInside(faces: readonly Face[], size: number): InsideShares {
  const column = () => new Float64Array(faces.length);
  const shares = { beam: column(), diffuse: column(), glow: column() };
  for (let room = 0; room < size; room++) {
    const places = [...faces.keys()].filter((place) => faces[place]!.room === room);
    const own = places.map((place) => faces[place]!);
    const even = absorbEvenly(own);
    const floor = own.reduce((sum, { posture, area }) => sum + (posture === 'floor' ? area : 0), 0);
    const others = own.reduce((sum, { posture, area }) => sum + (posture === 'floor' ? 0 : area), 0);
    const emitting = own.reduce((sum, { area, emissivity }) => sum + area * emissivity, 0);
    const first = own.map(({ posture, area }) => (posture === 'floor' ? area / floor : 0));
    const onFloor = own.map(({ darkness }, index) => first[index]! * darkness);
    const left = 1 - onFloor.reduce((sum, each) => sum + each, 0);
    const second = own.map(({ posture, area, darkness }) =>
      posture === 'floor' ? 0 : left * (area / others) * darkness,
    );
    const rest = left - second.reduce((sum, each) => sum + each, 0);
    for (const [index, place] of places.entries()) {
      const { isGlass, area, emissivity } = own[index]!;
      const beam = onFloor[index]! + second[index]! + rest * even[index]!;
      shares.beam[place] = isGlass ? 0 : beam;
      shares.diffuse[place] = isGlass ? 0 : even[index]!;
      shares.glow[place] = (area * emissivity) / emitting;
    }
  }
  return shares;
}
