const minute = 60_000;

/** An instant (ms UTC) as a field for local date and time has it, to the minute: `2026-11-22T13:05`. */
export const toLocalText = (at: number): string =>
  new Date(at - new Date(at).getTimezoneOffset() * minute).toISOString().slice(0, 16);
