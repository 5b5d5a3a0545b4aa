import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Service } from './service.ts';

/** The variables of processes that count their statements and end at one, and how to choose it. */
export function createEnds(folder: string) {
  const file = join(folder, 'statements');
  let orders = 0;
  /** Lets a process end after a number of statements; returns the number since the order before. */
  const endAfter = async (service: Service, count: number): Promise<number> => {
    const order = `${count} of order ${++orders}`;
    writeFileSync(file, order);
    process.kill(service.pid(), 'SIGUSR2');
    const [, passed] = await service.line(new RegExp(`^(\\d+) statements; ends after ${order}$`, 'm'));
    return Number(passed);
  };
  return {
    env: {
      NODE_OPTIONS: `--import=${new URL('./end-at-statement.ts', import.meta.url).href}`,
      LIFE_STATEMENTS: file,
    },
    endAfter,
    /** Counts the statements of a process during a call. */
    count: async (service: Service, call: () => Promise<unknown>): Promise<number> => {
      await endAfter(service, Number.POSITIVE_INFINITY);
      await call();
      return endAfter(service, Number.POSITIVE_INFINITY);
    },
  };
}
