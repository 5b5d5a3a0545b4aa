import type { DatabaseSync } from 'node:sqlite';
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
  it('is the same from the store of a bridge, with writes that fail', () => {
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
