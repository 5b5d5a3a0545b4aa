import { type Bridge, startBridge, type UplinkStatus } from '@plenum/bridge';
import { type Clock, systemClock } from '@plenum/platform';
import { onFreePorts } from './free-port.ts';
import { toShippedHouse } from './house.ts';

/**
 * A clock with short delays. With the real clock, a bridge polls every 5 s for the consent of its owner (RFC 8628,
 * 3.2).
 */
const fastClock: Clock = {
  ...systemClock,
  after: (milliseconds, run) => systemClock.after(milliseconds / 50, run),
};

/** Starts a bridge with the shipped house `flat` in this process, for the cloud at a URL. */
export function startUplinkBridge(dataDir: string, cloud: string): Promise<Bridge> {
  return startBridge({
    house: toShippedHouse('flat'),
    dataDir,
    cloud,
    ...onFreePorts,
    clock: fastClock,
    uplinkPace: { pingInterval: 100, idleTimeout: 5_000, backoff: { first: 5, max: 50 }, forgetAfter: 50 },
  });
}

/** Resolves to the status of a bridge's uplink when it has reached this state. */
export const untilUplink = <State extends UplinkStatus['state']>(bridge: Bridge, state: State) =>
  new Promise<Extract<UplinkStatus, { state: State }>>((resolve) => {
    const check = (status: UplinkStatus) => {
      if (status.state === state) resolve(status as Extract<UplinkStatus, { state: State }>);
    };
    bridge.uplink!.subscribe(check);
    check(bridge.uplink!.status());
  });
