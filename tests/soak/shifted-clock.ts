import { existsSync, readFileSync } from 'node:fs';

/**
 * Shifts the clock of a process by the number of ms in the file `SHIFTED_CLOCK`, which is read when the process starts and
 * when it receives SIGUSR2; the process then prints the text of the file. Loaded before the program.
 */
const file = process.env.SHIFTED_CLOCK!;
let offset = existsSync(file) ? Number.parseFloat(readFileSync(file, 'utf8')) : 0;
const RealDate = Date;
const now = (): number => RealDate.now() + offset;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as Date,
  apply: () => new RealDate(now()).toString(),
  get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
});

process.on('SIGUSR2', () => {
  const text = readFileSync(file, 'utf8');
  offset = Number.parseFloat(text);
  process.stderr.write(`clock ahead by ${text}\n`);
});
