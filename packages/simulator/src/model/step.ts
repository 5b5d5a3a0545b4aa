import type { CivilMinute, CivilTime } from '../calendar/calendar.ts';
import type { ClimateWork, Conditions, HeatFlows } from '../physics/types.ts';
import type { HouseModel } from './house-model.ts';

/**
 * One step of simulated time. `from` and `at` are its ends in ms UTC; `civil` is the local time at `at`; `minutes` are
 * the local minutes that begin in it, each exactly once over the years, including changes of daylight saving. `climate`
 * is the air at `from`. `conditions.weather` is the weather outdoors; `conditions.supply` is empty when the step
 * begins, then each unit adds its supply to a room, and finally the air moves.
 */
export interface Step {
  readonly model: HouseModel;
  readonly from: number;
  readonly at: number;
  readonly seconds: number;
  readonly civil: CivilTime;
  readonly minutes: readonly CivilMinute[];
  readonly climate: ClimateWork;
  readonly conditions: Conditions;
  /** The heat that the step moves, for callers that request it. */
  readonly flows?: HeatFlows | undefined;
}
