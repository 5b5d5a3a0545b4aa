import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMessageReader } from './event-stream.ts';

const stream = ': alive\n\nid: 7\nevent: change\ndata: {"a":1}\n\ndata: one\r\ndata: two\r\n\r\n';
const messages = [
  { event: 'change', data: '{"a":1}' },
  { event: 'message', data: 'one\ntwo' },
];

test('reads whole messages of an event stream and skips comments and ids', () => {
  assert.deepEqual(createMessageReader()(stream), messages);
});

test('reads an event stream that is split at any position', () => {
  for (let cut = 1; cut < stream.length; cut++) {
    const read = createMessageReader();
    assert.deepEqual([...read(stream.slice(0, cut)), ...read(stream.slice(cut))], messages, `cut at ${cut}`);
  }
});

test('does not carry the event name of one message over to the next', () => {
  assert.deepEqual(createMessageReader()('event: change\n\ndata: x\n\n'), [{ event: 'message', data: 'x' }]);
});

test('stops an endless message at the size limit, on one line or on many', () => {
  const million = 'x'.repeat(1_048_576);
  for (const piece of [million, `data: ${million}\n`]) {
    const read = createMessageReader();
    read('data: ');
    for (let count = 1; count < 16; count++) assert.deepEqual(read(piece), []);
    assert.throws(() => [read(piece), read(piece)], RangeError);
  }
  const read = createMessageReader();
  for (let count = 1; count <= 20; count++) assert.equal(read(`data: ${million}\n\n`).length, 1);
});

test('reads a long event-stream line that arrives in single characters, searching each once', () => {
  const read = createMessageReader();
  const line = 'x'.repeat(400_000);
  const received = Array.from(`data: ${line}\r\n\n`).flatMap((character) => read(character));
  assert.deepEqual(received, [{ event: 'message', data: line }]);
});
