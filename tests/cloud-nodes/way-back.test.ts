import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { type Constellation, startConstellation } from '@plenum/testbed/constellation';
import { natsMissing } from '@plenum/testbed/nats';
import { runPlenum } from '@plenum/testbed/plenum';
import { connectTo, postgresMissing } from '@plenum/testbed/postgres';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';
import { copyTree } from '../tree-copy.ts';

const bridgeCount = 4;

/** Adds a step to the schema of a copy of the tree, which expands tables that every request uses. */
const addStep = (folder: string) => {
  const file = join(folder, 'packages/cloud/src/kernel/database/migrations/all.ts');
  const text = readFileSync(file, 'utf8');
  const [, list] = /readonly Migration\[\] = \[(.*)\];/.exec(text)!;
  const step = {
    number: list!.split(',').length + 1,
    name: 'colours',
    usableFrom: '0.1.0',
    sql: `ALTER TABLE bridge ADD COLUMN colour TEXT NOT NULL DEFAULT 'blue';
      ALTER TABLE endpoint ADD COLUMN colour TEXT;
      CREATE TABLE colour (system_id TEXT PRIMARY KEY REFERENCES bridge (system_id) ON DELETE CASCADE);`,
  };
  writeFileSync(file, text.replace(`[${list}]`, `[${list}, ${JSON.stringify(step)}]`));
};

describe('going back by one release', { skip: postgresMissing || natsMissing }, () => {
  const stack = new AsyncDisposableStack();
  let all: Constellation;
  let newer: string;
  before(async () => {
    const tree = stack.use(copyTree());
    addStep(tree.folder);
    newer = join(tree.folder, 'packages/cli/bin/plenum.js');
    const random = startRandom({ diagnostic: (message) => void process.stdout.write(`# ${message}\n`) });
    all = stack.use(await startConstellation({ bridgeCount, random }));
    await until('all bridges are connected', async () => all.metrics.connected === bridgeCount);
  });
  after(() => stack[Symbol.asyncDispose]());

  /** Sends controls over every node to every bridge, and waits until all changes are delivered. */
  const everythingWorks = async () => {
    await until('all bridges are connected', async () => all.metrics.connected === bridgeCount);
    for (const { url } of all.nodes())
      for (const systemId of all.systemIds) {
        const { result, detail } = await all.controlOnce(url, systemId);
        assert.equal(result, 'OK', String(detail));
      }
    const before = (await all.readLedger()).changes;
    all.changeAll();
    await until('all is delivered', async () => {
      const { changes, pending } = await all.readLedger();
      return changes > before && pending === 0;
    });
  };

  it('nodes of a release run, and restart, on the next release’s store and beside its nodes', async () => {
    const [first, second] = all.nodes();
    await all.startNode({}, newer);
    await using client = await connectTo(all.databaseUrl);
    const { rows } = await client.query('SELECT name FROM schema_step ORDER BY number DESC LIMIT 1');
    assert.deepEqual(rows, [{ name: 'colours' }]);
    await everythingWorks();

    const { err } = await all.endNode(first!, 'SIGTERM');
    assert.doesNotMatch(err, /"level":(50|60)/);
    await all.startNode({}, newer);
    await all.endNode(second!, 'SIGKILL');
    await all.startNode();
    await everythingWorks();
  });

  it('all nodes go back, and the migration and the check of the older release accept the store', async () => {
    const env = { PLENUM_DATABASE_URL: all.databaseUrl, PLENUM_ENDPOINT_KEY: all.endpointKey };
    const migrated = await runPlenum(['cloud', 'migrate'], env);
    assert.equal(migrated.code, 0, migrated.err);
    const { out } = await runPlenum(['cloud', 'check'], env);
    assert.match(
      out,
      /migrations: A newer release expanded the schema \(step \d+\); this release can still use it\./,
    );
    const before = all.nodes();
    await all.startNode();
    for (const node of before) {
      const { code, err } = await all.endNode(node, 'SIGTERM');
      assert.equal(code, 0);
      assert.doesNotMatch(err, /"level":(50|60)/);
    }
    await everythingWorks();
  });
});
