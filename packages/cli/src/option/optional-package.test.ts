import assert from 'node:assert/strict';
import { it } from 'node:test';
import { isInstalled, loadOptional } from './optional-package.ts';

const missing = '@plenum/not-installed';

it('reports a missing optional package in a sentence, and passes on any other error', async () => {
  await assert.rejects(
    loadOptional(missing, () => import(missing)),
    /needs the package @plenum\/not-installed, .* npm install @plenum\/not-installed@\d+\.\d+\.\d+,/,
  );
  const other = new Error("Cannot find package 'mqtt' imported from @plenum/not-installed");
  await assert.rejects(
    loadOptional(missing, () => Promise.reject(Object.assign(other, { code: 'ERR_MODULE_NOT_FOUND' }))),
    other,
  );
  assert.equal(
    (await loadOptional('@plenum/platform', () => import('@plenum/platform'))).systemClock.now() > 0,
    true,
  );
});

it('reports a package as installed if it can be resolved, and passes on any other error', () => {
  assert.ok(isInstalled('@plenum/platform', () => import.meta.resolve('@plenum/platform')));
  assert.ok(!isInstalled(missing, () => import.meta.resolve(missing)));
  assert.throws(() => isInstalled(missing, () => import.meta.resolve('')));
});
