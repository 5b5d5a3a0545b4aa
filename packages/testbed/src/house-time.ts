/**
 * The local time at which the houses of tests begin, regardless of the time of the machine: a Wednesday in spring in
 * Sydney, after the favourites and the watering of the morning, and before those of 13:00.
 */
export const houseTime = '2026-11-18T09:00';
