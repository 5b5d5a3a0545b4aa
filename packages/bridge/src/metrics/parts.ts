import type { Device } from '../device/device.ts';

/** What metrics are taken of, beside what is counted. */
export interface MetricsDeps {
  readonly device: Device;
  /** How many live streams are open. */
  readonly streams: () => number;
}
