import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { connectBridge } from '@plenum/client';
import { monday } from '@plenum/platform/fake-clock';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import type { AnyCommand } from '@plenum/protocol/command';
import type { Quirks } from '@plenum/protocol/quirks';
import { command, passUntil, passUntilSettled, shows, startFront, unitOf } from './front.fixture.ts';

/** A front whose clock only the test advances, in front of a device with quirks. */
const start = async (stack: AsyncDisposableStack, quirks: Quirks) => {
  const clock = createSteppedClock(monday);
  const { device, front } = await startFront(stack, { clock, to: { pause: 0 } });
  device.quirks.set(quirks);
  /** Observes a promise: returns its result once it is settled. */
  const observe = <T>(answer: Promise<T>) => {
    const seen: { answer?: T } = {};
    void answer.then((value) => {
      seen.answer = value;
    });
    return seen;
  };
  return { clock, device, front, observe };
};

describe('the response to a command in front of a real device', () => {
  for (const [what, quirks] of [
    ['shows it after 5 s', { 'late-apply': 5 }],
    ['ignores it', { 'ignore-writes': 1 }],
  ] as const)
    it(`responds with OK 1.5 s after the device has accepted a command, if the device ${what}`, async () => {
      await using stack = new AsyncDisposableStack();
      const { clock, front, observe } = await start(stack, quirks);
      const seen = observe(command(front, { SysSetpoint: 2150 }));
      await clock.reached(1_500);
      clock.advance(1_499);
      assert.equal((await unitOf(front)).Setpoint, 2150);
      assert.equal(seen.answer, undefined);
      clock.advance(1);
      assert.equal((await unitOf(front)).Setpoint, 2150);
      assert.equal(seen.answer, 'OK');
    });

  it('responds with OK to a command as soon as the device shows its effect', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, front } = await start(stack, { busy: 0 });
    const answer = command(front, { SysSetpoint: 2150 });
    await clock.reached(1_500);
    const before = clock.now();
    // The first read after the command.
    await clock.pass(250);
    assert.equal(await answer, 'OK');
    assert.equal(clock.now(), before + 250);
  });

  it('responds with OK while commands are queued, and sends those before it reads the device', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, front, device } = await start(stack, { busy: 0 });
    device.quirks.set({ 'late-apply': 5, 'answer-time': 777 });
    const give = (given: AnyCommand) => front.device.commandFor({ by: { over: 'local' } }, given);
    const first = give({ name: 'SysSetpoint', body: 2150 });
    const second = give({ name: 'SysMode', body: 3 });
    await clock.pass(777);
    assert.ok((await first).ok);
    await clock.pass(777);
    // Only the last command waits for its confirmation, until 1.9 s after it arrived.
    await clock.pass(1_900 - 2 * 777);
    assert.ok((await second).ok);
  });

  it('responds 1.9 s after the command if the device is slow to accept it', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, front } = await start(stack, { 'late-apply': 5, 'answer-time': 1_333 });
    const answer = command(front, { SysSetpoint: 2150 });
    const came = clock.now();
    await clock.pass(1_333);
    await clock.pass(1_900 - 1_333);
    assert.equal(await answer, 'OK');
    assert.equal(clock.now() - came, 1_900);
  });

  it("waits until the device shows the command if the device's response was lost", async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, device, front, observe } = await start(stack, { 'drop-after': 0.41, 'late-apply': 5 });
    const seen = observe(command(front, { SysSetpoint: 2150 }));
    // The response was lost, so the command has to be read back.
    await clock.reached(250);
    device.quirks.set({ 'late-apply': 5 });
    const since = clock.now();
    await passUntil(clock, () => seen.answer !== undefined);
    assert.equal(seen.answer, 'OK');
    assert.ok(clock.now() - since >= 5_000, `${clock.now() - since} ms`);
  });

  it('sends a caller’s second command once the first is accepted, and waits to confirm both', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, front, device, observe } = await start(stack, { 'late-apply': 5 });
    const commands: AnyCommand[] = [
      { name: 'SysSetpoint', body: 2150 },
      { name: 'SysMode', body: 3 },
    ];
    const seen = observe(front.device.commandFor({ by: { over: 'local' } }, ...commands));
    await shows(device, () => device.device.datagrams().unit[0]!.SysMode === 3);

    await clock.pass(1_500);
    await unitOf(front);
    assert.deepEqual(seen.answer, { ok: true, value: undefined });
  });
});

describe('a command that waits until it is confirmed', () => {
  it('completes a command from the bridge or a Plenum client only when the device shows it', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, front, observe } = await start(stack, { 'late-apply': 5 });
    const own = observe(front.device.command({ name: 'SysSetpoint', body: 2150 }));
    await clock.reached(6_000 + 10_000);
    const since = clock.now();
    await passUntil(clock, () => own.answer !== undefined);
    assert.ok(clock.now() - since >= 5_000, `${clock.now() - since} ms`);

    const client = stack.use(connectBridge({ host: '127.0.0.1', port: front.http.port, clock }));
    await client.unit();
    const byClient = observe(client.command('SysSetpoint', 2250));
    await clock.reached(30_000);
    const sent = clock.now();
    await passUntil(clock, () => byClient.answer !== undefined);
    assert.ok(clock.now() - sent >= 5_000, `${clock.now() - sent} ms`);
  });

  it('refuses a command that the device ignores twice', async () => {
    await using stack = new AsyncDisposableStack();
    const { clock, front } = await start(stack, { 'ignore-writes': 1 });
    const client = stack.use(connectBridge({ host: '127.0.0.1', port: front.http.port, clock }));
    await client.unit();
    const refused = assert.rejects(client.command('SysSetpoint', 2150), { code: 'refused', status: 409 });
    await passUntilSettled(clock, refused);
  });
});
