import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { it } from 'node:test';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { until } from '@plenum/testbed/until';
import { sql } from 'kysely';
import { damage } from '../fixture/damage.fixture.ts';
import { home, pairAndConnect } from '../fleet/component/bridge.fixture.ts';
import { leastCost } from '../identity/account/accounts.fixture.ts';
import { openSqlite, storeFile } from '../kernel/database/sqlite/engine.ts';
import { silent } from '../kernel/log/log.ts';
import { startClimateCloud } from './climate-cloud.ts';

const start = (dataDir: string, lines: string[] = []) =>
  startClimateCloud({
    store: { dataDir },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
    log: { ...silent, error: (_: object, line: string) => void lines.push(line) },
  });

/** Leaves the write-ahead log of a store behind, as a killed process does. */
const leaveLog = (folder: string) => writeFileSync(`${storeFile(folder)}-wal`, 'not checkpointed');

/** Number of times that damage was found, from `/metrics`. */
const count = async (url: string): Promise<number> => {
  const metrics = await (await fetch(`${url}/metrics`)).text();
  return Number(/^plenum_cloud_store_damage_total (\d+)$/m.exec(metrics)?.[1]);
};

it('detects a damaged store after a crash, logs and counts it, and responds with 503', async () => {
  using folder = createDataFolder();
  const lines: string[] = [];
  await (await start(folder.path))[Symbol.asyncDispose]();
  damage(storeFile(folder.path), 'component');
  leaveLog(folder.path);
  await using cloud = await start(folder.path, lines);
  const url = cloud.publicUrl;
  await until('the damage is found', async () => (await count(url)) > 0);
  const found = await count(url);
  assert.equal(lines.length, 1);
  assert.match(lines[0]!, /cloud\.sqlite is damaged \(.+\); requests .+ are refused\. Restore a backup\.$/);
  const { access } = await (await enterAccount(url)).allowApp();
  const { id } = await cloud.store.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
  await pairAndConnect(cloud.store, home, id);
  const body = { requestId: crypto.randomUUID(), requestType: 'Query', componentId: `${home}_hvac_zone_0` };
  const answer = await fetch(`${url}/dev`, {
    method: 'POST',
    headers: { authorization: `Bearer ${access}` },
    body: JSON.stringify(body),
  });
  assert.equal(answer.status, 503);
  const detail = 'The database of this cloud is damaged; its operator has to restore a backup.';
  const { response } = (await answer.json()) as { response: object };
  assert.deepEqual(response, { result: 'Error', detail });
  assert.ok((await count(url)) > found);
  assert.equal(lines.length, 1);
});

it('checks a store for damage only if the previous process did not close it', async () => {
  using folder = createDataFolder();
  const checked: string[] = [];
  let ended = 0;
  const check = (store: string) => {
    checked.push(store);
    return () => void ended++;
  };
  const open = async () => {
    const engine = openSqlite(folder.path, silent, { check });
    await sql`SELECT 1`.execute(engine.kysely);
    await engine.close();
  };
  await open();
  await open();
  assert.deepEqual(checked, []);
  leaveLog(folder.path);
  await open();
  assert.deepEqual([checked, ended], [[storeFile(folder.path)], 1]);
});
