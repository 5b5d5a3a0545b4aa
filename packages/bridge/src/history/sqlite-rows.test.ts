import assert from 'node:assert/strict';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import fc from '@plenum/testbed/fast-check';
import { openStore } from '../store/open-store.ts';
import { cases, expectSameEnergy, type Opened } from './sample-record.fixture.ts';
import { createSqliteRows } from './sqlite-rows.ts';

const inStore = (db: DatabaseSync): Opened => ({
  rows: createSqliteRows(db),
  transact: (write, isStored) => {
    db.exec('BEGIN');
    write();
    db.exec(isStored ? 'COMMIT' : 'ROLLBACK');
  },
});

describe('the energy of a record', () => {
  it('gives the same energy from the store of a bridge even if some writes fail', () => {
    fc.assert(
      fc.property(cases, (one) => {
        using folder = createDataFolder();
        const db = openStore(folder.path);
        db.exec('PRAGMA synchronous=OFF');
        expectSameEnergy(inStore(db), one);
        db.close();
      }),
      { numRuns: 30 },
    );
  });
});

it('keeps a row without values if Node binds an empty array as NULL, as Node 24.7 does', () => {
  using folder = createDataFolder();
  const db = openStore(folder.path);
  const toBound = (value: SQLInputValue) =>
    value instanceof Uint8Array && value.length === 0 ? null : value;
  const older = {
    prepare: (sql: string) => {
      const statement = db.prepare(sql);
      return {
        get: (...values: SQLInputValue[]) => statement.get(...values),
        all: (...values: SQLInputValue[]) => statement.all(...values),
        run: (...values: SQLInputValue[]) => statement.run(...values.map(toBound)),
      };
    },
  } as unknown as DatabaseSync;
  const rows = createSqliteRows(older);
  const nothing = new Uint8Array(0);
  rows.addSample({ at: 1, layout: 1, samples: nothing });
  rows.addBlock({ at: 1, every: 1, layout: 1, body: nothing });
  rows.addCounters({ at: 1, layout: 1, totals: nothing });
  assert.deepEqual(rows.samples(0, 2)[0]!.samples, nothing);
  assert.deepEqual(rows.blocks(0, 2)[0]!.body, nothing);
  assert.deepEqual(rows.countersAfter(0)!.totals, nothing);
  db.close();
});
