import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createResponseReader, readResponse } from './response.ts';

const stateOf = (text: string) => {
  const progress = readResponse(Buffer.from(text));
  return typeof progress === 'object' ? progress.state : progress;
};

test('a body is complete once it has its announced length and its last bracket', () => {
  assert.equal(stateOf('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":1}'), 'whole');
  assert.equal(stateOf('HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n{"a":1'), 'partial');
});

test('a body that is longer than its Content-Length is complete only at its last bracket', () => {
  assert.equal(stateOf('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{"a'), 'partial');
  assert.equal(stateOf('HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\n{"a":12345}'), 'whole');
});

test('counts a complete JSON body as probably complete if Content-Length is too large or absent', () => {
  assert.equal(stateOf('HTTP/1.1 200 OK\r\nContent-Length: 99\r\n\r\n{"a":1}'), 'likely');
  assert.equal(stateOf('HTTP/1.1 200 OK\r\n\r\n{"a":1}'), 'likely');
});

test('plain text without a Content-Length is complete only when the connection ends', () => {
  assert.equal(stateOf('HTTP/1.1 200 OK\r\n\r\nOK'), 'partial');
});

test('an empty body is complete if its length is 0', () => {
  assert.equal(stateOf('HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n'), 'whole');
});

test('waits for a head as long as the bytes may still become one', () => {
  for (const text of ['H', 'HTTP/', 'HTTP/1.1 200 OK\r\n']) assert.equal(stateOf(text), undefined, text);
  for (const text of ['X', 'HTTP 200 OK\r\n\r\n', '{"a":1}\r\n\r\n'])
    assert.equal(stateOf(text), 'malformed', text);
});

test('reads a response in one piece and byte by byte alike, without rescanning a megabyte', () => {
  const bodies = [
    'Content-Length: 13\r\n\r\n{"a":"}\\"]","b":[1]}',
    'Content-Length: 24\r\n\r\n{"a":"}\\"]","b":[1]}{OK}',
    'Transfer-Encoding: chunked\r\n\r\n5\r\n{"a":\r\n3;x=y\r\n12}\r\n0\r\n\r\n',
    '\r\n  [[1],[2]]',
    'Content-Length: 2\r\n\r\nOK',
  ];
  for (const body of bodies) {
    const bytes = Buffer.from(`HTTP/1.1 200 OK\r\nServer: x\r\n${body}`);
    const reader = createResponseReader();
    for (const byte of bytes) {
      reader.push(Buffer.of(byte));
      assert.notEqual(reader.progress(), 'malformed');
    }
    assert.deepEqual(reader.progress(), readResponse(bytes));
  }
  const reader = createResponseReader();
  reader.push(Buffer.from('HTTP/1.1 200 OK\r\nContent-Length: 1000002\r\n\r\n'));
  reader.push(Buffer.from('['));
  const digit = Buffer.from('1');
  for (let count = 0; count < 1_000_000; count++) {
    reader.push(digit);
    reader.progress();
  }
  reader.push(Buffer.from(']'));
  const progress = reader.progress();
  assert.ok(typeof progress === 'object' && progress.state === 'whole');
});
