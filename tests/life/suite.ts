import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createLedger, type Ledger } from './ledger.ts';
import { type Case, type Part, type PartAccess, toResult } from './part.ts';
import { parts } from './parts.ts';
import type { World } from './world.ts';

/** A part in use, with what was written to it. */
export interface Used extends PartAccess {
  readonly part: Part;
  readonly ledger: Ledger;
}

/** The parts of a world, written and checked together. */
export interface Life {
  readonly used: readonly Used[];
  /** Writes the next value to a part; resolves to the reason if it was not acknowledged. */
  writeTo(one: Used): Promise<string | undefined>;
  /** Writes the next `count` values to each part, or to each of these; each has to be acknowledged. */
  write(count?: number, to?: readonly Used[]): Promise<void>;
  /** Fails unless each part, or each of these, has what it has to have. */
  check(when: string, checked?: readonly Used[]): Promise<void>;
}

/** Longest time until a part shows what it has after a start, in ms: a house of a test user starts in the background. */
const within = 20_000;

/** Opens the parts that each of these cases applies to. */
export async function openLife(world: World, ...cases: readonly Case[]): Promise<Life> {
  const used: Used[] = [];
  for (const part of parts) {
    if (cases.some((one) => part.skips?.[one] !== undefined)) continue;
    used.push({ part, ledger: createLedger(part.kept), ...(await part.open(world)) });
  }
  const numbers = new Map<Used, number>();
  const writeTo = async (one: Used): Promise<string | undefined> => {
    const own = (numbers.get(one) ?? 0) + 1;
    numbers.set(one, own);
    try {
      await one.write(own);
      one.ledger.record(own, 'acknowledged');
      return undefined;
    } catch (error) {
      one.ledger.record(own, toResult(error));
      return String(error);
    }
  };
  const problemOf = async ({ part, read, ledger }: Used): Promise<string | undefined> => {
    const end = Date.now() + (part.within ?? within);
    for (;;) {
      const problem = await read().then(ledger.check, String);
      if (problem === undefined) return undefined;
      if (Date.now() > end) return `${part.name}: ${problem}`;
      await pause(250);
    }
  };
  return {
    used,
    writeTo,
    write: async (count = 1, to = used) => {
      const refused: string[] = [];
      for (const one of to)
        for (let written = 0; written < count; written++) {
          const reason = await writeTo(one);
          if (reason !== undefined) refused.push(`${one.part.name}: ${reason}`);
        }
      assert.deepEqual(refused, [], 'every part takes a write');
    },
    check: async (when, checked = used) => {
      const problems: string[] = [];
      for (const one of checked) {
        const problem = await problemOf(one);
        if (problem !== undefined) problems.push(problem);
      }
      assert.deepEqual(problems, [], when);
    },
  };
}

/**
 * Ends everything and starts it again, twice, with writes before each. The second time follows fewer writes than the
 * first: numbers that begin again after a restart would be found only then.
 */
export async function restartTwice(world: World, life: Life, how: 'stop' | 'kill'): Promise<void> {
  for (const count of [2, 1]) {
    await life.write(count);
    await world.end(how);
    await world.start();
    await life.check(`after a restart that followed ${count} writes`);
  }
  await life.write();
  await life.check('at the end');
}
