/**
 * A preload (`--import`) that stops `Date` at the instant in `FROZEN_AT` (ms UTC): the tokens of a stored data folder must
 * not expire. Timers run as usual.
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
