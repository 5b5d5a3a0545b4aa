import type { Device } from './device.ts';

/**
 * A layer around a device: returns the members that it replaces. It replaces `commandFor` to see the commands of every caller;
 * those of the bridge itself (`command`) pass through it too.
 */
export type Decorator = (device: Device) => Partial<Omit<Device, 'command'>>;

/** The `command` of a device from its `commandFor`: the bridge's own commands wait until they are confirmed, and may do everything. */
export const toOwnCommand =
  (commandFor: Device['commandFor']): Device['command'] =>
  (...commands) =>
    commandFor({ by: { over: 'local' }, installer: 'allowed', untilConfirmed: true }, ...commands);

const wrap = (device: Device, decorator: Decorator): Device => {
  const changes = decorator(device);
  // Descriptors, because a member may be a getter whose value changes.
  const wrapped = Object.defineProperties({} as Device, {
    ...Object.getOwnPropertyDescriptors(device),
    ...Object.getOwnPropertyDescriptors(changes),
  });
  return Object.assign(wrapped, { command: toOwnCommand(wrapped.commandFor) });
};

/** A device with layers around it; the first one is next to the device, and the last one sees a command first. */
export const decorate = (device: Device, decorators: readonly Decorator[]): Device =>
  decorators.reduce(wrap, device);
