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

test('returns a cached reply to the same account until it is too old', async () => {
  const { clock, get } = create();
  assert.deepEqual(await get('ann', 'x'), { got: 'ann x 1', wasAsked: true });
  clock.advance(readKeptFor - 1);
  assert.deepEqual(await get('ann', 'x'), { got: 'ann x 1', wasAsked: false });
  assert.deepEqual(await get('bob', 'x'), { got: 'bob x 2', wasAsked: true });
  clock.advance(1);
  assert.deepEqual(await get('ann', 'x'), { got: 'ann x 3', wasAsked: true });
});

test('does not reuse a cached reply after the clock was set back', async () => {
  const { clock, get } = create();
  await get('ann', 'x');
  clock.set(clock.now() - 1);
  assert.equal((await get('ann', 'x')).wasAsked, true);
});

test('shares one read between two concurrent requests, and does not cache a failure', async () => {
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

test('keeps only an account’s few newest replies, without displacing those of others', async () => {
  const { get, answers } = create();
  await get('bob', 'x');
  for (let n = 0; n <= maxKeptReads; n++) await get('ann', `${n}`);
  assert.equal(answers.size(), maxKeptReads + 1);
  assert.equal((await get('bob', 'x')).wasAsked, false);
  assert.equal((await get('ann', '1')).wasAsked, false);
  assert.equal((await get('ann', '0')).wasAsked, true);
});

test('limits the cached replies of all accounts together, and removes old ones', async () => {
  const { clock, get, answers } = create();
  for (let n = 0; n < 300; n++) await get(`account ${n}`, 'x');
  assert.equal(answers.size(), 256);
  clock.advance(readKeptFor);
  await get('ann', 'x');
  assert.equal(answers.size(), 1);
});

test('drops those replies of an account whose keys begin with the prefix, and no others', async () => {
  const { get, answers } = create();
  for (const account of ['ann', 'bob'])
    for (const key of ['home/a', 'home/b', 'other']) await get(account, key);
  answers.drop('ann', 'home/');
  assert.equal(answers.size(), 4);
  assert.equal((await get('ann', 'other')).wasAsked, false);
  assert.equal((await get('bob', 'home/a')).wasAsked, false);
  assert.equal((await get('ann', 'home/a')).wasAsked, true);
});

test('the failure of a dropped pending reply does not remove the reply that replaced it', async () => {
  const { answers } = create();
  const late = Promise.withResolvers<string>();
  const first = answers.get('ann', 'x', () => late.promise);
  answers.drop('ann', 'x');
  assert.equal(await answers.get('ann', 'x', async () => 'new'), 'new');
  late.resolve('failed');
  assert.equal(await first, 'failed');
  assert.equal(await answers.get('ann', 'x', async () => 'newer'), 'new');
});
