/** Everything `plenum fleet` may be told. */
export interface FleetOptions {
  readonly cloud: string;
  readonly count: number;
  readonly firstId: number;
  readonly changes: number;
  readonly connects: number;
  readonly every: number;
  readonly seconds?: number;
  readonly data: string;
}
