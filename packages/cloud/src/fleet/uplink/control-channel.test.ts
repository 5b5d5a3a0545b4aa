import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/machine/fake-clock';
import type { CloudFrame } from '@plenum/protocol/uplink';
import { createControlChannel } from './control-channel.ts';

const trace = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
const other = '00-aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa-00f067aa0ba902b7-01';
const command = { ZoneSetpoint: { Index: 1, Setpoint: 2200 } };

const openChannel = (knowsTraces: boolean) => {
  const sent: CloudFrame[] = [];
  const clock = createFakeClock(1_000);
  const channel = createControlChannel({
    sendFrame: (frame) => void sent.push(frame),
    recordsOrigin: true,
    knowsGarage: true,
    knowsTraces,
    lastFrame: () => ({ n: 1, receivedAt: 0 }),
    clock,
    elapsed: () => 0,
  });
  channel.open('sessionsessionsession1');
  const idOf = (index: number) => (sent[index] as { id: string }).id;
  return { channel, sent, clock, idOf };
};

test('a trace is sent to a bridge that knows of traces, to another nothing that it would take for malformed', () => {
  for (const knowsTraces of [true, false]) {
    const { channel, sent } = openChannel(knowsTraces);
    void channel.control(command, 11_000, { app: 'Keys' }, trace);
    void channel.control(command, 11_000, { app: 'Keys' });
    assert.deepEqual(
      sent.map((frame) => Object.keys(frame).includes('trace')),
      [knowsTraces, false],
    );
    assert.equal(channel.traceOf({ kind: 'zone', index: 1 }), trace, 'its event has it in any case');
  }
});

test('what a control changes belongs to its trace until it is answered or given up', async () => {
  const { channel, clock, idOf } = openChannel(true);
  const first = channel.control(command, 11_000, undefined, trace);
  const zone = { kind: 'zone', index: 1 } as const;
  assert.equal(channel.traceOf(zone), trace);
  assert.equal(channel.traceOf({ kind: 'zone', index: 2 }), undefined);
  assert.equal(channel.traceOf({ kind: 'unit', index: 0 }), undefined);
  const second = channel.control(command, 11_000, undefined, other);
  assert.equal(channel.traceOf(zone), other);
  channel.answer(idOf(1), { answer: 'done' });
  await second;
  assert.equal(channel.traceOf(zone), trace);
  clock.advance(10_000);
  assert.deepEqual(await first, { answer: 'silent' });
  assert.equal(channel.traceOf(zone), undefined);
});

test('a favourite changes the unit and every zone', async () => {
  const { channel, idOf } = openChannel(true);
  const done = channel.control({ FavouriteSet: 2 }, 11_000, undefined, trace);
  for (const ref of [
    { kind: 'unit', index: 0 },
    { kind: 'zone', index: 7 },
  ] as const)
    assert.equal(channel.traceOf(ref), trace);
  assert.equal(channel.traceOf({ kind: 'lamp', index: 7 }), undefined);
  channel.answer(idOf(0), { answer: 'done' });
  await done;
});
