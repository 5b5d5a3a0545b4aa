import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, it } from 'node:test';
import { startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { runPlenum, startPlenum } from '@plenum/testbed/plenum';

const folder = createDataFolder();
after(() => folder[Symbol.dispose]());

it('plenum fleet shows a code, pairs, changes and reports, and needs no code next time', async () => {
  await using cloud = await startClimateCloud({
    store: { dataDir: join(folder.path, 'cloud') },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
  });
  const load = ['--count', '5', '--changes', '50', '--every', '0.5'];
  const words = ['fleet', '--cloud', cloud.publicUrl, '--data', join(folder.path, 'fleet'), ...load];
  await using running = startPlenum(words);
  const [, code] = await running.line(
    /^To pair the fleet with your account, enter ([A-Z]{4}-[A-Z]{4}) at http\S+\/device\.$/m,
  );
  await (await enterAccount(cloud.publicUrl)).enterCode(code!);
  await running.line(/^5 bridges are paired\.$/m);
  await running.line(
    /^5 of 5 connected \(5 opened, 0 failed\); [1-9]\d* changes\/s acknowledged, p50 [\d.]+ ms, p99 [\d.]+ ms; 0 controls$/m,
  );
  assert.equal((await running.stop()).code, 0);

  const again = await runPlenum([...words, '--seconds', '1']);
  assert.equal(again.code, 0, again.err);
  assert.match(again.out, /^5 of 5 connected/m);
  assert.equal(again.out.trim().split('\n').length, 2, 'reports every half second');
  assert.doesNotMatch(again.out, /To pair/);
});

it('plenum fleet reports its progress while it pairs many bridges', async () => {
  await using cloud = await startClimateCloud({
    store: { dataDir: join(folder.path, 'large') },
    httpPort: 0,
    development: true,
    passwordCost: leastCost,
  });
  const words = ['fleet', '--cloud', cloud.publicUrl, '--data', join(folder.path, 'many'), '--count', '251'];
  await using running = startPlenum(words);
  const [, code] = await running.line(/enter ([A-Z]{4}-[A-Z]{4}) at /m);
  await (await enterAccount(cloud.publicUrl)).enterCode(code!);
  await running.line(/^250 of 251 bridges are paired\.$/m);
  await running.line(/^251 bridges are paired\.$/m);
  assert.equal((await running.stop()).code, 0);
});

it('plenum fleet reports in a sentence that there is no cloud, and lists the valid ids', async () => {
  const data = ['--data', join(folder.path, 'none')];
  const none = await runPlenum(['fleet', '--cloud', `http://127.0.0.1:${await freePort()}`, ...data]);
  assert.equal(none.code, 1);
  assert.match(none.err, /^The cloud http:\/\/127\.0\.0\.1:\d+ cannot be reached: connect ECONNREFUSED /);
  const many = await runPlenum(['fleet', '--count', '2', '--first-id', '999999999', ...data]);
  assert.equal(many.code, 1);
  assert.match(many.err, /^A system id has 9 digits; choose a lower --first-id\./);
});
