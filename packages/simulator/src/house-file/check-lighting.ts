import type { HouseFile } from '../house-schema/house.ts';
import { cannotBe, noSuchRoom, type Problems } from './problem.ts';

/** Yields the problems of the lighting of a house. */
export function* findLightingProblems(house: HouseFile): Problems {
  const { lighting } = house;
  if (lighting === undefined) return;
  const { lamps, switches = [], favourites = [] } = lighting;
  for (const [place, { room }] of lamps.entries())
    yield* noSuchRoom(house, ['lighting', 'lamps', place, 'room'], room);
  for (const [place, { room }] of switches.entries())
    if (room !== undefined) yield* noSuchRoom(house, ['lighting', 'switches', place, 'room'], room);
  for (const [favourite, { settings }] of favourites.entries()) {
    for (const [place, { lamp }] of settings.entries()) {
      if (lamp < lamps.length) continue;
      const path = ['lighting', 'favourites', favourite, 'settings', place, 'lamp'];
      yield* cannotBe(path, lamp, 'a lamp', `there are ${lamps.length} lamps`);
    }
  }
}
