import assert from 'node:assert/strict';
import { it } from 'node:test';
import { startClimateCloud } from '@plenum/cloud';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runPlenum } from '@plenum/testbed/plenum';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { runHere } from '../../../fixture/run-here.fixture.ts';

it('plenum cloud migrate upgrades a database before nodes start and while they run', {
  skip: postgresMissing,
}, async () => {
  await using postgres = await startPostgres();
  const databaseUrl = await postgres.createDatabase();
  const migrate = () => runHere(['cloud', 'migrate', '--database-url', databaseUrl]);
  const audit = () => runHere(['audit', '--database-url', databaseUrl]);
  assert.notEqual((await audit()).code, 0, 'the database has no tables');
  const { code, out } = await migrate();
  assert.deepEqual([code, out], [0, 'The store has the schema of this release.\n']);
  assert.equal((await audit()).code, 0);
  const endpointKey = Buffer.alloc(32, 7).toString('base64');
  await using _ = await startClimateCloud({ store: { databaseUrl }, endpointKey, httpPort: 0 });
  assert.equal((await migrate()).code, 0);
});

it('plenum cloud migrate refuses a data folder that a cloud uses', async () => {
  using folder = createDataFolder();
  await using _ = await startClimateCloud({ store: { dataDir: folder.path }, httpPort: 0 });
  const { code, err } = await runPlenum(['cloud', 'migrate', '--data', folder.path]);
  assert.notEqual(code, 0);
  assert.match(err, /^Another cloud uses the data folder/);
});
