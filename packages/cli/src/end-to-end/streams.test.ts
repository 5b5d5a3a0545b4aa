import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { plenumBin } from '@plenum/testbed/plenum';

/** A file on a full disk (https://man7.org/linux/man-pages/man4/full.4.html). */
const fullDisk = '/dev/full';
const onLinux = { skip: process.platform !== 'linux' && 'it has no /dev/full' };

const freePorts = ['--http-port', '0', '--udp-port', '0', '--notify-port', '9', '--no-mdns'];

const start = (words: readonly string[], stdio: readonly ('pipe' | number)[]) =>
  spawn(process.execPath, [plenumBin, ...words], { stdio: ['ignore', ...stdio] });

describe('a stream that cannot be written to', () => {
  it('a command exits with 1 and a sentence if the disk for its output is full', onLinux, async () => {
    const full = openSync(fullDisk, 'w');
    const child = start(['commands'], [full, 'pipe']);
    closeSync(full);
    const [err, [code]] = await Promise.all([text(child.stderr!), once(child, 'exit')]);
    assert.equal(err, 'plenum cannot write its output: ENOSPC: no space left on device, write.\n');
    assert.equal(code, 1);
  });

  it('a bridge keeps running if the disk for its log is full or its log is not read', onLinux, async () => {
    for (const log of ['full', 'unread']) {
      using folder = createDataFolder();
      const full = openSync(fullDisk, 'w');
      // The first log line is the warning about the key on the command line.
      const child = start(
        [
          'bridge',
          '--access-key',
          'open-sesame-please',
          '--data',
          folder.path,
          '--http-host',
          '127.0.0.1',
          ...freePorts,
        ],
        ['pipe', log === 'full' ? full : 'pipe'],
      );
      closeSync(full);
      child.stderr?.destroy();
      const ended = once(child, 'exit');
      await Promise.race([once(child.stdout!, 'data'), ended]);
      child.kill();
      assert.deepEqual(await ended, [0, null], log);
    }
  });

  it('wrong usage exits with 2 even if standard error is closed', async () => {
    const child = start(['nonsense'], ['pipe', 'pipe']);
    child.stderr!.destroy();
    assert.deepEqual(await once(child, 'exit'), [2, null]);
  });
});
