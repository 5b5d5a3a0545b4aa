/** Clears a draft that was saved, unless it was changed while it was being saved. */
export const clearIfUnchanged =
  <Draft>(given: Draft) =>
  (now: Draft): Draft | undefined =>
    now === given ? undefined : now;
