import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { run } from '@plenum/plenum';
import { readKnown } from './known.ts';

const builds = join(import.meta.dirname, 'builds');

/** An unknown option: `plenum` parses everything before it, then refuses, so that no command starts. */
const unknown = '--no-such-option';

/** Runs a command line up to its refusal; returns what it printed and the environment variables it read. */
const refuse = async (words: readonly string[]) => {
  const lines: string[] = [];
  const variables = new Set<string>();
  const original = process.env;
  const env = new Proxy(original, {
    has: (target, name) => {
      variables.add(String(name));
      return Reflect.has(target, name);
    },
    get: (target, name) => {
      variables.add(String(name));
      return Reflect.get(target, name);
    },
  });
  process.env = env;
  try {
    const print = (line: string) => void lines.push(line);
    const { signal } = new AbortController();
    const io = {
      out: print,
      err: print,
      env,
      columns: undefined,
      color: false,
      isInteractive: false,
      signal,
    };
    assert.equal(await run([...words, unknown], io), 2, `${words.join(' ')}: ${lines}`);
  } finally {
    process.env = original;
  }
  return { text: lines.join('\n'), variables };
};

for (const build of readdirSync(builds))
  describe(`the command line of ${build}`, () => {
    for (const [command, options] of Object.entries(readKnown(join(builds, build)).commandLine)) {
      it(`plenum ${command} accepts its options`, async () => {
        assert.match((await refuse([command])).text, new RegExp(unknown));
        for (const { flag, takesValue } of options) {
          const { text } = await refuse([command, takesValue ? `${flag}=1000` : flag]);
          // An option that accepts other values only refuses this one itself.
          const isOwnRefusal = new RegExp(`${flag} <.*argument '1000' is invalid|${flag}[: ].*1000`);
          assert.ok(text.includes(unknown) || isOwnRefusal.test(text), `${flag}: ${text}`);
          assert.doesNotMatch(text, new RegExp(`unknown option '${flag}`));
        }
      });

      it(`plenum ${command} reads its environment variables`, async () => {
        const { variables } = await refuse([command]);
        const names = options.flatMap(({ env }) => env ?? []);
        assert.deepEqual(
          names.filter((name) => !variables.has(name)),
          [],
        );
      });
    }
  });
