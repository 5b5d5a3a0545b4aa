import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { CommandRefused } from '@plenum/client/house';
import { openDemoHouse } from '../fixture/demo-house.fixture.ts';
import type { AnswerMessage } from '../topic/request.ts';
import { createAnswering } from './answering.ts';

it('refuses a message that fails unexpectedly, and logs the reason instead of sending it', async () => {
  const house = openDemoHouse();
  const error = new Error('the disk is gone');
  const answers: AnswerMessage[] = [];
  const warnings: unknown[] = [];
  const receive = createAnswering({
    house: { ...house, command: () => Promise.reject(error) },
    state: () => ({ datagrams: house.datagrams(), energy: undefined }),
    allowGarage: false,
    onAnswer: (answer) => void answers.push(answer),
    onRefused: () => {},
    warn: (sentence, facts) => void warnings.push([sentence, facts]),
  });
  const topic = 'zone/0/set/setpoint';
  const purpose = { for: 'set', word: 'zone', ids: [0], member: 'setpoint' } as const;
  receive({ topic, purpose, payload: Buffer.from('23') });
  await new Promise(setImmediate);
  assert.deepEqual(
    answers.map(({ ok, code }) => [ok, code]),
    [[false, 'internal']],
  );
  assert.deepEqual(warnings, [['The message failed unexpectedly.', { err: error, topic }]]);
});

it('sends a second response with the requestId if a real bridge accepts but does nothing', async () => {
  const house = openDemoHouse();
  const answers: AnswerMessage[] = [];
  let report: ((refused: CommandRefused) => void) | undefined;
  const receive = createAnswering({
    house: {
      ...house,
      command: async (_, onUnconfirmed) => {
        report = onUnconfirmed;
        return { ok: true };
      },
    },
    state: () => ({ datagrams: house.datagrams(), energy: undefined }),
    allowGarage: false,
    onAnswer: (answer) => void answers.push(answer),
    onRefused: () => {},
    warn: () => {},
  });
  const topic = 'command';
  const payload = Buffer.from('{"ZoneSetpoint":{"Index":0,"Setpoint":2300},"requestId":"mine"}');
  receive({ topic, purpose: { for: 'command' }, payload });
  await new Promise(setImmediate);
  const about = { requestId: 'mine', topic };
  assert.deepEqual(answers, [{ ...about, ok: true }]);
  report!({ ok: false, code: 'unconfirmed', sentence: 'Not done.' });
  assert.deepEqual(answers.slice(1), [{ ...about, ok: false, code: 'unconfirmed', refusal: 'Not done.' }]);
});
