import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from '@plenum/testbed/fast-check';
import { valuesOf } from '../derive/values.fixture.ts';
import { type Refusal, toSentence } from '../refusal/refusal.ts';
import { maxDatagramLength, maxFrameBytes } from './connection.ts';
import { fromControlId, toControlId } from './control-id.ts';
import { bridgeFrames, cloudFrames } from './frames.ts';
import { readBridgeFrame, readCloudFrame } from './read-frame.ts';

const session = 'AAECAwQFBgcICQoLDA0ODw';
const zone = { kind: 'zone', index: 3, datagram: { Index: 3, Name: 'Lounge', FutureField: 7 } };
const unit = { kind: 'unit', index: 0, datagram: { SysOn: 1 } };
const snapshot = {
  type: 'snapshot',
  n: 1,
  session,
  at: 1_767_225_600_000,
  identity: { uid: '000000001', deviceType: 'ASH', firmware: 'Plenum 0.1.0' },
  components: [unit, zone],
};
const change = { type: 'change', n: 2, at: 0, components: [zone], removed: [{ kind: 'split', index: 13 }] };
const done = { type: 'result', n: 3, id: `${session}.1` };
const refused = { ...done, refusal: { status: 409, detail: 'Split 3 is not paired.' } };
const asData = { ...done, refusal: { ...refused.refusal, data: { code: 'not-paired', path: [] } } };
const ping = { type: 'ping', n: 4 };
const answer = { type: 'answer', n: 5, id: 1, status: 200, body: '{}' };

const ack = { type: 'ack', n: 4 };
const control = { type: 'control', id: `${session}.1`, after: 2, within: 10_000, command: { SysOn: 1 } };
const by = { app: 'Thermo' };
const read = { type: 'read', id: 1, path: '/history/events', query: 'from=1&to=2' };
const write = { type: 'write', id: 2, path: '/energy/tariff', body: { currency: 'AUD' } };
const close = { type: 'close', reason: 'replaced', detail: 'The bridge has a newer connection.' };

const bridge = (frame: unknown) => readBridgeFrame(JSON.stringify(frame));
const cloud = (frame: unknown) => readCloudFrame(JSON.stringify(frame));
const codeOf = (read: { ok: boolean; refusal?: Refusal }) => (read.ok ? 'read' : read.refusal!.code);

test('every uplink frame is read back unchanged', () => {
  for (const frame of [snapshot, change, done, refused, asData, answer, ping])
    assert.deepEqual(bridge(frame), { ok: true, value: frame });
  for (const frame of [ack, control, { ...control, by }, read, write, { ...write, by }, close])
    assert.deepEqual(cloud(frame), { ok: true, value: frame });
});

test('unknown fields of a datagram are kept', () => {
  const read = bridge(change);
  assert.ok(read.ok && read.value.type === 'change');
  assert.equal(read.value.components[0]!.datagram.FutureField, 7);
});

test('a bridge refuses frames that only bridges may send, and a cloud those of clouds', () => {
  for (const frame of [snapshot, change, done, ping]) assert.equal(codeOf(cloud(frame)), 'not-a-choice');
  for (const frame of [ack, control, close]) assert.equal(codeOf(bridge(frame)), 'not-a-choice');
});

const malformed: readonly (readonly [string, unknown, string])[] = [
  ['no type', { n: 1 }, 'not-a-choice'],
  ['a type of Object', { type: 'constructor', n: 1 }, 'not-a-choice'],
  ['a list', [ping], 'not-an-object'],
  ['nothing', null, 'not-an-object'],
  ['no number', { type: 'ping' }, 'missing-key'],
  ['number 0', { type: 'ping', n: 0 }, 'too-low'],
  ['a number past what doubles count', { type: 'ping', n: 2 ** 53 }, 'too-high'],
  ['half a number', { type: 'ping', n: 1.5 }, 'not-whole'],
  ['a key too many', { ...ping, more: 1 }, 'unknown-key'],
  ['a nonce too short', { ...snapshot, session: session.slice(1) }, 'wrong-type'],
  [
    'a system id of 8 digits',
    { ...snapshot, identity: { ...snapshot.identity, uid: '00000001' } },
    'wrong-type',
  ],
  ['an unknown kind', { ...change, components: [{ ...zone, kind: 'door' }] }, 'not-a-choice'],
  ['a kind without an id', { ...change, components: [{ ...zone, kind: 'faults' }] }, 'not-a-choice'],
  ['a datagram that is a list', { ...change, components: [{ ...zone, datagram: [] }] }, 'wrong-type'],
  ['a datagram of another index', { ...change, components: [{ ...zone, index: 4 }] }, 'no-such-index'],
  [
    'a datagram whose index is an object that cannot become a number',
    { ...change, components: [{ ...zone, datagram: { Index: { toString: 1 } } }] },
    'no-such-index',
  ],
  ['a second unit', { ...change, components: [{ ...unit, index: 1 }] }, 'no-such-index'],
  ['a component twice', { ...change, components: [zone, zone] }, 'twice-named'],
  ['a component changed and gone', { ...change, removed: [{ kind: 'zone', index: 3 }] }, 'twice-named'],
  ['385 components gone', { ...change, removed: Array(385).fill({ kind: 'split', index: 1 }) }, 'too-many'],
  ['a refusal of status 200', { ...refused, refusal: { status: 200, detail: 'x' } }, 'too-low'],
  ['a refusal without words', { ...refused, refusal: { status: 409, detail: '' } }, 'wrong-type'],
  ['data that are a list', { ...refused, refusal: { ...refused.refusal, data: [] } }, 'wrong-type'],
  ['an id without a number', { ...done, id: session }, 'wrong-type'],
  ['control number 0', { ...done, id: `${session}.0` }, 'wrong-type'],
];

