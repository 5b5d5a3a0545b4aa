/**
 * Share of the full airflow by fan value. 0 means auto, which follows the load.
 *
 * Plain sets have low, medium, high and auto (interface 2.1, SysFan_e of splits and VRF units); a brand set has auto,
 * quiet and five speeds.
 */
export const PLAIN_FANS: readonly number[] = [0, 0.45, 0.7, 1, 0];
export const BRAND_FANS: readonly number[] = [0, 0, 0.3, 0.4, 0.55, 0.7, 0.85, 1];

/** Lowest share of the airflow in fan auto, and the share while the unit only ventilates. */
const SLOWEST = 0.4;
const VENTING = 0.7;

/** Returns the share 0..1 of the full airflow for a fan value, with the compressor at a load of 0..1. */
export const fanShare = (fans: readonly number[], fan: number, load: number): number =>
  fans[fan] || SLOWEST + (1 - SLOWEST) * load;

/** Returns the share 0..1 of the full airflow of a unit that only ventilates. */
export const ventShare = (fans: readonly number[], fan: number): number => fans[fan] || VENTING;
