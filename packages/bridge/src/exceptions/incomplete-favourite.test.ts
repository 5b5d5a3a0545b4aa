import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createFakeClock } from '@plenum/machine/fake-clock';
import { type Datagrams, nothingInstalled } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import type { Device } from '../device/device.ts';
import { silent } from '../log/log.ts';
import { openStore } from '../store/open-store.ts';
import { openExceptions } from './exceptions.ts';

/** Real devices leave out what they like (wire facts 2). */
test('an exception of a favourite without its days is tried again and again, fails once in the log, and the bridge goes on', async () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  const clock = createFakeClock(Date.UTC(2026, 10, 25, 12));
  const errors: string[] = [];
  const log = { ...silent, error: (_: object, sentence: string) => void errors.push(sentence) };
  const exceptions = openExceptions({ db, clock, log, readOnly: false });
  let reads = 0;
  const favourite = { Index: 0, Name: 'Night', Enabled: 0, StartH: 6, StartM: 0, StopH: 8, StopM: 0 };
  const device = {
    timeZone: 'UTC',
    at: clock.now,
    datagrams: () => {
      reads++;
      return { ...nothingInstalled, schedule: [favourite] } as unknown as Datagrams;
    },
    subscribe: () => () => {},
  } as unknown as Device;
  using _ = exceptions.run(device);
  const today = { kind: 'schedule', index: 0, date: '2026-11-25' } as const;
  await exceptions.add({ ...today, start: '20:00', stop: '21:00' });
  for (let count = 0; count < 3; count++) {
    const before = reads;
    clock.advance(5_000);
    await new Promise(setImmediate);
    assert.ok(reads > before, 'it was not tried again');
  }
  assert.deepEqual(errors, ['an exception of a favourite failed']);
  db.close();
});
