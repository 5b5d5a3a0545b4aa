import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { systemRandom } from '../crypto/random.ts';
import {
  createMessageSignatures,
  type MessageSignatureDeps,
  type MessageSignatures,
  maxMessageAge,
} from './message-signature.ts';
import { watchPauses } from './pauses.ts';
import { createSequences, maxSenders } from './sequences.ts';

const start = 1_700_000_000_000;
const [oldKey, newKey] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const control = { subject: 'bridge.1.control', reply: '_INBOX.x.1', body: '{"SysOn":1}' };

const createNode = (about: Partial<MessageSignatureDeps> = {}) =>
  createMessageSignatures({
    keys: [oldKey],
    now: () => start,
    pauses: { explain: () => false },
    random: systemRandom,
    ...about,
  });

const check = (to: MessageSignatures, header: string | undefined, parts = control) =>
  to.check(parts, header, to.nextSubscription());

describe('signatures of messages between nodes', () => {
  it('accepts a signature from a node with the same key', () => {
    const header = createNode().sign(control);
    assert.match(header, /^v1;1700000000000;[\w-]{22};1;[\w-]{43}$/);
    assert.equal(check(createNode(), header), undefined);
  });

  it('a signature covers subject, reply, body, time, sender and sequence number', () => {
    const header = createNode().sign(control);
    for (const changed of [
      { subject: 'bridge.2.control' },
      { reply: '_INBOX.x.2' },
      { reply: '' },
      { body: '{}' },
    ])
      assert.equal(check(createNode(), header, { ...control, ...changed }), 'forged');
    const parts = header.split(';');
    for (const [place, other] of [
      [1, String(start + 1)],
      [2, 'A'.repeat(22)],
      [3, '2'],
      [4, 'A'.repeat(43)],
    ] as const)
      assert.equal(check(createNode(), parts.with(place, other).join(';')), 'forged');
  });

  it('refuses a signature if text moves from one part of the message to the next', () => {
    const header = createNode().sign({ subject: 'a', reply: 'b', body: 'c' });
    for (const [subject, reply, body] of [
      ['ab', '', 'c'],
      ['a', 'bc', ''],
      ['', 'ab', 'c'],
    ] as const)
      assert.equal(check(createNode(), header, { subject, reply, body }), 'forged');
  });

  it('refuses a signature made with another key, or in any other format', () => {
    const header = createNode({ keys: [newKey] }).sign(control);
    assert.equal(check(createNode(), header), 'forged');
    const own = createNode().sign(control);
    for (const malformed of ['', 'v1', `x1${own.slice(2)}`, `${own} `, `${own},`, `${own}${',A'.repeat(9)}`])
      assert.equal(check(createNode(), malformed), 'forged', malformed);
  });

  it('accepts signatures while a key is rolled out, and refuses the old key afterwards', () => {
    const [before, between, after] = [[oldKey], [newKey, oldKey], [newKey]];
    for (const [from, to] of [
      [before, between],
      [between, before],
      [between, after],
      [after, between],
    ] as const)
      assert.equal(check(createNode({ keys: to }), createNode({ keys: from }).sign(control)), undefined);
    assert.equal(check(createNode({ keys: after }), createNode({ keys: before }).sign(control)), 'forged');
  });

  it('accepts a signature if clocks differ by 30 s, and refuses it as stale beyond', () => {
    for (const [difference, expected] of [
      [maxMessageAge, undefined],
      [maxMessageAge + 1, 'stale'],
      [-maxMessageAge, undefined],
      [-maxMessageAge - 1, 'stale'],
    ] as const) {
      const header = createNode({ now: () => start + difference }).sign(control);
      assert.equal(check(createNode(), header), expected, String(difference));
    }
  });

  it('refuses a message as late instead of stale if it waited while this process was frozen', () => {
    const clock = createFakeClock(start);
    using pauses = watchPauses(clock);
    const node = createNode({ now: clock.now, pauses });
    const sentAt = (time: number) => createNode({ now: () => time }).sign(control);
    clock.advance(60_000);
    assert.equal(check(node, sentAt(clock.now() - maxMessageAge - 1)), 'stale');
    // The clock moves while no timer runs, as in a process that is frozen.
    const frozen = clock.now();
    clock.set(frozen + 45_000);
    assert.equal(check(node, sentAt(frozen + 1)), 'late');
    assert.equal(check(node, sentAt(frozen - maxMessageAge)), 'late');
    assert.equal(check(node, sentAt(frozen - maxMessageAge - 1)), 'stale');
    assert.equal(check(node, sentAt(clock.now() + maxMessageAge + 1)), 'stale');
    assert.equal(check(node, sentAt(clock.now())), undefined);
    // Later, messages that are so old come from a node with another time.
    clock.advance(10_000);
    assert.equal(check(node, sentAt(frozen + 1)), 'late');
    clock.advance(1);
    assert.equal(check(node, sentAt(frozen + 1)), 'stale');
  });

  it('always refuses a message without a signature', () => {
    assert.equal(check(createNode(), undefined), 'unsigned');
  });

  it('refuses signatures between nodes of different versions, in both directions', () => {
    const [own, other] = [createNode(), createNode({ version: 2 })];
    assert.equal(check(own, other.sign(control)), 'other-version');
    assert.equal(check(other, own.sign(control)), 'other-version');
    assert.equal(check(other, createNode({ version: 2 }).sign(control)), undefined);
  });
});

