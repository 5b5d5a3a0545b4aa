import assert from 'node:assert/strict';
import { test } from 'node:test';

import { createFakeClock } from '@plenum/platform/fake-clock';
import { type CloudFrame, type CloudFrameOf, maxControls } from '@plenum/protocol/uplink';
import { type ControlChannelDeps, createControlChannel } from './control-channel.ts';

const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const other = '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7-01';
const command = { ZoneSetpoint: { Index: 1, Setpoint: 2200 } };

const deadline = 11_000;
const session = 'sessionsessionsession1';

const openChannel = (more: Partial<ControlChannelDeps> = {}) => {
  const sent: CloudFrame[] = [];
  const clock = createFakeClock(1_000);
  const channel = createControlChannel({
    session,
    sendFrame: (frame) => void sent.push(frame),
    lastFrame: () => ({ n: 1, receivedAt: 0 }),
    clock,
    elapsed: () => 0,
    ...more,
  });
  const idOf = (index: number) => (sent[index] as { id: string }).id;
  return { channel, sent, clock, idOf };
};

test('sends a control with its origin and trace, if it has them', () => {
  const { channel, sent } = openChannel();
  void channel.control({ command, deadline, by: { app: 'Keys', garage: true }, trace });
  void channel.control({ command, deadline });
  const [given, plain] = sent as CloudFrameOf<'control'>[];
  assert.deepEqual([given?.by, given?.trace], [{ app: 'Keys', garage: true }, trace]);
  assert.ok(!('by' in plain!) && !('trace' in plain!));
});

test('gives a control’s changes the control’s trace until its reply or timeout', async () => {
  const { channel, clock, idOf } = openChannel();
  const first = channel.control({ command, deadline, trace });
  const zone = { kind: 'zone', index: 1 } as const;
  assert.equal(channel.traceOf(zone), trace);
  assert.equal(channel.traceOf({ kind: 'zone', index: 2 }), undefined);
  assert.equal(channel.traceOf({ kind: 'unit', index: 0 }), undefined);
  const second = channel.control({ command, deadline, trace: other });
  assert.equal(channel.traceOf(zone), other);
  channel.answer(idOf(1), { answer: 'done' });
  await second;
  assert.equal(channel.traceOf(zone), trace);
  clock.advance(10_000);
  assert.deepEqual(await first, { answer: 'silent' });
  assert.equal(channel.traceOf(zone), undefined);
});

test('the trace of a favourite applies to the unit and to every zone', async () => {
  const { channel, idOf } = openChannel();
  const done = channel.control({ command: { FavouriteSet: 2 }, deadline, trace });
  for (const ref of [
    { kind: 'unit', index: 0 },
    { kind: 'zone', index: 7 },
  ] as const)
    assert.equal(channel.traceOf(ref), trace);
  assert.equal(channel.traceOf({ kind: 'lamp', index: 7 }), undefined);
  channel.answer(idOf(0), { answer: 'done' });
  await done;
});

test('reports a cancelled control as dropped if confirmed, or as done if already executed', async () => {
  const { channel, sent, idOf } = openChannel();
  const [first, second] = ['one', 'two'].map((token) => channel.control({ command, deadline, token }));
  const third = channel.control({ command, deadline, token: 'three' });
  for (const token of ['one', 'one', 'two', 'unknown']) channel.cancel(token);
  assert.deepEqual(
    sent.slice(3),
    [0, 1].map((index) => ({ type: 'cancel', id: idOf(index) })),
  );
  const refused = { answer: 'refused', status: 503, detail: 'Nobody waits.' } as const;
  channel.answer(idOf(0), refused, true);
  channel.answer(idOf(1), { answer: 'done' });
  channel.answer(idOf(2), refused, true);
  assert.deepEqual(await Promise.all([first, second]), [{ answer: 'dropped' }, { answer: 'done' }]);
  assert.deepEqual(await third, refused, 'its node does not support cancelling');
  channel.cancel('three');
  assert.equal(sent.length, 5);
});

test('numbers commands, and sends each with the last received frame and the time limit', () => {
  const { channel, sent } = openChannel({
    lastFrame: () => ({ n: 4, receivedAt: 100 }),
    elapsed: () => 600.7,
  });
  void channel.control({ command, deadline });
  void channel.control({ command, deadline: 1_001 });
  void channel.control({ command, deadline: 10_000_000 });
  assert.deepEqual(sent, [
    { type: 'control', id: `${session}.1`, after: 4, within: 10_500, command },
    { type: 'control', id: `${session}.2`, after: 4, within: 501, command },
    { type: 'control', id: `${session}.3`, after: 4, within: 3_600_000, command },
  ]);
});

test('accepts commands until the connection ends or drains', async () => {
  const { channel, sent } = openChannel();
  assert.deepEqual(await channel.control({ command, deadline: 1_000 }), { answer: 'silent' });
  const first = channel.control({ command, deadline, token: 'one' });
  const drained = channel.drain();
  assert.deepEqual(await channel.control({ command, deadline }), { answer: 'absent' });
  channel.answer(`${session}.1`, { answer: 'done' });
  await drained;
  assert.deepEqual(await first, { answer: 'done' });
  assert.equal(sent.length, 1);

  const ended = openChannel();
  const unanswered = ended.channel.control({ command, deadline, token: 'one' });
  ended.channel.close();
  ended.channel.cancel('one');
  assert.deepEqual(await unanswered, { answer: 'silent' });
  assert.deepEqual(await ended.channel.control({ command, deadline }), { answer: 'absent' });
  assert.equal(ended.sent.length, 1);
});

test('sends a bridge as many commands as it accepts at a time, and the next after a reply', async () => {
  const { channel, sent, idOf } = openChannel();
  const all = Array.from({ length: maxControls }, () => channel.control({ command, deadline }));
  const refused = await channel.control({ command, deadline });
  assert.ok(refused.answer === 'refused' && refused.status === 503);
  assert.equal(sent.length, maxControls);
  channel.answer(idOf(0), { answer: 'done' });
  assert.deepEqual(await all[0], { answer: 'done' });
  void channel.control({ command, deadline });
  assert.equal(sent.length, maxControls + 1);
});
