import type { Bridge } from '@plenum/client';
import type { Datagrams } from '@plenum/protocol/component';
import { type Identity, isInstalled, subsystemNames } from '@plenum/protocol/query';

/** Who the bridge behind ours is, so that ours answers in its name: its clients find the same device (wire facts 2). */
export const identify = async (bridge: Bridge, datagrams: Datagrams): Promise<Identity> => {
  const subsystem = subsystemNames.find((name) => isInstalled(datagrams, name)) ?? 'ac';
  const envelope = (await bridge.query(subsystem, 1)) as Readonly<Record<string, unknown>>;
  const modules = await bridge.firmware().catch(() => []);
  return {
    // Some answers carry the id as a number, which has lost its leading zeros (interface 2.5).
    uid: String(envelope.HvacDeviceUId ?? '').padStart(9, '0'),
    deviceType: String(envelope.DeviceType ?? 'ASH'),
    firmware: modules.join(','),
  };
};
