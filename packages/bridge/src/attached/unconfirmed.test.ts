import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { describe, it } from 'node:test';
import { type CommandRefused, connectHouse } from '@plenum/client/house';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { send } from '../fixture/http.fixture.ts';
import {
  command,
  passUntil,
  passUntilSettled,
  startFront,
  startFrontWithCloud,
  unitOf,
} from './front.fixture.ts';

/** The messages received so far on the live stream of a bridge. */
const follow = async (stack: AsyncDisposableStack, port: number) => {
  const request = get({ host: '127.0.0.1', port, path: '/events', agent: false });
  stack.defer(() => void request.destroy());
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  let text = '';
  response.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
  });
  response.on('error', () => {});
  return () =>
    text
      .split('\n\n')
      .map((message) => /^id: \d+\nevent: (\w+)\ndata: (.+)$/.exec(message))
      .filter((match) => match !== null)
      .map(([, event, data]) => ({ event, data: JSON.parse(data!) }));
};

const reason = 'Setpoint reads 2200, not 2150';

describe('a command that a real device accepted and did not carry out', () => {
  it('sends an ignored command once more, then shows the old value and reports the command', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
    const messages = await follow(stack, front.http.port);
    device.quirks.set({ 'ignore-writes': 1 });
    assert.equal(await passUntilSettled(clock, command(front, { SysSetpoint: 2150 })), 'OK');
    assert.equal((await unitOf(front)).Setpoint, 2150);
    await passUntil(clock, () => messages().some(({ event }) => event === 'unconfirmed'));

    assert.equal((await unitOf(front)).Setpoint, 2200);
    const last = messages().slice(-2);
    assert.deepEqual(
      last.map(({ event }) => event),
      ['change', 'unconfirmed'],
    );
    const [shown, { at, ...unconfirmed }] = last.map(({ data }) => data);
    assert.equal(shown.components[0].datagram.Setpoint, 2200);
    assert.ok(at <= clock.now());
    const about = {
      kind: 'unit',
      index: 0,
      command: 'SysSetpoint',
      field: 'Setpoint',
      read: 2200,
      sent: 2150,
    };
    assert.deepEqual(unconfirmed, about);

    const { text } = await send(front.http.port, `/history/events?from=${monday}&to=${clock.now() + 1}`);
    const [done, event] = JSON.parse(text).events;
    assert.deepEqual([done.what, done.command], ['command', 'SysSetpoint']);
    assert.deepEqual(event, { what: 'unconfirmed', at, ...about, by: { over: 'local' } });
  });

  it('does not report a command as unconfirmed if the second attempt succeeds', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
    const messages = await follow(stack, front.http.port);
    device.quirks.set({ 'ignore-writes': 1 });
    assert.equal(await passUntilSettled(clock, command(front, { SysSetpoint: 2150 })), 'OK');
    device.quirks.set({ busy: 0 });
    await passUntil(clock, () => device.device.datagrams().unit[0]!.Setpoint === 2150);
    const end = clock.now() + 30_000;
    await passUntil(clock, () => clock.now() >= end);
    assert.deepEqual(
      messages().filter(({ event }) => event === 'unconfirmed'),
      [],
    );
    assert.equal((await unitOf(front)).Setpoint, 2150);
  });

  it('reports an unconfirmed command to its sender, in process and through another house', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
    const connecting = (port: number) =>
      connectHouse({
        bridge: { host: '127.0.0.1', port, clock, pause: 0 },
        clock,
        random: () => 0,
        signal: new AbortController().signal,
        onState: () => {},
      });
    const behindFront = stack.use((await passUntilSettled(clock, connecting(front.http.port)))!);
    const direct = stack.use((await passUntilSettled(clock, connecting(device.http.port)))!);
    device.quirks.set({ 'ignore-writes': 1 });

    const codes: string[] = [];
    const accepted = front.device.commandFor(
      { by: { over: 'local' }, onUnconfirmed: ({ code }) => void codes.push(code) },
      { name: 'SysSetpoint', body: 2150 },
    );
    assert.ok((await passUntilSettled(clock, accepted)).ok);
    await passUntil(clock, () => codes.length > 0);
    assert.deepEqual(codes, ['unconfirmed']);

    for (const [house, code] of [
      [behindFront, 'unconfirmed'],
      [direct, 'unverified'],
    ] as const) {
      const refused: CommandRefused[] = [];
      const sent = house.command([{ name: 'SysSetpoint', body: 2150 }], (one) => void refused.push(one));
      assert.deepEqual(await passUntilSettled(clock, sent), { ok: true });
      assert.equal(refused.length, 0);
      await passUntil(clock, () => refused.length > 0);
      assert.deepEqual(
        refused.map((one) => one.code),
        [code],
      );
      assert.ok(refused[0]!.sentence.includes(reason), refused[0]!.sentence);
    }
  });

  it('sends the cloud OK for an unconfirmed command, and then the state of the device', async () => {
    await using stack = new AsyncDisposableStack();
    const clock = createSteppedClock(monday);
    const { device, front, caller, idOf } = await startFrontWithCloud(stack, clock);
    device.quirks.set({ 'ignore-writes': 1 });
    caller.send({ type: 'control', id: idOf(1), after: 1, within: 600_000, command: { SysSetpoint: 2150 } });
    const frames: string[] = [];
    const receive = async () => {
      for (;;) {
        const frame = await caller.next();
        caller.send({ type: 'ack', n: frame.n });
        if (frame.type === 'result') frames.push(frame.refusal === undefined ? 'OK' : frame.refusal.detail);
        if (frame.type === 'change')
          for (const { datagram } of frame.components)
            frames.push(String((datagram as { readonly Setpoint?: number }).Setpoint));
      }
    };
    receive().catch(() => {});
    await passUntil(clock, () => frames.includes('2200'));
    assert.deepEqual(frames, ['2150', 'OK', '2200']);
    assert.equal(front.device.datagrams().unit[0]!.Setpoint, 2200);
  });
});
