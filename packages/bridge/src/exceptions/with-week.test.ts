import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { type Log, silent } from '@plenum/platform/quiet-log';
import type { AnyCommand } from '@plenum/protocol/command';
import type { SetException, WeeklyTimes } from '@plenum/protocol/schedule';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { openStore } from '../store/open-store.ts';
import { createWeeklyDevice } from './weekly-device.fixture.ts';
import { withWeek } from './with-week.ts';

const working = { M: 1, Tu: 1, W: 1, Th: 1, F: 1, Sa: 0, Su: 0 };
const week: WeeklyTimes = { Enabled: 1, StartH: 15, StartM: 30, StopH: 18, StopM: 0, DaysEnabled: working };
const asWeek = 'on 15:30-18:00 M,Tu,W,Th,F';

test('warns once for each silence in which times cannot be changed, and keeps trying', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const db = stack.use(openStore(folder.path));
  const clock = createFakeClock();
  const warned: object[] = [];
  const log: Log = { ...silent, warn: (facts) => void warned.push(facts) };
  let exceptions: readonly SetException[] = [];
  const { device, held, setTime, setSilent } = createWeeklyDevice(week);
  withWeek({
    stack,
    db,
    clock,
    log,
    readOnly: false,
    exceptions: () => exceptions,
    followExceptions: () => () => {},
    onCommand: () => {},
  })(device);
  /** Lets three checks happen. */
  const check = async () => {
    for (let count = 0; count < 3; count++) {
      clock.advance(5_000);
      for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
    }
  };
  const warning = { favourite: 'schedule 0', refusal: 'unreachable' };
  setTime('2026-11-26T12:00:00');
  for (const round of [1, 2]) {
    setSilent(true);
    exceptions = [{ kind: 'schedule', index: 0, date: '2026-11-26', setAt: 0 }];
    await check();
    assert.deepEqual(warned, Array(round).fill(warning));
    assert.equal(held(), asWeek);
    setSilent(false);
    await check();
    assert.equal(held(), 'off 15:30-18:00 M,Tu,W,Th,F');
    exceptions = [];
    await check();
    assert.equal(held(), asWeek);
  }
});

test('carries out several commands in order during an exception, up to the first refused one', async () => {
  await using stack = new AsyncDisposableStack();
  const folder = stack.use(createDataFolder());
  const db = stack.use(openStore(folder.path));
  const { device, held, sent, setTime, setSilent } = createWeeklyDevice(week);
  setTime('2026-11-26T12:00:00');
  const once: SetException = { kind: 'schedule', index: 0, date: '2026-11-26', setAt: 0 };
  const { datagrams, commandFor } = withWeek({
    stack,
    db,
    clock: createFakeClock(),
    log: silent,
    readOnly: false,
    exceptions: () => [once],
    followExceptions: () => () => {},
    onCommand: () => {},
  })(device);
  for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  const skipped = held();
  sent.length = 0;
  const name = { name: 'SchedName', body: { Index: 0, Name: 'Noon' } } as const;
  const enable = (Enabled: number) => ({ name: 'SchedEnable', body: { Index: 0, Enabled } }) as AnyCommand;
  const enabled = () => datagrams!().schedule[0]!.Enabled;
  const give = (...commands: readonly AnyCommand[]) => commandFor!({ by: { over: 'local' } }, ...commands);

  assert.ok((await give(enable(0), name)).ok);
  assert.deepEqual([enabled(), sent], [0, ['SchedName']]);
  setSilent(true);
  const refused = await give(name, enable(1));
  assert.equal(!refused.ok && refused.refusal.code, 'unreachable');
  assert.deepEqual([enabled(), held()], [0, skipped]);
});
