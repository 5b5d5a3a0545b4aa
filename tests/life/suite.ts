import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { createLedger, type Ledger } from './ledger.ts';
import { type Case, type Part, type PartAccess, toOutcome } from './part.ts';
import { parts } from './parts.ts';
import type { World } from './world.ts';

/** A part in use, with what was written to it. */
interface Used extends PartAccess {
  readonly part: Part;
  readonly ledger: Ledger;
}

/** The parts of a world, written and checked together. */
export interface Life {
  readonly used: readonly Used[];
  /** Writes the next value to a part; resolves to the reason if it was not acknowledged. */
  writeTo(one: Used): Promise<string | undefined>;
  /** Writes the next `count` values to each part; each has to be acknowledged. */
  write(count?: number): Promise<void>;
  /** Fails unless each part, or each of these, has what it has to have. */
  check(when: string, checked?: readonly Used[]): Promise<void>;
}

/** Longest time until a part shows what it has after a start, in ms: a house of a test user starts in the background. */
const within = 20_000;

/** Repeats a write while the cloud answers that it comes too early, as a client does. */
async function whenAllowed(write: () => Promise<unknown>): Promise<void> {
  for (;;)
    try {
      await write();
      return;
    } catch (error) {
      const [, seconds] = /: 429 .*"seconds":(\d+)/.exec(String(error)) ?? [];
      if (seconds === undefined) throw error;
      await pause(Number(seconds) * 1_000);
    }
}

/** Opens the parts that a case applies to. */
export async function openLife(world: World, which: Case): Promise<Life> {
  const used: Used[] = [];
  for (const part of parts) {
    if (part.skips?.[which] !== undefined) continue;
    used.push({ part, ledger: createLedger(part.kept), ...(await part.open(world)) });
  }
  const numbers = new Map<Used, number>();
  const writeTo = async (one: Used): Promise<string | undefined> => {
    const own = (numbers.get(one) ?? 0) + 1;
    numbers.set(one, own);
    try {
      await whenAllowed(() => one.write(own));
      one.ledger.record(own, 'acknowledged');
      return undefined;
    } catch (error) {
      one.ledger.record(own, toOutcome(error));
      return String(error);
    }
  };
  const problemOf = async ({ part, read, ledger }: Used): Promise<string | undefined> => {
    const end = Date.now() + within;
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
    write: async (count = 1) => {
      const refused: string[] = [];
      for (const one of used)
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
