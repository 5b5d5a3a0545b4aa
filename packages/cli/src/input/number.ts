import { wrongUsage } from '../failure.ts';

/** Reads a whole number from `min` to `max`; `what` names the option or argument in the error. */
export const readWhole =
  (what: string, min: number, max: number) =>
  (typed: string): number => {
    const value = Number(typed);
    if (/^\d+$/.test(typed) && value >= min && value <= max) return value;
    throw wrongUsage(`${what}: ${JSON.stringify(typed)} is not a whole number from ${min} to ${max}.`);
  };

/** Reads a number from `min` to `max`. */
export const readNumber =
  (what: string, min: number, max: number) =>
  (typed: string): number => {
    const value = typed.trim() === '' ? Number.NaN : Number(typed);
    if (value >= min && value <= max) return value;
    throw wrongUsage(`${what}: ${JSON.stringify(typed)} is not a number from ${min} to ${max}.`);
  };

/** Reads a port; 0 means any free port. */
export const readPort = (what: string) => readWhole(what, 0, 65_535);
