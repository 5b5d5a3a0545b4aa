import { createFakeClock } from '@plenum/platform/fake-clock';
import type { ConsoleRefusal } from '@plenum/protocol/console';
import type { Result } from '@plenum/protocol/refusal';
import type { TestEngine } from '../../fixture/with-store.fixture.ts';
import { openStore } from '../../kernel/database/store.ts';
import { type Accounts, createAccounts } from './accounts.ts';
import type { AccountSession } from './shape.ts';

export const anna = { email: 'Anna@Example.org', password: 'a quiet house by the sea' };
export const wrong = { ...anna, password: 'a loud house by the road' };
export const home = '192.0.2.1';
export const elsewhere = '198.51.100.9';
export const minute = 60_000;
export const day = 24 * 60 * minute;

/**
 * The lowest cost that argon2id accepts, because these tests hash many passwords. password.test.ts checks the real
 * cost.
 */
export const leastCost = { memory: 8, passes: 1, parallelism: 1 };

/** An empty store with accounts and a fake clock. */
export async function start(engine: TestEngine) {
  const stack = new AsyncDisposableStack();
  const clock = createFakeClock();
  const { place } = stack.use(await engine.createPlace());
  const store = stack.use(await openStore(place));
  const accounts = createAccounts(store, clock, { cost: leastCost });
  return { clock, store, accounts, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

export type TestAccounts = Awaited<ReturnType<typeof start>>;

export const codeOf = (result: Result<unknown, ConsoleRefusal>) => (result.ok ? 'ok' : result.refusal.code);
export function unwrap<Value>(result: Result<Value, ConsoleRefusal>): Value {
  if (!result.ok) throw new Error(result.refusal.code);
  return result.value;
}
/** Signs Anna up from the client address `home`. */
export const enter = async (accounts: Accounts): Promise<AccountSession> =>
  unwrap(await accounts.signUp(anna, home));

/** Tries a wrong password for Anna, `times` times from one address. */
export async function guess(accounts: Accounts, times: number, address: string) {
  for (let count = 0; count < times; count++) await accounts.signIn(wrong, address);
}
