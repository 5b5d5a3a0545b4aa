/** Forgets a draft that was given, but for one that was changed while it was under way. */
export const clearIfUnchanged =
  <Draft>(given: Draft) =>
  (now: Draft): Draft | undefined =>
    now === given ? undefined : now;
