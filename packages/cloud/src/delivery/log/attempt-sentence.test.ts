import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toAttemptSentence } from './attempt-sentence.ts';

const none = { status: undefined, problem: undefined, detail: undefined } as const;

test('a successful attempt has no sentence, and every other attempt has one', () => {
  assert.equal(toAttemptSentence({ ...none, status: 204, verdict: 'delivered' }), undefined);
  assert.equal(
    toAttemptSentence({ ...none, status: 500, verdict: 'retry' }),
    'The endpoint answered 500; only 2xx counts as delivered.',
  );
  assert.equal(
    toAttemptSentence({ ...none, status: 302, verdict: 'dead' }),
    'The endpoint answered 302; redirects are not followed.',
  );
  assert.equal(
    toAttemptSentence({ ...none, status: 410, verdict: 'gone' }),
    'The endpoint answered 410, "gone", and was disabled.',
  );
  assert.equal(
    toAttemptSentence({ ...none, problem: 'too-slow', detail: '15000 ms', verdict: 'retry' }),
    'The endpoint did not answer within 15 s.',
  );
  assert.equal(
    toAttemptSentence({ ...none, problem: 'unreachable', detail: 'ECONNREFUSED', verdict: 'retry' }),
    'The connection to the endpoint failed or was closed (ECONNREFUSED).',
  );
});

test('the sentence in the log never contains an internal address, even if the stored detail does', () => {
  const about = { ...none, problem: 'address-forbidden', verdict: 'retry' } as const;
  for (const detail of ['private', '10.1.2.3 (private)', '10.1.2.3 and more (private)'])
    assert.equal(
      toAttemptSentence({ ...about, detail }),
      'Messages cannot be sent to the address of the endpoint (private); give one that can be reached from the internet.',
    );
});
