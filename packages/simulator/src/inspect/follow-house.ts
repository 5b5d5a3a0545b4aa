import { advanceState } from '../advance.ts';
import { createState } from '../create-state.ts';
import type { HouseFile } from '../house-schema/house.ts';
import { createHouseModel } from '../model/house-model.ts';
import type { State } from '../model/state.ts';
import { wholeDraw } from '../power/draws.ts';

/**
 * A house at one time (ms UTC): °C outdoors and in each room, in the order of its file, and the mean power in W that it
 * used since the moment before.
 */
export interface Moment {
  readonly at: number;
  readonly outdoors: number;
  readonly rooms: readonly number[];
  readonly power: number;
}

/** The time to follow a house: from a time in ms UTC, for some days. */
interface Span {
  readonly from: number;
  readonly days: number;
}

const MINUTE = 60_000;
const DAY = 1440 * MINUTE;
/** Time between two moments. */
const EVERY = 15 * MINUTE;
/** Time before the first moment in which constructions reach the temperatures of their climate. */
const SETTLING = 7 * DAY;

/**
 * Follows a house on its own climate: yields a moment every 15 minutes. The week before is simulated, too. `weatherFile`
 * is the text of its weather file, if there is one.
 */
export function* followHouse(
  house: HouseFile,
  { from, days }: Span,
  weatherFile?: string,
): Generator<Moment> {
  const model = createHouseModel(house, weatherFile);
  let state: State = advanceState(model, createState(model, from - SETTLING), from);
  for (let at = from + EVERY; at <= from + days * DAY; at += EVERY) {
    let watts = 0;
    for (let minute = at - EVERY + MINUTE; minute <= at; minute += MINUTE) {
      state = advanceState(model, state, minute);
      watts += wholeDraw(state.plant.loads, house, minute);
    }
    yield {
      at,
      outdoors: model.weatherAt(at, {}).temperature,
      rooms: state.plant.climate.air,
      power: watts / (EVERY / MINUTE),
    };
  }
}
