import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Effect } from '@plenum/protocol/command';
import { createKnownState, type KnownState, maxApplyTime } from './known-state.ts';

const unit = (fields: object) =>
  ({ kind: 'unit', index: 0, datagram: { SysFan: 1, SysMode: 1, ...fields } }) as const;
const fan = (value: unknown): Effect => ({ kind: 'unit', index: 0, fields: [{ path: ['SysFan'], value }] });

const shownFan = (state: KnownState) => (state.find('unit', 0)!.datagram as { SysFan: unknown }).SysFan;

/** Reads the unit at a given time. */
const read = (state: KnownState, fields: object, now: number) =>
  state.receive([unit(fields)], state.mark(now), now);

test('shows a written value once the write is answered, even while the device shows the old', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const { changed, write } = state.begin(fan(3)).accepted(100);
  assert.deepEqual(changed, [{ ...unit({ SysFan: 3 }), readAt: 0 }]);
  assert.deepEqual(read(state, { SysFan: 1 }, 1_000), []);
  assert.equal(shownFan(state), 3);
  assert.equal(write.result(), undefined);
  assert.deepEqual(read(state, { SysFan: 3 }, 2_000), []);
  assert.deepEqual(write.result(), { kind: 'shown' });
  assert.equal(write.appliedAfter(), 1_900);
});

test('immediately shows a change made elsewhere once the device has shown the written value', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  state.begin(fan(3)).accepted(100);
  read(state, { SysFan: 3 }, 500);
  const [changed] = read(state, { SysFan: 1 }, 600);
  assert.equal((changed!.datagram as { SysFan: number }).SysFan, 1);
});

test('immediately shows a value that is neither the old nor the written one', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const { write } = state.begin(fan(3)).accepted(100);
  read(state, { SysFan: 2 }, 200);
  assert.equal(shownFan(state), 2);
  assert.deepEqual(write.result(), { kind: 'different', field: 'SysFan', read: 2, sent: 3 });
});

test('hides the old value for exactly the time that devices may take', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const { write } = state.begin(fan(3)).accepted(100);
  read(state, { SysFan: 1 }, 100 + maxApplyTime - 1);
  assert.equal(shownFan(state), 3);
  read(state, { SysFan: 1 }, 100 + maxApplyTime);
  assert.equal(shownFan(state), 1);
  assert.deepEqual(write.result(), { kind: 'unchanged', field: 'SysFan', read: 1, sent: 3 });
});

test('ignores a read that began before the write was answered', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const began = state.mark(10);
  const { write } = state.begin(fan(3)).accepted(20);
  state.receive([unit({ SysFan: 2, SysMode: 4 })], began, 30);
  assert.deepEqual(state.find('unit', 0)!.datagram, { SysFan: 3, SysMode: 4 });
  assert.equal(write.result(), undefined);
  assert.equal(read(state, { SysFan: 3, SysMode: 4 }, 40).length, 0);
  assert.deepEqual(write.result(), { kind: 'shown' });
});

test('does not show a value again if it appeared during the write and was then replaced', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const begun = state.begin(fan(3));
  read(state, { SysFan: 3 }, 10);
  read(state, { SysFan: 2 }, 20);
  const { write, changed } = begun.accepted(30);
  assert.deepEqual([changed, shownFan(state), write.result()], [[], 2, { kind: 'shown' }]);
});

test('ignores the answer to a request if the answer to a later one has arrived', () => {
  const state = createKnownState();
  const began = state.mark(0);
  read(state, { SysFan: 3 }, 10);
  assert.deepEqual(state.receive([unit({ SysFan: 1 })], began, 20), []);
  assert.equal(shownFan(state), 3);
});

test('ends a write as unread and shows the old value if nothing was read in time', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const { write } = state.begin(fan(3)).accepted(100);
  assert.deepEqual(state.expire(100 + maxApplyTime - 1), []);
  assert.equal(state.expire(100 + maxApplyTime).length, 1);
  assert.equal(shownFan(state), 1);
  assert.deepEqual(write.result(), { kind: 'unread' });
});

