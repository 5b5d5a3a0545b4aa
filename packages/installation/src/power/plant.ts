/**
 * What the power monitor does not show, a device each in the order of `Devices`: `charge` 0..1 of its battery, and
 * `silent`, a device the simulator has cut off.
 */
export interface PowerPlant {
  devices: { charge: number; silent: boolean }[];
}
