import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { describe, it } from 'node:test';
import { izone, neutral } from '@plenum/protocol/dialect';
import { ok, refusalType, refuse } from '@plenum/protocol/refusal';
import {
  type Answer,
  refuserOf,
  toAnswer,
  toJsonAnswer,
  toRefusalAnswer,
  toTextAnswer,
  v1RefuserOf,
} from './answer.ts';
import { asksToKeepAlive, sendAnswer } from './send.ts';

/** Sends a response to a request with these headers and returns the written text. */
const send = (answer: Answer, headers: Readonly<Record<string, string>> = {}) => {
  const written: unknown[] = [];
  const response = {
    req: { headers },
    writeHead: (...of: unknown[]) => void written.push(...of),
    end: (...of: unknown[]) => void written.push(...of),
    destroy: () => void written.push('destroyed'),
  } as unknown as ServerResponse;
  sendAnswer(response, answer);
  return written;
};

describe('a response', () => {
  const rest = {
    Server: 'Plenum',
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
    'Cross-Origin-Resource-Policy': 'same-origin',
  };
  const type = 'text/plain; charset=utf-8';

  it('sends a response with its length, and closes unless the client asks for keep-alive', () => {
    assert.deepEqual(send(toTextAnswer('abc')), [
      ...[200, { 'Content-Type': type, 'Content-Length': 3, ...rest, Connection: 'close' }, 'abc', 'latin1'],
    ]);
    assert.deepEqual(
      send({ ...toTextAnswer('Küche'), headers: { Age: '1' } }, { connection: 'keep-alive' }),
      [...[200, { 'Content-Type': type, 'Content-Length': 6, ...rest, Age: '1' }, 'Küche', 'utf8']],
    );
  });

  it('sends a refusal as data to clients that accept it, and as a sentence to others', () => {
    const refused = toRefusalAnswer(refuse('read-only').refusal);
    const [status, headers, text] = send(refused, { accept: `text/html, ${refusalType}` });
    assert.deepEqual([status, (headers as Record<string, string>)['Content-Type']], [403, refusalType]);
    assert.equal(JSON.parse(String(text)).code, 'read-only');
    for (const accept of [{}, { accept: 'application/json' }] as const) {
      const plain = send(refused, accept);
      assert.deepEqual([plain[0], plain[2]], [403, '{ERROR: This bridge is read-only.}']);
    }
    assert.equal(send({ ...refused, plainStatus: 200 })[0], 200);
    assert.equal(send({ ...refused, plainStatus: 200 }, { accept: refusalType })[0], 403);
    assert.equal(send(toTextAnswer('abc'), { accept: refusalType })[2], 'abc');
  });

  it('creates JSON and text responses with status 200', () => {
    const json = { status: 200, type: 'application/json; charset=utf-8', text: '{}' };
    assert.deepEqual([toJsonAnswer('{}'), toTextAnswer('a')], [json, { status: 200, type, text: 'a' }]);
  });

  it('closes the connection if a refusal must get no response', () => {
    const refused: Answer = { ...toRefusalAnswer(refuse('read-only').refusal), plainStatus: 'unanswered' };
    assert.deepEqual(send(refused), ['destroyed']);
    assert.equal(send(refused, { accept: refusalType })[0], 403);
  });

  it('sends a response that writes itself', () => {
    assert.deepEqual(send({ ...toTextAnswer('abc'), write: (response) => response.destroy() }), [
      'destroyed',
    ]);
  });
});

describe('the connection of a client', () => {
  it('treats keep-alive as a request for a persistent connection unless close is sent too', () => {
    for (const [header, isAsked] of [
      [undefined, false],
      ['', false],
      ['keep-alive', true],
      ['Keep-Alive', true],
      ['TE , Keep-Alive ', true],
      ['keep-alive, close', false],
      ['Close,keep-alive', false],
      ['close', false],
      ['keep', false],
    ] as const)
      assert.equal(asksToKeepAlive(header), isAsked, String(header));
  });
});

describe('a refusal', () => {
  const codeOf = ({ status, plainStatus, text }: Answer) => [status, plainStatus, text];
  const stale = refuse('stale', { facts: { seconds: 7 } }).refusal;
  const busy = refuse('busy-behind', { facts: { reason: 'told', told: 'it is busy' } }).refusal;
  const readOnly = refuse('read-only').refusal;
  const sentence = '{ERROR: This bridge is read-only.}';

  it('converts a refusal to its status, its sentence and the headers needed to try again', () => {
    assert.deepEqual(codeOf(toRefusalAnswer(readOnly)), [403, undefined, sentence]);
    assert.equal(toRefusalAnswer(readOnly).headers, undefined);
    const headersOf = (refusal: Answer['refusal']) => toRefusalAnswer(refusal!).headers;
    assert.deepEqual(headersOf(busy), { 'Retry-After': '5' });
    assert.deepEqual(headersOf(refuse('key-required').refusal), { 'WWW-Authenticate': 'Bearer' });
    assert.deepEqual(headersOf(refuse('too-many-keys', { facts: { wait: 9 } }).refusal), {
      'Retry-After': '9',
    });
  });

  it('refuses with 200 in a maker’s dialect, {BUSY} if busy and no response if silent', () => {
    assert.equal(refuserOf(neutral), toRefusalAnswer);
    const toRefused = refuserOf(izone);
    assert.deepEqual(codeOf(toRefused(readOnly)), [403, 200, sentence]);
    assert.deepEqual(codeOf(toRefused(busy)).slice(1), [200, '{BUSY}']);
    assert.equal(toRefused(stale).plainStatus, 'unanswered');
  });

  it("refuses with 200 in the original interface, but not for a maker's silent device", () => {
    assert.deepEqual(codeOf(v1RefuserOf(neutral)(readOnly)), [200, 200, sentence]);
    assert.equal(v1RefuserOf(neutral)(stale).plainStatus, 200);
    assert.deepEqual(codeOf(v1RefuserOf(izone)(readOnly)), [200, 200, sentence]);
    assert.equal(v1RefuserOf(izone)(stale).plainStatus, 'unanswered');
  });

  it('converts a result to a response: its value, or its refusal', () => {
    const toDone = (value: number) => toJsonAnswer(`[${value}]`);
    assert.equal(toAnswer(ok(7), toDone).text, '[7]');
    assert.equal(toAnswer<number>(refuse('read-only'), toDone).text, sentence);
    assert.equal(toAnswer<number>(refuse('read-only'), toDone, () => toTextAnswer('no')).text, 'no');
  });
});
