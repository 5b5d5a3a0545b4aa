const minute = 60_000;

/** Converts a time (ms UTC) to the format of a field for local date and time, to the minute: `2026-11-22T13:05`. */
export const toLocalText = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * minute).toISOString().slice(0, 16);
