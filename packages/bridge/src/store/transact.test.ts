import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { toSentence } from '@plenum/protocol/refusal';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createJournal } from './journal.ts';
import { openMemoryStore, openStore } from './open-store.ts';
import { createSettings } from './settings.ts';
import { transact } from './transact.ts';

describe('a transaction of the store', () => {
  it('stores all writes of a transaction, or none', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const settings = createSettings(db);
    assert.ok(transact(db, () => settings.write('a', 1)).ok);
    const broken = () => {
      settings.write('a', 2);
      throw new TypeError('a fault of ours');
    };
    assert.throws(() => transact(db, broken), TypeError);
    assert.equal(settings.read('a'), 1);
    assert.ok(transact(db, () => settings.write('a', 3)).ok);
    assert.equal(settings.read('a'), 3);
    db.close();
  });

  it('refuses a transaction when the disk is full, stores nothing, and works again with space', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const journal = createJournal<string, string>(db);
    const fill = () => {
      for (let n = 0; n < 100; n++) journal.append(n, 'x'.repeat(1_000));
    };
    const { page_count } = db.prepare('PRAGMA page_count').get() as { page_count: number };
    db.exec(`PRAGMA max_page_count=${page_count + 4}`);
    const full = transact(db, fill);
    assert.equal(
      full.ok ? '' : toSentence(full.refusal),
      'The bridge could not store the command: its disk is full.',
    );
    assert.deepEqual(journal.entries(), []);
    db.exec('PRAGMA max_page_count=10000');
    assert.ok(transact(db, fill).ok);
    assert.equal(journal.entries().length, 100);
    db.close();
  });
});

describe('the journal', () => {
  it('returns the operations appended to the journal since the snapshot, in order', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const journal = createJournal<string, string>(db);
    journal.append(10, 'a');
    journal.append(10, 'b');
    assert.deepEqual(journal.entries(), [
      { at: 10, operation: 'a' },
      { at: 10, operation: 'b' },
    ]);
    assert.equal(journal.snapshot(), undefined);
    journal.saveSnapshot('ab');
    assert.deepEqual(journal.entries(), []);
    journal.append(20, 'c');
    db.close();
    const again = openStore(folder.path);
    const reopened = createJournal<string, string>(again);
    assert.equal(reopened.snapshot(), 'ab');
    reopened.append(30, 'd');
    assert.deepEqual(
      reopened.entries().map(({ operation }) => operation),
      ['c', 'd'],
    );
    again.close();
  });

  it('keeps only one snapshot', () => {
    using folder = createDataFolder();
    const db = openStore(folder.path);
    const journal = createJournal<string, string>(db);
    for (const state of ['a', 'b', 'c']) {
      journal.append(1, state);
      journal.saveSnapshot(state);
    }
    journal.saveSnapshot('d');
    assert.equal((db.prepare('SELECT count(*) AS n FROM snapshot').get() as { n: number }).n, 1);
    assert.equal(journal.snapshot(), 'd');
    db.close();
  });

  it('stores a snapshot in the pages of the one that it replaces', () => {
    using db = openMemoryStore();
    const journal = createJournal<string, string>(db);
    const pages = () => Object.values(db.prepare('PRAGMA page_count').get()!)[0];
    journal.saveSnapshot('a'.repeat(50_000));
    const before = pages();
    journal.saveSnapshot('b'.repeat(50_000));
    assert.equal(pages(), before);
  });
});
