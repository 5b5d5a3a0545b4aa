import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { CloudError, verifyWebhook } from '@plenum/client';
import { readAnswer } from '@plenum/client/answer';
import { createMessageReader } from '@plenum/client/event-stream';
import { createResponseReader } from '@plenum/client/response';
import { entitiesOf, entityKinds, toState, toWellTyped } from '@plenum/entities';
import { parseBody } from '@plenum/protocol/check';
import type { Datagrams } from '@plenum/protocol/component';
import { readRefusal, readRefusalText, refuse, toRefusalText, toSentence } from '@plenum/protocol/refusal';
import fc from '@plenum/testbed/fast-check';
import { readMessages } from '../contracts.ts';
import { bytesLike, jsonLike, mostly, textsLike, valuesLike } from '../mutate.ts';
import { parser } from '../target.ts';
import { demoDatagrams, largeDatagrams } from './houses.ts';

const zone = JSON.stringify({
  HvacDeviceUId: '000000001',
  DeviceType: 'ASH',
  ZonesV2: demoDatagrams.zone[0],
});
const ok = `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: ${zone.length}\r\n\r\n${zone}`;
const chunked = `HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${zone.length.toString(16)}\r\n${zone}\r\n0\r\n\r\n`;

/** Divides bytes in pieces of this length. */
const piecesOf = (bytes: Buffer, length: number): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / length) }, (_, at) =>
    bytes.subarray(at * length, (at + 1) * length),
  );

export const deviceResponses = parser('HTTP responses of devices', {
  cases: fc.tuple(
    bytesLike([ok, chunked, 'HTTP/1.0 200\r\n\r\n{OK}', '{BUSY}']),
    fc.integer({ min: 1, max: 3_000 }),
  ),
  check: ([bytes, length]) => {
    const reader = createResponseReader();
    for (const piece of piecesOf(bytes, length)) {
      reader.push(piece);
      if (reader.progress() === 'malformed') return false;
    }
    const progress = reader.progress();
    if (typeof progress !== 'object') return false;
    assert.ok(readAnswer(progress.answer).kind);
    return true;
  },
});

export const deviceAnswers = parser('bodies of devices', {
  cases: fc.tuple(
    bytesLike([zone, '{OK}', '"OK"', '{BUSY}', '{ERROR Zone index}', 'InvalidRequest']),
    fc.integer({ min: 200, max: 599 }),
  ),
  check: ([body, status]) => {
    const { kind } = readAnswer({ status, headers: new Map(), body });
    assert.ok(kind);
    return kind !== 'unreadable';
  },
});

export const deviceDatagrams = parser('datagrams of devices', {
  weight: 5,
  cases: valuesLike([
    demoDatagrams,
    { ...demoDatagrams, lamp: largeDatagrams.lamp.slice(0, 3), split: largeDatagrams.split },
  ]),
  check: (value) => {
    const lists = Object.entries((value ?? {}) as object).map(([kind, list]) => [
      kind,
      Array.isArray(list) ? list : [],
    ]);
    const none = Object.fromEntries(Object.keys(demoDatagrams).map((kind) => [kind, []]));
    const datagrams = toWellTyped({ ...none, ...Object.fromEntries(lists) } as Datagrams);
    const house = { datagrams, energy: undefined };
    const entities = entitiesOf(entityKinds, datagrams);
    for (const entity of entities) JSON.stringify(toState(entity, house));
    return entities.length > 0;
  },
});

const stream = [
  ': hello\n\nevent: snapshot\ndata: {"at":1,"components":[]}\n\n',
  'event: change\r\ndata: {"components":\r\ndata: []}\r\n\r\nid: 7\rretry: 5\r\rdata\n\n',
];

export const streams = parser('server-sent events', {
  weight: 10,
  cases: fc.tuple(textsLike(stream), fc.integer({ min: 1, max: 200 })),
  check: ([text, length]) => {
    const read = createMessageReader();
    let count = 0;
    for (let at = 0; at < text.length; at += length)
      for (const { event, data } of read(text.slice(at, at + length))) {
        assert.ok(`${event}${data}`.length <= text.length + 'message'.length);
        count++;
      }
    return count > 0;
  },
});

const { refusal } = refuse('not-a-choice', {
  path: ['SysMode'],
  input: 9,
  facts: { choices: ['1 (cool)', '2 (heat)'] },
});

export const refusals = parser('refusals as data', {
  weight: 10,
  cases: jsonLike([
    JSON.parse(toRefusalText(refusal)),
    JSON.parse(
      toRefusalText(refuse('too-high', { input: 9, facts: { max: 3_000, unit: '°C', scale: 100 } }).refusal),
    ),
  ]),
  check: (text) => {
    const parsed = parseBody(text);
    if (!parsed.ok) return false;
    const read = readRefusal(parsed.value);
    if (read === undefined) return false;
    for (const degrees of ['°C', '°F'] as const) {
      assert.equal(readRefusalText(text, degrees), toSentence(read, degrees));
      assert.doesNotMatch(toSentence(read, degrees), /\n/);
    }
    return true;
  },
});

const secret = Buffer.alloc(32, 7);
const now = 1_767_225_600_000;
const id = 'msg_1';

const sign = (body: Buffer): string =>
  `v1,${createHmac('sha256', secret)
    .update(`${id}.${now / 1000}.`)
    .update(body)
    .digest('base64')}`;

export const webhooks = parser('webhooks', {
  weight: 10,
  cases: fc.tuple(
    fc.oneof(
      jsonLike(readMessages()).map((text) => Buffer.from(text)),
      bytesLike(readMessages().map((message) => JSON.stringify(message))),
    ),
    mostly(null, textsLike([sign(Buffer.from('{}')), 'v1,', 'v2,x v1,y'])),
    textsLike([String(now / 1000)]),
  ),
  check: ([body, signature, timestamp]) => {
    const headers = {
      'webhook-id': id,
      'webhook-timestamp': signature === null ? String(now / 1000) : timestamp,
      'webhook-signature': signature ?? sign(body),
    };
    try {
      const { message } = verifyWebhook({
        headers,
        body,
        now,
        secrets: [`whsec_${secret.toString('base64')}`],
      });
      assert.ok(signature === null || signature.includes(sign(body)), 'it accepted a forged message');
      assert.ok(message.requestType === 'Event' || message.requestType === 'Sync');
      return true;
    } catch (error) {
      if (!(error instanceof CloudError)) throw error;
      return false;
    }
  },
});
