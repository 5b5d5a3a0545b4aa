/**
 * Loaded with `--import` before a program: its `Date` stands still at the instant in `FROZEN_AT` (ms UTC), so that tokens
 * of a folder made years ago are as old as they were then. Timers run as always.
 */
const frozenAt = Number(process.env.FROZEN_AT);
if (!Number.isSafeInteger(frozenAt)) throw new Error('FROZEN_AT is not an instant in ms UTC');

const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, newTarget) =>
    Reflect.construct(target, given.length === 0 ? [frozenAt] : given, newTarget),
  apply: () => new RealDate(frozenAt).toString(),
  get: (target, key) => (key === 'now' ? () => frozenAt : Reflect.get(target, key)),
});
