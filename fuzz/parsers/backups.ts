import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { processIo, run } from '@plenum/cli';
import { createDataFolder } from '@plenum/testbed/data-folder';
import fc from '@plenum/testbed/fast-check';
import { collectOutput } from '@plenum/testbed/process';
import { assertPublic } from '../internal-text.ts';
import { bytesLike, jsonLike } from '../mutate.ts';
import { target } from '../target.ts';

/** Runs a command line in this process; returns its exit code and its errors. */
const runHere = async (words: readonly string[]) => {
  const { add, output } = collectOutput();
  const stderr = { write: (text: string) => add('err', text) };
  const stdout = { write: () => undefined };
  const code = await run(
    words,
    processIo(new AbortController().signal, { stdout, stderr, stdin: {}, env: {} }),
  );
  return { code, err: output().err };
};

const list = 'plenum-backup.json';

/**
 * A damaged backup is refused with one sentence, and then there is no data folder. A backup whose files are those of
 * its list is restored.
 */
export const backups = target<{ readonly list: string; readonly key: Buffer }>({
  name: 'backups',
  weight: 1,
  start: async (stack) => {
    const folder = stack.use(createDataFolder()).path;
    const at = (name: string) => join(folder, name);
    mkdirSync(at('data'));
    const store = new DatabaseSync(at('data/bridge.sqlite'));
    store.exec('CREATE TABLE kept (value TEXT)');
    store.close();
    writeFileSync(at('data/uplink-key.json'), '{"d":"secret"}');
    assert.deepEqual(await runHere(['backup', at('copy'), '--data', at('data')]), { code: 0, err: '' });
    const made: unknown = JSON.parse(readFileSync(at(`copy/${list}`), 'utf8'));
    return {
      cases: fc.record({ list: jsonLike([made]), key: bytesLike(['{"d":"secret"}']) }),
      check: async (given) => {
        for (const name of ['given', 'restored']) rmSync(at(name), { recursive: true, force: true });
        cpSync(at('copy'), at('given'), { recursive: true });
        writeFileSync(at(`given/${list}`), given.list);
        writeFileSync(at('given/uplink-key.json'), given.key);
        const { code, err } = await runHere(['restore', at('given'), '--data', at('restored')]);
        assert.equal(existsSync(at('restored')), code === 0, err);
        if (code === 0) return true;
        assert.equal(code, 1, err);
        assert.doesNotMatch(err, /^plenum failed/);
        // The folders that the operator named are part of the sentence.
        assertPublic(err.replaceAll(folder, ''));
        return false;
      },
    };
  },
});
