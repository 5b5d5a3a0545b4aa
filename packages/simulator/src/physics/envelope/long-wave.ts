import type { Face } from './envelope.ts';

/** Rounds of the iteration below, which converges by a factor of at least two each. */
const ROUNDS = 30;
/** Highest view of a face to the others: more than a half of a room's surface cannot see itself. */
const MOST_VIEW = 4;

/**
 * Returns the area in m² by which each face exchanges infrared heat with the mean radiant temperature of its room: each
 * face sees the others by their area (Carroll 1980, as in EnergyPlus, Engineering Reference, "Carroll MRT"), and emits by
 * its emissivity.
 */
export function findRadiantAreas(faces: readonly Face[], size: number): Float64Array {
  const areas = new Float64Array(faces.length);
  for (let room = 0; room < size; room++) {
    const places = [...faces.keys()].filter((place) => faces[place]!.room === room);
    let views = places.map(() => 1);
    for (let round = 0; round < ROUNDS; round++) {
      const whole = places.reduce((sum, place, index) => sum + faces[place]!.area * views[index]!, 0);
      views = places.map((place, index) => {
        const blocked = (faces[place]!.area * views[index]!) / whole;
        const wanted = blocked < 1 ? 1 / (1 - blocked) : MOST_VIEW;
        return (views[index]! + Math.min(MOST_VIEW, wanted)) / 2;
      });
    }
    for (const [index, place] of places.entries()) {
      const { area, emissivity } = faces[place]!;
      areas[place] = area / ((1 - emissivity) / emissivity + 1 / views[index]!);
    }
  }
  return areas;
}
