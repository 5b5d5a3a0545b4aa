import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { maxBytes } from '@plenum/protocol/check';
import { type Body, bodyOf, readRequestBody } from './body.ts';

/** Creates a request whose body the test sends, and records each time that reading the body ends. */
const read = () => {
  const message = Object.assign(new EventEmitter(), { headers: {} as IncomingMessage['headers'] });
  const ends: (readonly [Error | null, Body | undefined])[] = [];
  readRequestBody(message as IncomingMessage, (...of) => void ends.push([of[0], of[1]]));
  return {
    ends,
    headers: message.headers,
    listeners: () => ['data', 'end', 'error'].map((name) => message.listenerCount(name)),
    send: (...chunks: Buffer[]) => {
      for (const chunk of chunks) message.emit('data', chunk);
    },
    end: () => {
      message.emit('end');
      const [[error, body]] = ends as [(typeof ends)[number]];
      assert.equal(error, null);
      assert.equal(ends.length, 1);
      return body?.ok ? body.value : body?.refusal.code;
    },
    fail: (error: Error) => void message.emit('error', error),
  };
};

describe('the body of a request', () => {
  it('reads a body that arrives in any number of pieces', () => {
    const none = read();
    assert.equal(none.end(), '');
    const one = read();
    one.send(Buffer.from('Küche'));
    assert.equal(one.end(), 'Küche');
    const many = read();
    for (const byte of Buffer.from('Küche')) many.send(Buffer.from([byte]));
    assert.equal(many.end(), 'Küche');
    assert.deepEqual(many.listeners(), [0, 0, 0]);
  });

  it('accepts a body of the maximum size and refuses one that is not UTF-8', () => {
    const binary = read();
    binary.send(Buffer.from([0xc3, 0x28]));
    assert.equal(binary.end(), 'not-utf8');
    const largest = read();
    largest.send(Buffer.alloc(maxBytes - 1, 'x'), Buffer.from('y'));
    assert.equal(largest.end(), `${'x'.repeat(maxBytes - 1)}y`);
    const larger = read();
    larger.send(Buffer.alloc(maxBytes, 'x'), Buffer.from('y'));
    assert.equal(larger.end(), 'too-large');
  });

  it('discards up to a megabyte of the rest of a body that is too large, then closes', () => {
    const drained = read();
    drained.send(Buffer.alloc(maxBytes + 1), Buffer.alloc(1_048_576));
    assert.deepEqual([drained.ends, drained.headers], [[], {}]);
    assert.equal(drained.end(), 'too-large');
    const endless = read();
    endless.send(Buffer.alloc(maxBytes + 1), Buffer.alloc(1_048_576), Buffer.from('x'));
    assert.equal(endless.ends.length, 1);
    const [error, body] = endless.ends[0]!;
    assert.deepEqual([error, body?.ok === false && body.refusal.code], [null, 'too-large']);
    assert.deepEqual([endless.headers, endless.listeners()], [{ connection: 'close' }, [0, 0, 0]]);
  });

  it('reports the maximum size when it refuses a larger body', () => {
    const large = read();
    large.send(Buffer.alloc(maxBytes + 1));
    large.end();
    const [, body] = large.ends[0]!;
    assert.deepEqual(body?.ok === false && body.refusal.facts, { most: maxBytes });
  });

  it('reports an error if the client disconnects in the middle of a body', () => {
    const broken = read();
    const error = new Error('reset');
    broken.fail(error);
    assert.deepEqual(broken.ends, [[error, undefined]]);
    assert.deepEqual(broken.listeners(), [0, 0, 0]);
  });

  it('treats a missing body as empty', () => {
    assert.deepEqual(bodyOf({}), { ok: true, value: '' });
    assert.deepEqual(bodyOf({ body: { ok: true, value: 'a' } }), { ok: true, value: 'a' });
  });
});
