import assert from 'node:assert/strict';
import { test } from 'node:test';
import { climateCloud, grpcMessages } from '@plenum/protocol/cloud';
import { toProto } from './to-proto.ts';

/** A literal copy, because the number of a field must never be reused for another field. */
const numbers = {
  Component: ['componentId', 'datagram'],
  DiscoverRequest: ['accessToken', 'requestId'],
  DiscoverResponse: ['requestId', 'userID', 'devices'],
  QueryRequest: ['accessToken', 'requestId', 'componentId'],
  QueryResponse: ['requestId', 'component'],
  ControlRequest: ['accessToken', 'requestId', 'componentId', 'requestBody'],
  ControlResponse: ['requestId', 'componentId', 'result'],
  WatchRequest: ['accessToken', 'requestId', 'cursors'],
  WatchResponse: ['requestId', 'systemId', 'snapshot', 'components', 'removed', 'cursor'],
  Failure: ['requestId', 'result', 'detail'],
};

const fieldsOf = (message: string): string[] => {
  const [, body] = new RegExp(`\\nmessage ${message} {\\n([^}]*)}`).exec(toProto()) ?? [];
  const fields = [...(body ?? '').matchAll(/^ {2}(?:repeated )?\w+ (\w+) = (\d+);$/gm)];
  assert.deepEqual(
    fields.map(([, , number]) => Number(number)),
    fields.map((_, place) => place + 1),
  );
  return fields.map(([, name]) => name!);
};

test('the fields of every message keep their numbers', () => {
  assert.deepEqual(Object.keys(grpcMessages), Object.keys(numbers));
  for (const [message, fields] of Object.entries(numbers))
    assert.deepEqual(fieldsOf(message), fields, message);
});

test('every request has a string field named accessToken (interface 5.3)', () => {
  for (const { request } of climateCloud.methods)
    assert.match(toProto(), new RegExp(`message ${request} {\\n  // [^\\n]*\\n  string accessToken = 1;`));
});

test('datagrams and commands are text, lists are repeated fields, and only Watch streams', () => {
  const proto = toProto();
  assert.match(proto, /\n {2}string datagram = 2;/);
  assert.match(proto, /\n {2}string requestBody = 4;/);
  assert.match(proto, /\n {2}repeated Component devices = 3;/);
  assert.match(proto, /\n {2}bool snapshot = 3;/);
  assert.match(proto, /\n {2}repeated string cursors = 3;/);
  assert.deepEqual(proto.match(/returns \(stream \w+\)/g), ['returns (stream WatchResponse)']);
});
