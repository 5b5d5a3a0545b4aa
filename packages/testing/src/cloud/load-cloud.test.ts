import assert from 'node:assert/strict';
import { test } from 'node:test';
import { loadCloud } from './load-cloud.ts';

const failWith = (code: string, message: string) =>
  loadCloud(async () => Promise.reject(Object.assign(new Error(message), { code })));

test('says which package a cloud in a test needs if it is missing, in Node and in Jest', async () => {
  for (const code of ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND'])
    await assert.rejects(failWith(code, "Cannot find package '@plenum/cloud' imported from a test"), {
      code: 'cloud-missing',
      message:
        /^startCloud needs the package @plenum\/cloud, which is not installed: npm install --save-dev @plenum\/cloud@\d+\.\d+\.\d+\. Tests of a house alone do not need it\.$/,
    });
});

test('passes on the error of a cloud that is installed but cannot be loaded', async () => {
  await assert.rejects(
    failWith('ERR_MODULE_NOT_FOUND', "Cannot find package 'pg' imported from @plenum/cloud"),
    /'pg'/,
  );
  await assert.rejects(failWith('ERR_OTHER', "The package '@plenum/cloud' is damaged"), {
    code: 'ERR_OTHER',
  });
  assert.equal(typeof (await loadCloud()).startClimateCloud, 'function');
});
