import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { createTokenTable } from '../request-server.fixture.ts';
import { cacheTime, createCallerCache, maxRemembered } from './caller-cache.ts';
import type { Caller } from './shape.ts';

const setUp = () => {
  const clock = createFakeClock();
  const table = createTokenTable(clock.now);
  return { clock, table, callers: createCallerCache(table, clock) };
};

it('verifies a token once, and again after the cache time', async () => {
  const { clock, table, callers } = setUp();
  const token = table.issue('ann');
  for (let n = 0; n < 3; n++) assert.equal((await callers.identify(token))?.accountId, 'ann');
  assert.equal(table.asked(), 1);
  clock.advance(cacheTime - 1);
  await callers.identify(token);
  assert.equal(table.asked(), 1);
  clock.advance(1);
  await callers.identify(token);
  assert.equal(table.asked(), 2);
});

it('immediately refuses a token that was revoked on this node', async () => {
  const { table, callers } = setUp();
  const token = table.issue('ann');
  await callers.identify(token);
  let heard = 0;
  const end = callers.onRevocation(() => heard++);
  table.revoke(token);
  assert.equal(await callers.identify(token), undefined);
  assert.equal(heard, 1);
  end();
  table.revoke(token);
  assert.equal(heard, 1);
});

it('accepts a token that was revoked on another node for at most three seconds', async () => {
  const { clock, table, callers } = setUp();
  const token = table.issue('ann');
  await callers.identify(token);
  table.revoke(token, { elsewhere: true });
  clock.advance(2_999);
  assert.notEqual(await callers.identify(token), undefined);
  clock.advance(1);
  assert.equal(await callers.identify(token), undefined);
});

it('verifies a token again after the clock went back, so that a revocation takes effect', async () => {
  const { clock, table, callers } = setUp();
  clock.advance(86_400_000);
  const token = table.issue('ann');
  await callers.identify(token);
  table.revoke(token, { elsewhere: true });
  clock.set(clock.now() - 3_600_000);
  assert.equal(await callers.identify(token), undefined);
});

it('does not cache a token beyond its lifetime', async () => {
  const { clock, table, callers } = setUp();
  const token = table.issue('ann', { expiresAt: clock.now() + 1_000 });
  clock.advance(999);
  assert.notEqual(await callers.identify(token), undefined);
  clock.advance(1);
  assert.equal(await callers.identify(token), undefined);
});

it('does not cache a lookup that began before a revocation and ended after it', async () => {
  const clock = createFakeClock();
  const table = createTokenTable(clock.now);
  const { promise: slow, resolve: answer } = Promise.withResolvers<Caller | undefined>();
  let isSlow = true;
  const callers = createCallerCache(
    { ...table, identify: (token) => (isSlow ? slow : table.identify(token)) },
    clock,
  );
  const token = table.issue('ann');
  const first = callers.identify(token);
  table.revoke(token);
  isSlow = false;
  answer({ accountId: 'ann', clientId: 'app', scopes: [], expiresAt: clock.now() + 1_000 });
  await first;
  assert.equal(await callers.identify(token), undefined);
});

it('looks up an unknown token again, since it may be issued later', async () => {
  const { table, callers } = setUp();
  await callers.identify('none');
  await callers.identify('none');
  assert.equal(table.asked(), 2);
});

it('looks up a token once for many concurrent requests', async () => {
  const { table, callers } = setUp();
  const token = table.issue('ann');
  const found = await Promise.all(Array.from({ length: 100 }, () => callers.identify(token)));
  assert.ok(found.every((caller) => caller?.accountId === 'ann'));
  assert.equal(table.asked(), 1);
});

it('remembers a valid token until it expires or is revoked', async () => {
  const { clock, table, callers } = setUp();
  const expiresAt = clock.now() + 60 * 60_000;
  const [token, other] = [table.issue('ann', { expiresAt }), table.issue('bela')];
  assert.equal(callers.isRemembered(token), false);
  await callers.identify(token);
  table.revoke(other);
  clock.set(expiresAt - 1);
  assert.equal(callers.isRemembered(token), true);
  clock.advance(1);
  assert.equal(callers.isRemembered(token), false);
  const third = table.issue('ann');
  await callers.identify(third);
  table.revoke(third);
  await callers.identify(third);
  assert.equal(callers.isRemembered(third), false);
});

it('remembers the newest tokens of an account without displacing those of another account', async () => {
  const { table, callers } = setUp();
  const neighbour = table.issue('bela');
  await callers.identify(neighbour);
  const tokens = Array.from({ length: maxRemembered.ofAccount + 1 }, () => table.issue('ann'));
  for (const token of tokens) await callers.identify(token);
  assert.deepEqual([neighbour, tokens[0]!, tokens[1]!, tokens.at(-1)!].map(callers.isRemembered), [
    true,
    false,
    true,
    true,
  ]);
});

it('counts a token that is verified again as the newest of its account', async () => {
  const { clock, table, callers } = setUp();
  const tokens = Array.from({ length: maxRemembered.ofAccount }, () => table.issue('ann'));
  for (const token of tokens) await callers.identify(token);
  clock.advance(cacheTime);
  await callers.identify(tokens[0]!);
  await callers.identify(table.issue('ann'));
  assert.deepEqual(tokens.slice(0, 3).map(callers.isRemembered), [true, false, true]);
});

it('remembers a limited number of tokens, and drops those verified first', async () => {
  const { table, callers } = setUp();
  const verify = async () => {
    const token = table.issue(`account ${table.asked()}`);
    await callers.identify(token);
    return token;
  };
  const [first, second] = [await verify(), await verify()];
  for (let count = 2; count < maxRemembered.all; count++) await verify();
  assert.equal(callers.isRemembered(first), true);
  await verify();
  assert.deepEqual([callers.isRemembered(first), callers.isRemembered(second)], [false, true]);
});
