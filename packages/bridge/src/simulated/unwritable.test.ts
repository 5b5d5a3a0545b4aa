import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { post } from '../fixture/http.fixture.ts';
import { spawnBridge } from '../fixture/spawn-bridge.fixture.ts';

const rename = (port: number, Name: string) => post(port, '/HvacCommandV2', { ZoneName: { Index: 0, Name } });

const readName = async (port: number): Promise<string> => {
  const { text } = await post(port, '/HvacRequestV2', { HvacV2Request: { Type: 2, No: 0, No1: 0 } });
  return JSON.parse(text).ZonesV2.Name;
};

/** Makes a folder and the files in it writable for all users, or for none. */
const setWritable = (folder: string, isWritable: boolean) => {
  for (const name of readdirSync(folder)) chmodSync(join(folder, name), isWritable ? 0o666 : 0o444);
  chmodSync(folder, isWritable ? 0o777 : 0o555);
};

/** Keeps a running process from writing any byte to any file, or lifts that limit. */
const setLimit = (pid: number, limit: 0 | 'unlimited') =>
  execFileSync('prlimit', ['--pid', String(pid), `--fsize=${limit}:unlimited`]);

const prlimit = ['/usr/bin/prlimit', '/bin/prlimit'];

describe('a data folder that becomes read-only while the bridge runs', () => {
  it('keeps acknowledged commands if the folder becomes read-only, and reports the fix later', {
    skip: process.platform === 'win32',
  }, async () => {
    using folder = createDataFolder();
    setWritable(folder.path, true);
    {
      await using bridge = await spawnBridge(folder.path, { withoutRights: true });
      assert.equal((await rename(bridge.port, 'before')).text, 'OK');
      setWritable(folder.path, false);
      for (let n = 0; n < 50; n++) assert.equal((await rename(bridge.port, `after ${n}`)).text, 'OK');
      await bridge.kill();
    }
    {
      await using refused = await spawnBridge(folder.path, { withoutRights: true });
      assert.equal(
        refused.firstLine,
        `The data folder ${folder.path} cannot be written to; give this user write permission, or choose another folder.`,
      );
    }
    setWritable(folder.path, true);
    await using bridge = await spawnBridge(folder.path, { withoutRights: true });
    assert.equal(await readName(bridge.port), 'after 49');
  });

  it('refuses each command with a sentence while the disk is full, and recovers afterwards', {
    skip: !prlimit.some(existsSync) && 'prlimit is not installed: apt-get install util-linux',
  }, async () => {
    using folder = createDataFolder();
    {
      await using bridge = await spawnBridge(folder.path);
      const { port, pid } = bridge;
      assert.equal((await rename(port, 'before')).text, 'OK');
      setLimit(pid, 0);
      for (const name of ['one', 'two']) {
        const { status, text } = await rename(port, name);
        assert.equal(status, 503);
        assert.match(text, /^\{ERROR: The bridge could not store the command: its disk .+\.\}$/);
        assert.equal(await readName(port), 'before');
      }
      setLimit(pid, 'unlimited');
      assert.equal((await rename(port, 'after')).text, 'OK');
      assert.equal(await readName(port), 'after');
    }
    await using bridge = await spawnBridge(folder.path);
    assert.equal(await readName(bridge.port), 'after');
  });
});
