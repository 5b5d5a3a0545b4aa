import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import {
  type BridgeFrame,
  type CloudFrame,
  type CloudFrameOf,
  maxAnswerBytes,
  maxReads,
} from '@plenum/protocol/uplink';
import { openAcknowledged, openSession } from './session.fixture.ts';

const withoutKey = (key: string) => ({
  status: 400,
  body: `The key ${key} is missing.`,
  data: { code: 'missing-key', path: [], facts: { key } },
});
const unknownPath = {
  status: 404,
  body: 'There is nothing at /nowhere.',
  data: { code: 'unknown-path', path: [], input: '/nowhere', facts: {} },
};
const failed = {
  status: 503,
  body: 'Something went wrong in the bridge. The cause is in its log.',
  data: { code: 'internal', path: [], facts: {} },
};

const read = (id: number, path: string, query = ''): CloudFrame => ({ type: 'read', id, path, query });

test('serves reads one at a time as locally, each after the previous is acknowledged', () => {
  using connection = openAcknowledged();
  connection.receive(read(1, '/echo', 'a=1&b=%20x&b=y'));
  connection.receive(read(2, '/refused'));
  connection.receive(read(3, '/nowhere'));
  connection.receive(read(4, '/broken'));
  const answers: (BridgeFrame | undefined)[] = [];
  for (let n = 2; n <= 5; n++) {
    const [answer, ...more] = connection.sent();
    assert.deepEqual(more, []);
    answers.push(answer);
    connection.receive({ type: 'ack', n });
  }
  assert.deepEqual(answers, [
    { type: 'answer', n: 2, id: 1, status: 200, body: '{"a":"1","b":[" x","y"]}' },
    { type: 'answer', n: 3, id: 2, ...withoutKey('series') },
    { type: 'answer', n: 4, id: 3, ...unknownPath },
    { type: 'answer', n: 5, id: 4, ...failed },
  ]);
});

type Write = CloudFrameOf<'write'>;

const write = (id: number, path: string, body = {}, by?: Write['by']): Write => ({
  type: 'write',
  id,
  path,
  body,
  ...(by && { by }),
});

test('responds to a write when it is stored, and to later requests only afterwards', async () => {
  using connection = openAcknowledged();
  connection.receive(write(1, '/kept', { currency: 'AUD' }));
  connection.receive(read(2, '/echo'));
  connection.receive(write(3, '/refused'));
  connection.receive(write(4, '/nowhere'));
  connection.receive(write(5, '/broken'));
  await turn();
  assert.deepEqual([connection.sent(), connection.kept], [[], []]);
  connection.release();
  const answers: (BridgeFrame | undefined)[] = [];
  for (let n = 2; n <= 6; n++) {
    await turn();
    answers.push(...connection.sent());
    connection.receive({ type: 'ack', n });
  }
  assert.deepEqual(connection.kept, [[{ currency: 'AUD' }, { over: 'cloud' }]]);
  assert.deepEqual(answers, [
    { type: 'answer', n: 2, id: 1, status: 200, body: '{}' },
    { type: 'answer', n: 3, id: 2, status: 200, body: '{}' },
    { type: 'answer', n: 4, id: 3, ...withoutKey('prices') },
    { type: 'answer', n: 5, id: 4, ...unknownPath },
    { type: 'answer', n: 6, id: 5, ...failed },
  ]);
});

test('records the account that made a change through the cloud', async () => {
  using connection = openAcknowledged();
  connection.release();
  connection.receive(write(1, '/kept', {}, { account: 'ann@example.org', garage: true }));
  await turn();
  assert.deepEqual(connection.kept, [[{}, { over: 'cloud', account: 'ann@example.org' }]]);
});

test('stores nothing for a cloud on a read-only bridge', async () => {
  using connection = openAcknowledged({ readOnly: true });
  connection.receive(write(1, '/kept'));
  await turn();
  const [answer] = connection.sent();
  assert.ok(answer?.type === 'answer' && answer.status === 403);
});

test('sends a response of maximum size, and refuses a larger one with a sentence', () => {
  using connection = openAcknowledged();
  // In the frame the string has a backslash before each of its two quotation marks, and two outer quotation marks.
  const largest = maxAnswerBytes - 6;
  connection.receive(read(1, '/large', `length=${largest}`));
  const [answer] = connection.sent();
  assert.ok(answer?.type === 'answer' && answer.status === 200 && answer.body.length === largest + 2);
  connection.receive({ type: 'ack', n: 2 });
  connection.receive(read(2, '/large', `length=${largest + 1}`));
  const [refused] = connection.sent();
  assert.ok(refused?.type === 'answer' && refused.status === 413);
  assert.match(refused.body, /Ask for a shorter time, longer steps or fewer series/);
});

test('serves a limited number of simultaneous reads, and ends the connection beyond it', () => {
  using connection = openSession();
  connection.receive({ type: 'ack', n: 1 });
  for (let id = 1; id <= maxReads + 1; id++) connection.receive(read(id, '/echo'));
  assert.deepEqual(connection.ends, [], 'one gets a response, and the others wait');
  connection.receive(read(maxReads + 2, '/echo'));
  assert.deepEqual(connection.ends, ['the cloud has too many unanswered requests']);
});
