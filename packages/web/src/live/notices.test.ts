import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createNotices } from './notices.ts';

const open = (t: { mock: { timers: { enable(of: { apis: ['setTimeout'] }): void } } }) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const notices = createNotices();
  return { ...notices, shown: () => notices.all.get().map(({ kind, sentence }) => [kind, sentence]) };
};

test('a sentence says whether something was done or refused, and leaves after 12 s', (t) => {
  const notices = open(t);
  notices.confirm('The account is deleted.');
  notices.refuse('The bridge is not connected.');
  assert.deepEqual(notices.shown(), [
    ['done', 'The account is deleted.'],
    ['refused', 'The bridge is not connected.'],
  ]);
  t.mock.timers.tick(11_999);
  assert.equal(notices.shown().length, 2);
  t.mock.timers.tick(1);
  assert.deepEqual(notices.shown(), []);
});

test('a sentence stands once, three at most, until it is dismissed', (t) => {
  const notices = open(t);
  for (const sentence of ['a', 'b', 'a', 'c', 'd']) notices.refuse(sentence);
  const sentences = () => notices.shown().map(([, sentence]) => sentence);
  assert.deepEqual(sentences(), ['a', 'c', 'd']);
  notices.dismiss(notices.all.get()[1]!.id);
  assert.deepEqual(sentences(), ['a', 'd']);
});
