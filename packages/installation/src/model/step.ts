import type { CivilMinute, CivilTime } from '../calendar/calendar.ts';
import type { HouseFile } from '../house/house.ts';
import type { ClimateWork, Conditions, ThermalModel } from '../physics/types.ts';

/**
 * One step of simulated time, as every part of the plant sees it.
 *
 * `from` and `at` are its ends in ms UTC; `civil` is the local time at `at`; `minutes` are the civil minutes that
 * began in it, each exactly once over the years (both changes of daylight saving included). `climate` is the air as
 * it stood at `from`; `conditions.weather` is outdoors, and `conditions.supply` is empty when the step begins:
 * units write what they blow into each room there, and the air moves on when all have.
 */
export interface Step {
  readonly house: HouseFile;
  readonly thermal: ThermalModel;
  readonly from: number;
  readonly at: number;
  readonly seconds: number;
  readonly civil: CivilTime;
  readonly minutes: readonly CivilMinute[];
  readonly climate: ClimateWork;
  readonly conditions: Conditions;
}
