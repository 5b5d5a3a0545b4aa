import type { Clock } from '@plenum/platform';
import { type HandCommands, withHands } from './automation/with-hands.ts';
import { type Decorator, decorate } from './device/decorate.ts';
import type { Device } from './device/device.ts';
import { withAuthority } from './device/with-authority.ts';
import { type WithRunTimeDeps, withRunTime } from './device/with-run-time.ts';
import { type TracesDeps, withTraces } from './device/with-traces.ts';
import type { BridgeQuirks } from './quirks/bridge-quirks.ts';
import { withQuirks } from './quirks/with-quirks.ts';

// The layers around a device, from the house outwards: week, run time, hands, authority, traces, quirks. A command passes
// through them in the opposite order.

interface HouseLayers extends WithRunTimeDeps {
  /** The layer for dates on which favourites differ from the weekly pattern, if a real bridge has only the pattern. */
  readonly week?: Decorator;
  /** Reports the commands of people. */
  readonly report: (given: HandCommands) => void;
}

/** Returns the device of a house, as its own schedules and tests use it. */
export const decorateHouse = (device: Device, { week, report, ...runTime }: HouseLayers): Device =>
  decorate(device, [...(week === undefined ? [] : [week]), withRunTime(runTime), withHands(report)]);

/** Returns the device that everything in a bridge commands: each caller needs its authority. */
export const decorateServed = (house: Device, traces?: TracesDeps): Device =>
  decorate(house, [withAuthority, ...(traces === undefined ? [] : [withTraces(traces)])]);

interface ShownLayers {
  readonly quirks: BridgeQuirks;
  readonly clock: Clock;
  /** Layers outside the quirks, which a hosted bridge has. */
  readonly others?: readonly Decorator[];
}

/** Returns the device as clients see it, with the quirks of the bridge. */
export const decorateShown = (served: Device, { quirks, clock, others = [] }: ShownLayers): Device =>
  decorate(served, [withQuirks(quirks, clock), ...others]);
