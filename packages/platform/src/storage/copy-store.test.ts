import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { copyStore, isInUse } from './copy-store.ts';

/**
 * A program that inserts consecutive numbers and adds each to a sum, in one commit each, while the write-ahead log is
 * often restarted.
 */
const writer = `
  import { DatabaseSync } from 'node:sqlite';
  const db = new DatabaseSync(process.argv[1]);
  if (process.argv[2] === 'exclusive') db.exec('PRAGMA locking_mode=EXCLUSIVE');
  db.exec('PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF; PRAGMA wal_autocheckpoint=40');
  db.exec('CREATE TABLE number (n INTEGER PRIMARY KEY, pad TEXT); CREATE TABLE sum (total INTEGER)');
  db.exec('INSERT INTO sum VALUES (0)');
  let n = 0;
  const write = () => {
    for (let turn = 0; turn < 20; turn++) {
      n += 1;
      db.exec('BEGIN');
      db.prepare('INSERT INTO number VALUES (?, ?)').run(n, 'x'.repeat(500));
      db.prepare('UPDATE sum SET total = total + ?').run(n);
      db.exec('COMMIT');
    }
    if (n === 20) process.stdout.write('writing');
    if (n < 200_000) setTimeout(write, 10);
  };
  write();
`;

for (const mode of ['exclusive', 'shared'])
  it(`a copy of a store is complete up to one commit while another process writes (${mode})`, async () => {
    using folder = createDataFolder();
    const file = join(folder.path, 'store.sqlite');
    const child = spawn(process.execPath, ['--input-type=module', '--eval', writer, file, mode], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    try {
      await once(child.stdout, 'data');
      let before = 0;
      for (let round = 0; round < 8; round++) {
        const copy = join(folder.path, `copy-${round}.sqlite`);
        await copyStore(file, copy);
        assert.ok(!existsSync(`${copy}-wal`));
        const db = new DatabaseSync(copy);
        const { last, rows, sum } = db
          .prepare('SELECT max(n) AS last, count(*) AS rows, sum(n) AS sum FROM number')
          .get() as Record<string, number>;
        assert.deepEqual([rows, { total: sum }], [last, { ...db.prepare('SELECT total FROM sum').get() }]);
        assert.ok(last! >= before && last! >= 20);
        before = last!;
        db.close();
      }
      assert.equal(mode === 'exclusive' && !isInUse(file), false);
    } finally {
      child.kill('SIGKILL');
      await once(child, 'exit');
    }
    assert.equal(isInUse(file), false);
  });
