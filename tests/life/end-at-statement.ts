import fs, { readFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync, StatementSync } from 'node:sqlite';
import pg from 'pg';

/**
 * Ends this process after a number of SQL statements that change something, in SQLite or PostgreSQL; a change of the
 * names in a folder counts as a statement. The number begins the text of the file `LIFE_STATEMENTS`, which is read when
 * the process receives SIGUSR2; the process then prints how many statements it has counted since the last time. Loaded
 * before the program.
 */
let left = Number.POSITIVE_INFINITY;
let count = 0;

/** Nothing differs between an end before a statement that only reads and an end after it. */
const isReading = (sql: string): boolean => /^\s*(SELECT|PRAGMA|EXPLAIN)\b/i.test(sql);

const passed = (sql?: string) => {
  if (sql !== undefined && isReading(sql)) return;
  count++;
  if (count < left) return;
  process.kill(process.pid, 'SIGKILL');
};

const texts = new WeakMap<StatementSync, string>();
const { prepare, exec } = DatabaseSync.prototype;
DatabaseSync.prototype.prepare = function (sql, ...more) {
  const statement = prepare.call(this, sql, ...more);
  texts.set(statement, sql);
  return statement;
};
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, sql);
  passed(sql);
};
for (const name of ['run', 'all', 'get'] as const) {
  const original = StatementSync.prototype[name] as (...values: unknown[]) => unknown;
  const counted = function (this: StatementSync, ...values: unknown[]): unknown {
    const result = original.apply(this, values);
    passed(texts.get(this) ?? '');
    return result;
  };
  Object.assign(StatementSync.prototype, { [name]: counted });
}

for (const name of ['renameSync', 'rmSync', 'mkdirSync'] as const) {
  const original = fs[name] as (...values: unknown[]) => unknown;
  const counted = (...values: unknown[]): unknown => {
    const result = original(...values);
    passed();
    return result;
  };
  Object.assign(fs, { [name]: counted });
}
syncBuiltinESMExports();

const query = pg.Client.prototype.query as (...words: unknown[]) => unknown;
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...words: unknown[]): unknown {
    const sent = query.apply(this, words);
    const [text] = words;
    if (sent instanceof Promise)
      sent.then(
        () => passed(String((text as { text?: string })?.text ?? text)),
        () => {},
      );
    return sent;
  },
});

process.on('SIGUSR2', () => {
  const order = readFileSync(process.env.LIFE_STATEMENTS!, 'utf8');
  left = Number.parseFloat(order);
  process.stderr.write(`${count} statements; ends after ${order}\n`);
  count = 0;
});