for (const [what, frame, code] of malformed)
  test(`a malformed frame from a bridge is refused: ${what}`, () =>
    assert.equal(codeOf(bridge(frame)), code));

test('malformed frames from a cloud are refused', () => {
  assert.equal(codeOf(cloud({ ...control, command: 1 })), 'wrong-type');
  assert.equal(codeOf(cloud({ ...control, within: -1 })), 'too-low');
  assert.equal(codeOf(cloud({ ...control, within: 3_600_001 })), 'too-high');
  assert.equal(codeOf(cloud({ ...control, id: '1' })), 'wrong-type');
  assert.equal(codeOf(cloud({ ...close, reason: 'bored' })), 'not-a-choice');
});

test('an uplink message that is not one JSON object is refused', () => {
  assert.equal(codeOf(readBridgeFrame('')), 'malformed');
  assert.equal(codeOf(readBridgeFrame(`${JSON.stringify(ping)}x`)), 'malformed');
  assert.equal(codeOf(readBridgeFrame('{"type":"ping","n":1,"n":2}')), 'duplicate-key');
  assert.equal(codeOf(readBridgeFrame(`${'['.repeat(17)}${']'.repeat(17)}`)), 'too-deep');
});

test('a frame is accepted up to the maximum size and not beyond', () => {
  const pad = (most: number, frame: object) => {
    const text = JSON.stringify(frame);
    return `${text.slice(0, -1)}${' '.repeat(most - text.length)}}`;
  };
  assert.equal(codeOf(readBridgeFrame(pad(maxFrameBytes.bridge, ping))), 'read');
  assert.equal(codeOf(readBridgeFrame(pad(maxFrameBytes.bridge + 1, ping))), 'too-large');
  assert.equal(codeOf(readCloudFrame(pad(maxFrameBytes.cloud, ack))), 'read');
  assert.equal(codeOf(readCloudFrame(pad(maxFrameBytes.cloud + 1, ack))), 'too-large');
});

test('a datagram is accepted up to the maximum size and not beyond', () => {
  const zoneOf = (length: number) => {
    const datagram = { Index: 3, Name: '' };
    datagram.Name = 'x'.repeat(length - JSON.stringify(datagram).length);
    return { ...change, components: [unit, { kind: 'zone', index: 3, datagram }] };
  };
  assert.equal(codeOf(bridge(zoneOf(maxDatagramLength))), 'read');
  assert.equal(codeOf(bridge(zoneOf(maxDatagramLength + 1))), 'too-large');
});

test('a control id can be read back', () => {
  for (const no of [1, 9_007_199_254])
    assert.deepEqual(fromControlId(toControlId({ session, no })), { session, no });
});

for (const [side, frames, read] of [
  ['bridge', bridgeFrames, readBridgeFrame],
  ['cloud', cloudFrames, readCloudFrame],
] as const)
  test(`any text sent as a frame of a ${side} is either read or refused with a sentence`, () => {
    const values = fc.oneof(...frames.map(({ body }) => valuesOf(body as never)), fc.json());
    fc.assert(
      fc.property(values, (value) => {
        const result = read(typeof value === 'string' ? value : JSON.stringify(value));
        if (result.ok) assert.deepEqual(result.value, JSON.parse(JSON.stringify(value)));
        else assert.ok(toSentence(result.refusal).length > 0);
      }),
      { numRuns: 300 },
    );
  });
