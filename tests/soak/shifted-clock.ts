import { readFileSync } from 'node:fs';

/**
 * Shifts the clock of a process by the number of ms in the file `SOAK_CLOCK`, which is read when the process receives
 * SIGUSR2. Loaded before the program (`clock.ts`).
 */
let offset = 0;
const RealDate = Date;
const now = (): number => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('SIGUSR2', () => {
  offset = Number(readFileSync(process.env.SOAK_CLOCK!, 'utf8'));
});