describe('replayed messages', () => {
  it('refuses a message that was received before, and older messages from the same sender', () => {
    const [from, to] = [createNode(), createNode()];
    const subscription = to.nextSubscription();
    const [first, second, third] = [from.sign(control), from.sign(control), from.sign(control)];
    assert.equal(to.check(control, second, subscription), undefined);
    assert.equal(to.check(control, second, subscription), 'replayed');
    assert.equal(to.check(control, first, subscription), 'replayed');
    assert.equal(to.check(control, third, subscription), undefined);
    assert.equal(to.check(control, createNode().sign(control), subscription), undefined);
  });

  it('accepts a message once per subscription that existed when it arrived', () => {
    const [from, to] = [createNode(), createNode()];
    const [one, other] = [to.nextSubscription(), to.nextSubscription()];
    const header = from.sign(control);
    assert.equal(to.check(control, header, one), undefined);
    assert.equal(to.check(control, header, to.nextSubscription()), 'replayed');
    assert.equal(to.check(control, header, other), undefined);
    assert.equal(to.check(control, header, other), 'replayed');
  });

  it('refuses a message as stale after its sender is forgotten', () => {
    let now = start;
    const [from, to] = [createNode({ now: () => start + maxMessageAge }), createNode({ now: () => now })];
    const subscription = to.nextSubscription();
    const header = from.sign(control);
    assert.equal(to.check(control, header, subscription), undefined);
    now = start + 2 * maxMessageAge;
    assert.equal(to.check(control, createNode({ now: () => now }).sign(control), subscription), undefined);
    assert.equal(to.check(control, header, subscription), 'replayed');
    now++;
    assert.equal(to.check(control, createNode({ now: () => now }).sign(control), subscription), undefined);
    assert.equal(to.check(control, header, subscription), 'stale');
  });

  it('limits the number of senders, and with it the use of memory', () => {
    let now = 0;
    const sequences = createSequences({ now: () => now, retention: 100 });
    const accept = (sender: number) =>
      sequences.accept({ sender: String(sender), sequence: 1, subscription: 1, newest: 1 });
    for (let sender = 0; sender < maxSenders; sender++) assert.ok(accept(sender));
    assert.ok(!accept(maxSenders));
    now = 100;
    assert.ok(!accept(maxSenders));
    now = 101;
    assert.ok(accept(maxSenders));
    assert.ok(accept(0));
  });
});
