import { type Observation, signOf } from './observe.ts';

const minute = 60_000;
/** A jump of the temperature against the unit in K within a time, from which a window is inferred to be open. */
const windowJump = 0.5;
const windowTime = 6 * minute;

/**
 * Creates a function that is called with each temperature of a room, and returns true if it jumped against what the unit
 * does; then a window is probably open.
 */
export function createWindowInference(): (now: Observation, temperature: number) => boolean {
  let recent: { readonly at: number; readonly temperature: number }[] = [];
  return ({ at, outdoor, way }, temperature) => {
    recent = [...recent.filter((one) => at - one.at <= windowTime && one.at <= at), { at, temperature }];
    const jump = temperature - recent[0]!.temperature;
    const towards = Math.sign(outdoor! - temperature);
    return (
      Math.abs(jump) >= windowJump &&
      Math.sign(jump) === towards &&
      (way === undefined || signOf(way) !== towards)
    );
  };
}
