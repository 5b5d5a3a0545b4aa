import assert from 'node:assert/strict';
import type { DatabaseSync } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createFakeClock, monday } from '@plenum/platform/fake-clock';
import { nothingInstalled } from '@plenum/protocol/component';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startFront } from '../attached/front.fixture.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';
import { openStore } from '../store/open-store.ts';
import { createSettings } from '../store/settings.ts';
import { openHistory } from './history.ts';
import { createPurge, purgeSlice } from './purge.ts';

const day = 24 * 3_600_000;
const bytes = new Uint8Array(3_000);

/** Adds a block, counters and an event at a time to a store. */
const addRows = (db: DatabaseSync, at: number) => {
  db.prepare('INSERT INTO history_block (at, every, layout, body) VALUES (?, 900000, 0, ?)').run(at, bytes);
  db.prepare('INSERT INTO energy (at, layout, totals) VALUES (?, 0, ?)').run(at, bytes);
  db.prepare(`INSERT INTO history_event (at, what, body) VALUES (?, 'command', '{}')`).run(at);
};

const tables = ['history_block', 'energy', 'history_event'];

/** Returns the times of the rows of each table before a time. */
const timesBefore = (db: DatabaseSync, before: number) =>
  tables.map((table) =>
    db
      .prepare(`SELECT at FROM ${table} WHERE at < ? ORDER BY at`)
      .all(before)
      .map(({ at }) => at),
  );

/** Starts and stops a bridge whose store has rows at `times`, and returns the times that remain. */
const runOn = async (times: readonly number[], before: number, run: (dataDir: string) => Promise<void>) => {
  using folder = createDataFolder();
  await run(folder.path);
  const filled = openStore(folder.path);
  for (const at of times) addRows(filled, at);
  filled.close();
  await run(folder.path);
  const db = openStore(folder.path);
  const left = timesBefore(db, before);
  db.close();
  return left;
};

describe('the history of a bridge with a limit in days', () => {
  it('deletes blocks, energy and events beyond the limit, and keeps those at the limit', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const now = 100 * day;
    for (const at of [now - 30 * day - 1, now - 30 * day, now - 1]) addRows(db, at);
    const history = openHistory(db, 0, { days: 30 });
    history.sample(now, nothingInstalled);
    history.write();
    assert.deepEqual(timesBefore(db, now), Array(3).fill([now - 30 * day, now - 1]));
    db.close();
  });

  it('keeps five years without a limit', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const now = 2_000 * day;
    for (const at of [now - 1_825 * day - 1, now - 1_825 * day]) addRows(db, at);
    createSettings(db).write('thinned', { blocksTo: now, thinnedTo: now });
    const history = openHistory(db, 0);
    history.sample(now, nothingInstalled);
    history.write();
    assert.deepEqual(timesBefore(db, now), Array(3).fill([now - 1_825 * day]));
    db.close();
  });

  it('deletes at most 500 rows of each table in one write, the oldest first', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    db.exec('PRAGMA synchronous=OFF');
    const count = 2 * purgeSlice + 1;
    db.exec('BEGIN');
    for (let at = 0; at < count; at++) addRows(db, at);
    db.exec('COMMIT');
    const purge = createPurge(db);
    for (const first of [purgeSlice, 2 * purgeSlice, count]) {
      purge(count);
      assert.deepEqual(
        timesBefore(db, count).map((times) => [times.length, times[0]]),
        Array(3).fill([count - first, first === count ? undefined : first]),
      );
    }
    db.close();
  });

  it('stores new history in the space of deleted history, so the file does not grow', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    db.exec('PRAGMA synchronous=OFF');
    const add = (from: number) => {
      db.exec('BEGIN');
      for (let at = from; at < from + purgeSlice; at++) addRows(db, at);
      db.exec('COMMIT');
    };
    const pages = () => (db.prepare('PRAGMA page_count').get() as { page_count: number }).page_count;
    const purge = createPurge(db);
    add(0);
    const before = pages();
    for (const round of [1, 2, 3]) {
      purge(round * purgeSlice);
      add(round * purgeSlice);
    }
    assert.ok(pages() <= before + 2, `${pages()} pages instead of ${before}`);
    db.close();
  });

  it('applies to a simulated house and to an attached bridge', async () => {
    const times = [monday - 31 * day, monday - 29 * day];
    const before = monday - 20 * day;
    const simulated = await runOn(times, before, async (dataDir) => {
      const clock = createFakeClock(monday);
      await using _ = await startSmallBridge({ dataDir, clock, timeScale: 0, historyDays: 30 });
    });
    assert.deepEqual(simulated, Array(3).fill([times[1]]), 'simulated');
    const attached = await runOn(times, before, async (dataDir) => {
      await using stack = new AsyncDisposableStack();
      const { clock } = await startFront(stack, { dataDir, historyDays: 30 });
      clock.advance(60_000);
    });
    assert.deepEqual(attached, Array(3).fill([times[1]]), 'attached');
  });
});
