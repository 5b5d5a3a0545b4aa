import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';

const root = join(import.meta.dirname, '..');

/** Ways to read the time or to wait for it: of JavaScript, of Node, of our own system clock and of SQL. */
const ways =
  /\bDate\.now\b|\bnew Date\(\)|\bDate\(\)|\bperformance\.(now|timeOrigin)\b|\bhrtime\b|\b(setTimeout|setInterval)\b|\bAbortSignal\.timeout\b|\b(systemClock|steadyClock)\b|\bCURRENT_(TIMESTAMP|TIME|DATE)\b|\b(clock_timestamp|strftime|julianday|unixepoch)\b|[`'"(\s]now\(\)[^;]*\bINTERVAL\b/;

/** The files and folders that may do so, each with the reason. */
const allowed: Readonly<Record<string, string>> = {
  'index.ts': 'passes the clock of the machine on to the command line',
  'start/climate-cloud.ts': 'creates the clock of the cloud',
  'start/host.ts': 'uses the clock of the machine by default',
  'api/grpc/calls.ts': 'measures how long a call takes',
  'start/cloud-metrics.ts': 'measures how long the store takes',
  'operator/': 'commands of an operator, which run without a cloud',
  'identity/oauth/provider-time.ts': 'converts the time of a library, which reads the clock of the machine',
  'fleet/uplink/uplinks.ts': 'measures how long a bridge is silent, even if the clock of the machine is set',
  'kernel/database/outage.ts': 'measures how long the database is away',
  'kernel/database/store.ts': 'pauses before a transaction is repeated',
  'kernel/database/postgres/engine.ts': 'closes a silent connection to the database',
  'kernel/http/shared-port.ts': 'closes silent connections',
};

const folder = join(root, 'packages/cloud/src');
const sources = globSync('**/*.ts', { cwd: folder }).filter((path) => !/\.(test|fixture)\.ts$/.test(path));
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
const readsTime = (text: string): boolean => ways.test(withoutComments(text));

it('the cloud reads time and waits only by its clock, except in files with a reason', () => {
  const found = sources
    .filter((path) => readsTime(readFileSync(join(folder, path), 'utf8')))
    .map((path) => Object.keys(allowed).find((one) => path.startsWith(one)) ?? path);
  assert.deepEqual([...new Set(found)].toSorted(), Object.keys(allowed).toSorted());
});

it('the check of the clock finds each way to read the time, and no use of the clock', () => {
  for (const text of [
    'const at = Date.now();',
    'const now = () => new Date();',
    'performance.now()',
    "import { setTimeout as pause } from 'node:timers/promises';",
    'AbortSignal.timeout(5)',
    'clock: systemClock',
    'sql`SELECT CURRENT_TIMESTAMP`',
    "sql`DELETE FROM session WHERE at < now() - INTERVAL '1 day'`",
  ])
    assert.ok(readsTime(text), text);
  for (const text of ['clock.now()', 'const at = now();', 'new Date(at)', '// Date.now()', 'nextTurn()'])
    assert.ok(!readsTime(text), text);
});
