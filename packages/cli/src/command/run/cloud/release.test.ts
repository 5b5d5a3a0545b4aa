import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startClimateCloud } from '@plenum/cloud';
import { insertAccount, leastCost } from '@plenum/cloud/testbed';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runPlenum } from '@plenum/testbed/plenum';
import { runHere } from '../../../fixture/run-here.fixture.ts';

const systemId = '123456789';

describe('plenum cloud release', () => {
  it('plenum cloud release releases a bridge while the cloud is stopped, and prints its owner', async () => {
    using folder = createDataFolder();
    const words = (id: string) => ['cloud', 'release', id, '--data', folder.path];
    const release = (id: string) => runHere(words(id));
    {
      await using cloud = await startClimateCloud({
        store: { dataDir: folder.path },
        httpPort: 0,
        passwordCost: leastCost,
      });
      await insertAccount(cloud.store, 'ann');
      const row = {
        system_id: systemId,
        account_id: 'ann',
        name: 'Home',
        paired_at: 1,
        version: 0,
        epoch: 0,
      };
      await cloud.store.db
        .insertInto('bridge')
        .values({ ...row, public_key: '{}', key_id: 'K' })
        .execute();
      const { code, err } = await runPlenum(words(systemId));
      assert.notEqual(code, 0);
      assert.match(err, /^Another cloud uses the data folder/);
    }
    const { code, out } = await release(systemId);
    assert.deepEqual(
      [code, out],
      [0, `Bridge ${systemId} was released from ann@example.org. Anyone can pair it again.\n`],
    );
    const again = await release(systemId);
    assert.deepEqual([again.code === 0, again.err], [false, `No account has bridge ${systemId}.\n`]);
    const malformed = await release('12345678');
    assert.deepEqual(
      [malformed.code === 0, malformed.err],
      [false, '"12345678" is not a system id; it has 9 digits.\n'],
    );
    const { out: log } = await runHere(['audit', '--data', folder.path]);
    assert.match(log, /bridge-released +ann@example\.org +operator +systemId 123456789, by operator/);
  });

  it('plenum cloud --help lists its options and the subcommand release', async () => {
    const { out } = await runHere(['cloud', '--help']);
    assert.match(out, /--http-port <n>/);
    assert.match(out, /release .*<system-id>/);
  });
});
