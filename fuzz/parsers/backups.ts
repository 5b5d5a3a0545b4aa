import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { processIo, run } from '@plenum/cli';
import { createDataFolder } from '@plenum/testbed/data-folder';
import fc from '@plenum/testbed/fast-check';
import { collectOutput } from '@plenum/testbed/process';
import { assertPublic } from '../internal-text.ts';
import { bytesLike, jsonLike, mostly } from '../mutate.ts';
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

const hashOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

interface BackupCase {
  readonly list: string;
  readonly files: Readonly<Record<string, Buffer>>;
  /** True if the list gets the hashes of the changed files, so that only their content is wrong. */
  readonly hasTheirHashes: boolean;
}

/**
 * A damaged backup is refused with one sentence, and then there is no data folder. A backup whose files are those of
 * its list is restored.
 */
export const backups = target<BackupCase>({
  name: 'backups',
  weight: 1,
  start: async (stack) => {
    const folder = stack.use(createDataFolder()).path;
    const at = (name: string) => join(folder, name);
    mkdirSync(at('data/matter'), { recursive: true });
    const store = new DatabaseSync(at('data/bridge.sqlite'));
    store.exec('CREATE TABLE kept (value TEXT)');
    store.close();
    writeFileSync(at('data/uplink-key.json'), '{"d":"secret"}');
    writeFileSync(at('data/matter/keys.json'), '{}');
    assert.deepEqual(await runHere(['backup', at('copy'), '--data', at('data')]), { code: 0, err: '' });
    const text = readFileSync(at(`copy/${list}`), 'utf8');
    const made: unknown = JSON.parse(text);
    // As a backup of Windows lists it.
    const ofWindows: unknown = JSON.parse(text.replace('matter/keys.json', 'matter\\\\keys.json'));
    const contents = Object.fromEntries(
      ['bridge.sqlite', 'uplink-key.json'].map((name) => [name, readFileSync(at(`copy/${name}`))]),
    );
    return {
      cases: fc.record({
        list: mostly(text, jsonLike([made, ofWindows])),
        files: fc.record(
          Object.fromEntries(
            Object.entries(contents).map(([name, bytes]) => [name, mostly(bytes, bytesLike([bytes]))]),
          ),
        ),
        hasTheirHashes: fc.boolean(),
      }),
      check: async (given) => {
        for (const name of ['given', 'restored']) rmSync(at(name), { recursive: true, force: true });
        cpSync(at('copy'), at('given'), { recursive: true });
        let newList = given.list;
        for (const [name, bytes] of Object.entries(given.files)) {
          writeFileSync(at(`given/${name}`), bytes);
          if (given.hasTheirHashes) newList = newList.replaceAll(hashOf(contents[name]!), hashOf(bytes));
        }
        writeFileSync(at(`given/${list}`), newList);
        const { code, err } = await runHere(['restore', at('given'), '--data', at('restored')]);
        assert.equal(existsSync(at('restored')), code === 0, err);
        if (code === 0) return true;
        assert.equal(code, 1, err);
        assert.doesNotMatch(err, /^plenum failed/);
        assert.doesNotMatch(err.trimEnd(), /\p{Cc}/u, 'a text of the backup controls the terminal');
        // The folders that the operator named are part of the sentence.
        assertPublic(err.replaceAll(folder, ''));
        return false;
      },
    };
  },
});
