import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ConsoleClient, ConsoleResult } from '@plenum/client/console';
import type { ConsoleRouteId } from '@plenum/protocol/console';
import { PlenumError } from '@plenum/protocol/error';
import { type Account, isUnreachable, openSession } from './session.ts';
import '../text/english.fixture.ts';

const ann: Account = { accountId: 'ann', email: 'ann@example.org', createdAt: 0, formToken: 'token-1' };
const ok = <T>(value: T): ConsoleResult<T> => ({ ok: true, value });
const no = (code: string): ConsoleResult<never> => ({
  ok: false,
  refusal: { code, sentence: `It is ${code}.` },
});

/** Opens a session with a cloud that returns the given responses for each route in order, the last one repeatedly. */
const openAt = (
  answers: Partial<Record<ConsoleRouteId, ConsoleResult<unknown>[]>>,
  mayBeSignedIn?: () => boolean,
) => {
  const asked: [ConsoleRouteId, unknown][] = [];
  const client = async (id: ConsoleRouteId, request?: unknown) => {
    asked.push([id, request]);
    const row = answers[id]!;
    return row.length > 1 ? row.shift()! : row[0]!;
  };
  const session = openSession(client as ConsoleClient, mayBeSignedIn);
  return { session, asked, is: () => session.state.get().is };
};

test('loads the signed-in account, and takes a missing response for no missing account', async () => {
  const page = openAt({ account: [no('unreachable'), no('not-signed-in'), ok(ann)] });
  assert.equal(page.is(), 'unknown');
  await page.session.refresh();
  assert.equal(page.is(), 'unreachable');
  await page.session.refresh();
  assert.equal(page.is(), 'signed-out');
  await page.session.refresh();
  assert.deepEqual(page.session.state.get(), { is: 'signed-in', account: ann });
});

test('requests no account without a session, and keeps the known one if it was lost', async () => {
  let mayBeSignedIn = false;
  const page = openAt({ account: [ok(ann)] }, () => mayBeSignedIn);
  await page.session.refresh();
  assert.deepEqual([page.is(), page.asked], ['signed-out', []]);
  mayBeSignedIn = true;
  await page.session.refresh();
  assert.equal(page.is(), 'signed-in');
  mayBeSignedIn = false;
  await page.session.refresh();
  assert.deepEqual(page.session.state.get(), { is: 'expired', account: ann });
});

test('a missing response does not sign the user out', async () => {
  const page = openAt({ account: [ok(ann), no('unreachable')] });
  await page.session.refresh();
  await page.session.refresh();
  assert.equal(page.is(), 'signed-in');
});

test('any response can end a session, and the ended session keeps its account', async () => {
  for (const act of ['get', 'post'] as const) {
    const page = openAt({ account: [ok(ann)], apps: [no('not-signed-in')] });
    await page.session.refresh();
    await page.session[act]('apps').catch(() => {});
    assert.deepEqual(page.session.state.get(), { is: 'expired', account: ann }, act);
  }
});

test('a wrong password does not end a session', async () => {
  const page = openAt({ account: [no('not-signed-in')], signIn: [no('credentials-wrong')] });
  await page.session.refresh();
  const answer = await page.session.authenticate('sign-in', { email: 'a', password: 'b' });
  assert.deepEqual([answer.ok, page.is()], [false, 'signed-out']);
});

test('a refusal throws its code and sentence, and can be distinguished from a missing response', async () => {
  const page = openAt({ apps: [no('unreachable')], links: [no('no-such-bridge')] });
  const errorOf = (id: 'apps' | 'links') => page.session.get(id).catch((error: unknown) => error);
  const [silence, refusal] = [await errorOf('apps'), await errorOf('links')];
  assert.ok(refusal instanceof PlenumError);
  assert.deepEqual([refusal.code, refusal.message], ['no-such-bridge', 'It is no-such-bridge.']);
  assert.deepEqual([isUnreachable(silence), isUnreachable(refusal)], [true, false]);
});

test('a change sends the form token, and is repeated once with a new one if the token is stale', async () => {
  const renewed = { ...ann, formToken: 'token-2' };
  const page = openAt({ account: [ok(ann), ok(renewed)], makeEndpoint: [no('form-stale'), ok(undefined)] });
  await page.session.refresh();
  const request = { parameters: { clientId: 'a' }, body: { url: 'https://a.example' } };
  assert.deepEqual(await page.session.post('makeEndpoint', request), ok(undefined));
  assert.deepEqual(
    page.asked.filter(([id]) => id === 'makeEndpoint').map(([, sent]) => sent),
    [
      { ...request, formToken: 'token-1' },
      { ...request, formToken: 'token-2' },
    ],
  );
});

test('a change is not repeated if a different account has signed in using another tab', async () => {
  const bob = { ...ann, accountId: 'bob', formToken: 'token-2' };
  const page = openAt({ account: [ok(ann), ok(bob)], signOut: [no('form-stale')] });
  await page.session.refresh();
  assert.equal((await page.session.post('signOut')).ok, false);
  assert.equal(page.asked.filter(([id]) => id === 'signOut').length, 1);
  assert.deepEqual(page.session.state.get(), { is: 'signed-in', account: bob });
});

test('a change whose form token remains stale is refused after one retry', async () => {
  const page = openAt({ account: [ok(ann)], signOut: [no('form-stale')] });
  await page.session.refresh();
  assert.equal((await page.session.post('signOut')).ok, false);
  assert.equal(page.asked.filter(([id]) => id === 'signOut').length, 1);
});

test('signing out ends the session, unless the cloud does not respond', async () => {
  const answers = [no('unreachable'), ok(undefined)];
  const page = openAt({ account: [ok(ann)], signOut: answers });
  await page.session.refresh();
  assert.equal((await page.session.signOut()).ok, false);
  assert.equal(page.is(), 'signed-in');
  assert.equal((await page.session.signOut()).ok, true);
  assert.equal(page.is(), 'signed-out');
});

test('signing out of an expired session works', async () => {
  const page = openAt({ account: [ok(ann)], signOut: [no('not-signed-in')] });
  await page.session.refresh();
  await page.session.signOut();
  assert.equal(page.is(), 'signed-out');
});
