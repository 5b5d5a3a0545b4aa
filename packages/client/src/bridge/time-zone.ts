import { extensionEndpoints, type TimeZoneAnswer } from '@plenum/protocol/extension';
import type { Own } from './own.ts';

const { readTimeZone, setTimeZone } = extensionEndpoints;

/** The time zone of the clocks of a house; only a Plenum bridge has it, others answer `unsupported`. */
export interface TimeZone {
  readonly read: () => Promise<TimeZoneAnswer>;
  /** Sets it by its IANA name; a bridge refuses this for a simulated house. */
  readonly set: (timeZone: string) => Promise<void>;
}

/** Creates access to the time zone of the house behind one connection. */
export const createTimeZone = (own: Own): TimeZone => ({
  read: () => own.read(readTimeZone, undefined),
  set: (timeZone) => own.write(setTimeZone, { timeZone }),
});
