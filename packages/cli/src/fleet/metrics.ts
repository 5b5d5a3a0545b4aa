/** Counters of a fleet. */
export interface FleetMetrics {
  connected: number;
  /** Connections made since the start, and attempts that failed. */
  opened: number;
  failed: number;
  changes: number;
  acknowledged: number;
  controls: number;
  /** Times from a change to its acknowledgement since they were last read, in ms. */
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

/** Returns the value below which this share of the values lies; 0 if there are none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;
