import { maxClockDifference } from '@plenum/platform';
import { limits } from '@plenum/protocol/cloud';
import { longestStep } from '@plenum/protocol/simulation';
import type { Db } from '../kernel/database/store.ts';

const { rate, burst } = limits.testSteps;
/** Time until the limit is whole again after all of it was used, in ms. */
const whole = (burst / rate) * 1_000;
/** The longest time until the limit is whole again, in ms. */
const longest = whole + (longestStep / rate) * 1_000;

/**
 * Counts a step of a clock towards the limit of a developer, over all nodes, in a transaction that has locked the
 * developer. A negative step gives one back. Returns the time until a step is allowed again in ms, or 0 if this one is
 * counted. A step may be larger than the rest of the limit.
 */
export async function countStep(
  db: Db,
  developerId: string,
  { seconds, now }: { readonly seconds: number; readonly now: number },
): Promise<number> {
  const row = await db
    .selectFrom('test_steps')
    .select('full_at')
    .where('account_id', '=', developerId)
    .executeTakeFirst();
  // A later time was stored before the clock of the machine went back.
  const isPossible = row !== undefined && row.full_at <= now + longest + maxClockDifference;
  const fullAt = isPossible ? Math.max(now, row.full_at) : now;
  const wait = fullAt - now - whole;
  if (wait > 0 && seconds > 0) return wait;
  const full_at = Math.max(now, Math.ceil(fullAt + (seconds / rate) * 1_000));
  await db
    .insertInto('test_steps')
    .values({ account_id: developerId, full_at })
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet({ full_at }))
    .execute();
  return 0;
}