test('tolerates the value of an older unread write after a newer write, until a later read', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  state.begin(fan(3)).accepted(100);
  state.expire(100 + maxApplyTime);
  const { write } = state.begin(fan(2)).accepted(7_000);
  read(state, { SysFan: 3 }, 7_100);
  assert.equal(shownFan(state), 2);
  assert.equal(write.result(), undefined);
  read(state, { SysFan: 2 }, 7_200);
  const later = state.begin(fan(1)).accepted(7_300).write;
  read(state, { SysFan: 3 }, 7_400);
  assert.deepEqual(later.result(), { kind: 'different', field: 'SysFan', read: 3, sent: 1 });
});

test('replaces an older write to a field by a newer one, and ignores older values read late', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const older = state.begin(fan(3)).accepted(100).write;
  const newer = state.begin(fan(2)).accepted(200).write;
  assert.deepEqual(older.result(), { kind: 'superseded' });
  for (const late of [1, 3]) {
    read(state, { SysFan: late }, 300);
    assert.equal(shownFan(state), 2);
  }
  read(state, { SysFan: 2 }, 400);
  assert.deepEqual(newer.result(), { kind: 'shown' });
});

test('shows a write whose answer was lost only once the device shows it', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const write = state.begin(fan(3)).lost(100);
  read(state, { SysFan: 1 }, 200);
  assert.equal(shownFan(state), 1);
  assert.equal(write.result(), undefined);
  read(state, { SysFan: 3 }, 300);
  assert.equal(shownFan(state), 3);
  assert.deepEqual(write.result(), { kind: 'shown' });
});

test('neither shows nor waits for a field that the device omits', () => {
  const state = createKnownState();
  const { write } = state
    .begin({ kind: 'unit', index: 0, fields: [{ path: ['Tag3'], value: 'x' }] })
    .accepted(0);
  read(state, {}, 10);
  assert.equal(Object.hasOwn(state.find('unit', 0)!.datagram, 'Tag3'), false);
  assert.deepEqual(write.result(), { kind: 'unknown' });
});

test('may still show the old value of a component that was never read before the write', () => {
  const state = createKnownState();
  const { write } = state.begin(fan(3)).accepted(0);
  read(state, { SysFan: 1 }, 500);
  assert.equal(write.result(), undefined);
  assert.equal(shownFan(state), 3);
});

test('may show one of two fields of a command earlier than the other', () => {
  const state = createKnownState();
  read(state, {}, 0);
  const effect: Effect = {
    kind: 'unit',
    index: 0,
    fields: [
      { path: ['SysFan'], value: 3 },
      { path: ['SysMode'], value: 2 },
    ],
  };
  const { write } = state.begin(effect).accepted(0);
  read(state, { SysFan: 3, SysMode: 1 }, 100);
  assert.equal(write.result(), undefined);
  assert.deepEqual(state.find('unit', 0)!.datagram, { SysFan: 3, SysMode: 2 });
  read(state, { SysFan: 3, SysMode: 2 }, 200);
  assert.deepEqual(write.result(), { kind: 'shown' });
});

test("keeps the device's form of nested fields, boolean flags, lists and list entries", () => {
  const state = createKnownState();
  const datagram = {
    On: true,
    A: { B: [1, 2, 3] },
    Rows: [
      [0, 5],
      [1, 6],
    ],
  };
  state.receive([{ kind: 'program', index: 2, datagram }], state.mark(0), 0);
  const effect: Effect = {
    kind: 'program',
    index: 2,
    fields: [
      { path: ['On'], value: 0 },
      { path: ['A', 'B'], value: [9] },
    ],
    entry: { list: 'Rows', first: 1, value: null },
  };
  state.begin(effect).accepted(1);
  assert.deepEqual(state.find('program', 2)!.datagram, { On: false, A: { B: [9, 2, 3] }, Rows: [[0, 5]] });
  assert.deepEqual(datagram, {
    On: true,
    A: { B: [1, 2, 3] },
    Rows: [
      [0, 5],
      [1, 6],
    ],
  });
});

