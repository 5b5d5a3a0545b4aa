import assert from 'node:assert/strict';
import { test } from 'node:test';
import { monday } from '@plenum/platform/fake-clock';
import { type Log, silent } from '@plenum/platform/quiet-log';
import { createSteppedClock } from '@plenum/platform/stepped-clock';
import { send } from '../fixture/http.fixture.ts';
import { passUntil, passUntilSettled, startFront } from './front.fixture.ts';

const sentence = 'the original interface has no word for a value of the real bridge';

test('shows unknown device values as accepted words, logs each once and lists it in /healthz', async () => {
  await using stack = new AsyncDisposableStack();
  const clock = createSteppedClock(monday);
  const logged: object[] = [];
  const log: Log = {
    ...silent,
    warn: (facts, text) => void (text === sentence && logged.push(facts)),
  };
  const { device, front } = await startFront(stack, { clock, log, to: { pause: 0 } });
  const get = async (path: string) =>
    JSON.parse((await passUntilSettled(clock, send(front.http.port, path))).text);
  assert.equal((await get('/healthz')).withoutWord, undefined);

  const shows = (mode: number) =>
    passUntil(clock, () => (front.device.datagrams().unit[0]!.SysMode as number) === mode);
  for (let round = 0; round < 2; round++) {
    device.quirks.set({ 'unknown-values': 1 });
    await shows(60);
    const { SysMode, SysFan, RAS, FanAuto } = await get('/SystemSettings');
    assert.deepEqual([SysMode, SysFan, RAS, FanAuto], ['vent', 'auto', 'error', 'unknown']);
    assert.deepEqual((await get('/healthz')).withoutWord, [
      { kind: 'unit', index: 0, field: 'SysMode', shown: 'vent', value: '60' },
      { kind: 'unit', index: 0, field: 'SysFan', shown: 'auto', value: '61' },
      { kind: 'unit', index: 0, field: 'RAS', shown: 'error', value: '62' },
      { kind: 'unit', index: 0, field: 'FanAutoType', shown: 'unknown', value: '63' },
    ]);
    device.quirks.set({ busy: 0 });
    await passUntil(clock, () => (front.device.datagrams().unit[0]!.SysMode as number) !== 60);
  }
  assert.deepEqual(
    logged.map((facts) => (facts as { readonly field: string }).field),
    ['SysMode', 'SysFan', 'RAS', 'FanAutoType'],
  );
});
