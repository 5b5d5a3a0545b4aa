import type { Device } from './device.ts';

/**
 * Returns the members of a device that this layer replaces. A layer that must see every command replaces `commandFor`;
 * the bridge's own commands (`command`) pass through it too.
 */
export type Decorator = (device: Device) => Partial<Omit<Device, 'command'>>;

/**
 * Derives `command` from `commandFor`: the bridge's own commands wait for their confirmation and have every permission.
 */
export const toOwnCommand =
  (commandFor: Device['commandFor']): Device['command'] =>
  (...commands) =>
    commandFor({ by: { over: 'local' }, installer: 'allowed', untilConfirmed: true }, ...commands);

const wrap = (device: Device, decorator: Decorator): Device => {
  const changes = decorator(device);
  // Copies descriptors because a member may be a getter whose value changes.
  const wrapped = Object.defineProperties({} as Device, {
    ...Object.getOwnPropertyDescriptors(device),
    ...Object.getOwnPropertyDescriptors(changes),
  });
  return Object.assign(wrapped, { command: toOwnCommand(wrapped.commandFor) });
};

/** Returns a device with layers around it: the first is next to the device, the last receives a command first. */
export const decorate = (device: Device, decorators: readonly Decorator[]): Device =>
  decorators.reduce(wrap, device);