test('does not decide the result of a write from a read of another component', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const { write } = state.begin(fan(3)).accepted(100);
  state.receive([{ kind: 'zone', index: 0, datagram: { SysFan: 3 } }], state.mark(200), 200);
  assert.equal(write.result(), undefined);
  state.receive([{ kind: 'unit', index: 1, datagram: { SysFan: 2 } }], state.mark(300), 300);
  assert.equal(write.result(), undefined);
  assert.equal(shownFan(state), 3);
});

test('measures the time to apply a write only if the device showed the write', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const { write } = state.begin(fan(3)).accepted(100);
  assert.equal(write.appliedAfter(), undefined);
  read(state, { SysFan: 2 }, 500);
  assert.equal(write.result()?.kind, 'different');
  assert.equal(write.appliedAfter(), undefined);
});

test('does not confirm a write from a read that began before its answer with that value', () => {
  const state = createKnownState();
  read(state, { SysFan: 3 }, 0);
  const begun = state.begin(fan(3));
  const began = state.mark(50);
  const { write } = begun.accepted(100);
  state.receive([unit({ SysFan: 3 })], began, 150);
  assert.equal(write.result(), undefined);
  read(state, { SysFan: 3 }, 200);
  assert.deepEqual(write.result(), { kind: 'shown' });
});

test('does not confirm a write from a read of another component while the write is in progress', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const begun = state.begin(fan(3));
  state.receive([{ kind: 'unit', index: 1, datagram: { SysFan: 3 } }], state.mark(50), 50);
  assert.equal(begun.accepted(100).write.result(), undefined);
});

test('does not confirm a write from a read of the old value while the write is in progress', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const begun = state.begin(fan(3));
  read(state, { SysFan: 1 }, 50);
  const { write } = begun.accepted(100);
  assert.equal(write.result(), undefined);
  assert.equal(shownFan(state), 3);
});

test('confirms a write in progress if its value is read, unless an older write is open', () => {
  const write = (isOlderOpen: boolean) => {
    const state = createKnownState();
    read(state, { SysFan: 1 }, 0);
    if (isOlderOpen) state.begin(fan(3)).accepted(100);
    const begun = state.begin(fan(2));
    read(state, { SysFan: 2 }, 150);
    return { state, ...begun.accepted(200) };
  };
  const alone = write(false).write;
  assert.deepEqual([alone.result(), alone.appliedAfter()], [{ kind: 'shown' }, 0]);
  const { state, write: second } = write(true);
  assert.equal(second.result(), undefined);
  read(state, { SysFan: 2 }, 300);
  assert.deepEqual(second.result(), { kind: 'shown' });
});

test('does not show a list entry that the device omits, and concludes nothing from it', () => {
  const state = createKnownState();
  const receive = (now: number) =>
    state.receive([{ kind: 'program', index: 2, datagram: { Name: 'x' } }], state.mark(now), now);
  receive(0);
  const entry = { list: 'Rows', first: 1, value: [1, 2] };
  const { write, changed } = state.begin({ kind: 'program', index: 2, fields: [], entry }).accepted(1);
  assert.deepEqual(changed, []);
  assert.deepEqual(state.find('program', 2)!.datagram, { Name: 'x' });
  receive(2);
  assert.deepEqual(write.result(), { kind: 'unknown' });
});

test('treats only the written component as open from the answer until a read shows the result', () => {
  const state = createKnownState();
  read(state, { SysFan: 1 }, 0);
  const begun = state.begin(fan(3));
  assert.equal(state.isOpen('unit', 0), false);
  begun.accepted(100);
  assert.deepEqual([state.isOpen('unit', 0), state.isOpen('zone', 0)], [true, false]);
  read(state, { SysFan: 1 }, 500);
  assert.equal(state.isOpen('unit', 0), true);
  read(state, { SysFan: 3 }, 600);
  assert.equal(state.isOpen('unit', 0), false);
});
