import assert from 'node:assert/strict';
import { it } from 'node:test';
import { createSetWall } from '@plenum/machine/set-wall';
import { createCallers, rememberedFor } from './callers.ts';
import { createTokenTable } from './doors.fixture.ts';
import type { Caller } from './shape.ts';

const setUp = () => {
  const wall = createSetWall();
  const table = createTokenTable(wall.now);
  return { wall, table, callers: createCallers(table, wall) };
};

it('looks a token up once, then again when a moment has passed', async () => {
  const { wall, table, callers } = setUp();
  const token = table.issue('ann');
  for (let n = 0; n < 3; n++) assert.equal((await callers.identify(token))?.accountId, 'ann');
  assert.equal(table.asked(), 1);
  wall.pass(rememberedFor - 1);
  await callers.identify(token);
  assert.equal(table.asked(), 1);
  wall.pass(1);
  await callers.identify(token);
  assert.equal(table.asked(), 2);
});

it('takes a token revoked on this node no more, at once', async () => {
  const { table, callers } = setUp();
  const token = table.issue('ann');
  await callers.identify(token);
  let heard = 0;
  const end = callers.onForgotten(() => heard++);
  table.revoke(token);
  assert.equal(await callers.identify(token), undefined);
  assert.equal(heard, 1);
  end();
  table.revoke(token);
  assert.equal(heard, 1);
});

it('takes a token revoked on another node for three seconds at most', async () => {
  const { wall, table, callers } = setUp();
  const token = table.issue('ann');
  await callers.identify(token);
  table.revoke(token, { elsewhere: true });
  wall.pass(2_999);
  assert.notEqual(await callers.identify(token), undefined);
  wall.pass(1);
  assert.equal(await callers.identify(token), undefined);
});

it('looks a token up again when the clock is set back, so that a revocation elsewhere is heard of in time', async () => {
  const { wall, table, callers } = setUp();
  wall.pass(86_400_000);
  const token = table.issue('ann');
  await callers.identify(token);
  table.revoke(token, { elsewhere: true });
  wall.set(wall.now() - 3_600_000);
  assert.equal(await callers.identify(token), undefined);
});

it('takes a token no longer than it lives', async () => {
  const { wall, table, callers } = setUp();
  const token = table.issue('ann', { expiresAt: wall.now() + 1_000 });
  wall.pass(999);
  assert.notEqual(await callers.identify(token), undefined);
  wall.pass(1);
  assert.equal(await callers.identify(token), undefined);
});

it('does not remember what was looked up before a revocation and answered after', async () => {
  const wall = createSetWall();
  const table = createTokenTable(wall.now);
  const { promise: slow, resolve: answer } = Promise.withResolvers<Caller | undefined>();
  let isSlow = true;
  const callers = createCallers(
    { ...table, identify: (token) => (isSlow ? slow : table.identify(token)) },
    wall,
  );
  const token = table.issue('ann');
  const first = callers.identify(token);
  table.revoke(token);
  isSlow = false;
  answer({ accountId: 'ann', clientId: 'app', scopes: [], expiresAt: wall.now() + 1_000 });
  await first;
  assert.equal(await callers.identify(token), undefined);
});

it('asks again for a token that was none: it may be given out later', async () => {
  const { table, callers } = setUp();
  await callers.identify('none');
  await callers.identify('none');
  assert.equal(table.asked(), 2);
});
