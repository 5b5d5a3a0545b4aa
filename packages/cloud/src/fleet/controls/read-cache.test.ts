import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { limits } from '@plenum/protocol/cloud';
import { createKeptAnswers } from './read-cache.ts';

const { time: readKeptFor, most: maxKeptReads } = limits.keptReads;

const create = () => {
  const clock = createFakeClock();
  const answers = createKeptAnswers<string>(clock, (answer) => answer !== 'failed');
  let asked = 0;
  const get = async (accountId: string, key: string, answer?: string) => {
    const before = asked;
    const got = await answers.get(accountId, key, async () => {
      asked++;
      return answer ?? `${accountId} ${key} ${asked}`;
    });
    return { got, wasAsked: asked > before };
  };
  return { clock, answers, get };
};

test('the same account gets a cached reply until it is too old', async () => {
  const { clock, get } = create();
  assert.deepEqual(await get('ann', 'x'), { got: 'ann x 1', wasAsked: true });
  clock.advance(readKeptFor - 1);
  assert.deepEqual(await get('ann', 'x'), { got: 'ann x 1', wasAsked: false });
  assert.deepEqual(await get('bob', 'x'), { got: 'bob x 2', wasAsked: true });
  clock.advance(1);
  assert.deepEqual(await get('ann', 'x'), { got: 'ann x 3', wasAsked: true });
});

test('a cached reply is not reused if the clock was set back since', async () => {
  const { clock, get } = create();
  await get('ann', 'x');
  clock.set(clock.now() - 1);
  assert.equal((await get('ann', 'x')).wasAsked, true);
});

test('two concurrent requests cost one read, and a failure is not cached', async () => {
  const { get, answers } = create();
  const both = await Promise.all([get('ann', 'x'), get('ann', 'x')]);
  assert.deepEqual(
    both.map(({ got }) => got),
    ['ann x 1', 'ann x 1'],
  );
  assert.equal((await get('ann', 'y', 'failed')).wasAsked, true);
  assert.equal((await get('ann', 'y')).wasAsked, true);
  await assert.rejects(
    answers.get('ann', 'z', () => Promise.reject(new Error('gone'))),
    /gone/,
  );
  assert.equal((await get('ann', 'z')).wasAsked, true);
});

test('an account keeps only its few newest replies and does not displace those of other accounts', async () => {
  const { get, answers } = create();
  await get('bob', 'x');
  for (let n = 0; n <= maxKeptReads; n++) await get('ann', `${n}`);
  assert.equal(answers.size(), maxKeptReads + 1);
  assert.equal((await get('bob', 'x')).wasAsked, false);
  assert.equal((await get('ann', '1')).wasAsked, false);
  assert.equal((await get('ann', '0')).wasAsked, true);
});

test('the cache of all accounts is bounded, and old replies are removed', async () => {
  const { clock, get, answers } = create();
  for (let n = 0; n < 300; n++) await get(`account ${n}`, 'x');
  assert.equal(answers.size(), 256);
  clock.advance(readKeptFor);
  await get('ann', 'x');
  assert.equal(answers.size(), 1);
});

test('dropping by key prefix removes only the matching replies of that account', async () => {
  const { get, answers } = create();
  for (const account of ['ann', 'bob'])
    for (const key of ['home/a', 'home/b', 'other']) await get(account, key);
  answers.drop('ann', 'home/');
  assert.equal(answers.size(), 4);
  assert.equal((await get('ann', 'other')).wasAsked, false);
  assert.equal((await get('bob', 'home/a')).wasAsked, false);
  assert.equal((await get('ann', 'home/a')).wasAsked, true);
});

test('a pending reply that was dropped stays dropped when it fails, and its successor is kept', async () => {
  const { answers } = create();
  const late = Promise.withResolvers<string>();
  const first = answers.get('ann', 'x', () => late.promise);
  answers.drop('ann', 'x');
  assert.equal(await answers.get('ann', 'x', async () => 'new'), 'new');
  late.resolve('failed');
  assert.equal(await first, 'failed');
  assert.equal(await answers.get('ann', 'x', async () => 'newer'), 'new');
});
