import { powerChannels, unitPower } from '@plenum/insight/energy';
import type { Datagrams } from '@plenum/protocol/component';

/** Returns the power of the ducted unit in W; undefined if it is not measured. */
export function wattsOf(datagrams: Datagrams): number | undefined {
  const [config] = datagrams.power;
  if (config === undefined) return undefined;
  return unitPower(powerChannels(config, datagrams.powerStatus[0]), datagrams)?.unit;
}
