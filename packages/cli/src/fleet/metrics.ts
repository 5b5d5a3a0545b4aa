export interface FleetMetrics {
  connected: number;
  /** Successful connections since the start, and failed attempts. */
  opened: number;
  failed: number;
  changes: number;
  acknowledged: number;
  controls: number;
  /** Times from each change to its acknowledgement, since the last report, in ms. */
  latencies: number[];
}

export const createFleetMetrics = (): FleetMetrics => ({
  connected: 0,
  opened: 0,
  failed: 0,
  changes: 0,
  acknowledged: 0,
  controls: 0,
  latencies: [],
});

/** Returns the value at a quantile (0 to 1); 0 if there are no values. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
