import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Answer, RefusedError, type RequestOptions, type SendRequest } from './cloud-request.ts';
import { type Account, isUnreachable, openSession } from './session.ts';

const ann: Account = { accountId: 'ann', email: 'ann@example.org', createdAt: 0, formToken: 'token-1' };
const ok = <T>(value: T): Answer<T> => ({ ok: true, value });
const no = (code: string): Answer<never> => ({ ok: false, refusal: { code, sentence: `It is ${code}.` } });

/** A session with a cloud that gives the listed answers for each path in order, the last one for ever. */
const openAt = (answers: Record<string, Answer<unknown>[]>) => {
  const asked: [string, RequestOptions | undefined][] = [];
  const send: SendRequest = async <T>(path: string, sending?: RequestOptions) => {
    asked.push([path, sending]);
    const row = answers[path]!;
    return (row.length > 1 ? row.shift()! : row[0]!) as Answer<T>;
  };
  const session = openSession(send);
  return { session, asked, is: () => session.state.get().is };
};

test('the session reads who is signed in; a missing answer is not a missing account', async () => {
  const page = openAt({ '/account': [no('unreachable'), no('not-signed-in'), ok(ann)] });
  assert.equal(page.is(), 'unknown');
  await page.session.refresh();
  assert.equal(page.is(), 'unreachable');
  await page.session.refresh();
  assert.equal(page.is(), 'signed-out');
  await page.session.refresh();
  assert.deepEqual(page.session.state.get(), { is: 'signed-in', account: ann });
});

test('a missing answer signs nobody out', async () => {
  const page = openAt({ '/account': [ok(ann), no('unreachable')] });
  await page.session.refresh();
  await page.session.refresh();
  assert.equal(page.is(), 'signed-in');
});

test('any answer can end a session, which keeps its account', async () => {
  for (const act of ['get', 'post'] as const) {
    const page = openAt({ '/account': [ok(ann)], '/x': [no('not-signed-in')] });
    await page.session.refresh();
    await page.session[act]('/x').catch(() => {});
    assert.deepEqual(page.session.state.get(), { is: 'expired', account: ann }, act);
  }
});

test('a wrong password does not end a session', async () => {
  const page = openAt({ '/account': [no('not-signed-in')], '/account/sign-in': [no('credentials-wrong')] });
  await page.session.refresh();
  const answer = await page.session.authenticate('sign-in', { email: 'a', password: 'b' });
  assert.deepEqual([answer.ok, page.is()], [false, 'signed-out']);
});

test('a refusal throws its code and sentence, and a missing answer can be told from a refusal', async () => {
  const page = openAt({ '/x': [no('unreachable')], '/y': [no('no-such-bridge')] });
  const errorOf = (path: string) => page.session.get(path).catch((error: unknown) => error);
  const [silence, refusal] = [await errorOf('/x'), await errorOf('/y')];
  assert.ok(refusal instanceof RefusedError);
  assert.deepEqual([refusal.code, refusal.message], ['no-such-bridge', 'It is no-such-bridge.']);
  assert.deepEqual([isUnreachable(silence), isUnreachable(refusal)], [true, false]);
});

test('a change carries the form token; a stale one is fetched again, and the change repeated once', async () => {
  const renewed = { ...ann, formToken: 'token-2' };
  const page = openAt({ '/account': [ok(ann), ok(renewed)], '/x': [no('form-stale'), ok(undefined)] });
  await page.session.refresh();
  assert.deepEqual(await page.session.post('/x', { a: 1 }), ok(undefined));
  assert.deepEqual(
    page.asked.filter(([path]) => path === '/x').map(([, sending]) => sending),
    [
      { body: { a: 1 }, formToken: 'token-1' },
      { body: { a: 1 }, formToken: 'token-2' },
    ],
  );
});

test('a change is not repeated for another account that signed in in another tab', async () => {
  const bob = { ...ann, accountId: 'bob', formToken: 'token-2' };
  const page = openAt({ '/account': [ok(ann), ok(bob)], '/x': [no('form-stale')] });
  await page.session.refresh();
  assert.equal((await page.session.post('/x')).ok, false);
  assert.equal(page.asked.filter(([path]) => path === '/x').length, 1);
  assert.deepEqual(page.session.state.get(), { is: 'signed-in', account: bob });
});

test('a form token that stays stale is refused, without a loop', async () => {
  const page = openAt({ '/account': [ok(ann)], '/x': [no('form-stale')] });
  await page.session.refresh();
  assert.equal((await page.session.post('/x')).ok, false);
  assert.equal(page.asked.filter(([path]) => path === '/x').length, 1);
});

test('signing out ends the session, unless the cloud does not answer', async () => {
  const answers = [no('unreachable'), ok(undefined)];
  const page = openAt({ '/account': [ok(ann)], '/account/sign-out': answers });
  await page.session.refresh();
  assert.equal((await page.session.signOut()).ok, false);
  assert.equal(page.is(), 'signed-in');
  assert.equal((await page.session.signOut()).ok, true);
  assert.equal(page.is(), 'signed-out');
});

test('signing out of an expired session works', async () => {
  const page = openAt({ '/account': [ok(ann)], '/account/sign-out': [no('not-signed-in')] });
  await page.session.refresh();
  await page.session.signOut();
  assert.equal(page.is(), 'signed-out');
});
