import { extensionEndpoints, type TimeZoneAnswer } from '@plenum/protocol/extension';
import type { Own } from './own.ts';

const { readTimeZone, setTimeZone } = extensionEndpoints;

/** The time zone of a house's clock. Calls fail as `unsupported` if the bridge is not a Plenum bridge. */
export interface TimeZone {
  readonly read: () => Promise<TimeZoneAnswer>;
  /** Sets the time zone by its IANA name; refused for a simulated house. */
  readonly set: (timeZone: string) => Promise<void>;
}

/** Creates access to the time zone of the house behind one connection. */
export const createTimeZone = (own: Own): TimeZone => ({
  read: () => own.read(readTimeZone, undefined),
  set: (timeZone) => own.write(setTimeZone, { timeZone }),
});
