import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { run } from '@plenum/plenum';
import { readKnown } from './known.ts';

const builds = join(import.meta.dirname, 'builds');

/** An option nobody has: a command line with it ends before anything begins, and says which it does not know. */
const unknown = '--no-such-option';

/** Runs a command line to its refusal; what it said, and which environment variables it looked for. */
const refuse = async (words: readonly string[]) => {
  const said: string[] = [];
  const variables = new Set<string>();
  const real = process.env;
  const env = new Proxy(real, {
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
    const { signal } = new AbortController();
    const io = { out: (line: string) => said.push(line), err: (line: string) => said.push(line) };
    const code = await run([...words, unknown], {
      ...{ ...io, env, signal, columns: undefined, color: false, canAsk: false },
    });
    assert.equal(code, 2, `${words.join(' ')}: ${said}`);
  } finally {
    process.env = real;
  }
  return { text: said.join('\n'), variables };
};

for (const build of readdirSync(builds))
  describe(`the command line of ${build}`, () => {
    const { commandLine } = readKnown(join(builds, build));

    for (const [command, options] of Object.entries(commandLine)) {
      it(`plenum ${command} has its options`, async () => {
        assert.match((await refuse([command])).text, new RegExp(unknown));
        for (const { flag, takesValue } of options) {
          const { text } = await refuse([command, takesValue ? `${flag}=1000` : flag]);
          // A value of another kind is refused by the option itself.
          const byOption = new RegExp(`${flag} <.*argument '1000' is invalid|${flag}[: ].*1000`);
          assert.ok(text.includes(unknown) || byOption.test(text), `${flag}: ${text}`);
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
