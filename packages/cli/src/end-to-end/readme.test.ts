import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { runBridge } from '@plenum/testbed/house';
import { runPlenum } from '@plenum/testbed/plenum';

const lines = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split('\n');

/** Splits a line into words as a shell does, without its comment. */
const toWords = (line: string) =>
  Array.from(
    line.replace(/ # .*$/, '').matchAll(/'([^']*)'|(\S+)/g),
    ([, quoted, bare]) => (quoted ?? bare)!,
  );

/** Examples that end without a signal: the others run as servers, follow changes, or need a network. */
const examples = lines.filter((line) => /^plenum (query|control|simulation|commands|completion) /.test(line));

describe('the README of plenum', () => {
  let bridge: Bridge;
  before(async () => {
    bridge = await runBridge();
  });
  after(() => bridge[Symbol.asyncDispose]());

  for (const example of examples) {
    it(`an example of the README has the documented result: ${example.replace(/ +# .*/, '')}`, async () => {
      const [, ...words] = toWords(example.replace('127.0.0.1:8080', `127.0.0.1:${bridge.http.port}`));
      const { code, err } = await runPlenum(words);
      assert.deepEqual([code, err], [0, '']);
    });
  }

  it('the README has an example of every command', async () => {
    const { out } = await runPlenum(['--help']);
    const names = Array.from(out.matchAll(/^ {2}(?!plenum )([a-z]+) /gm), ([, name]) => name!);
    assert.ok(names.length >= 9);
    for (const name of names)
      assert.ok(
        lines.some((line) => line.startsWith(`plenum ${name}`)),
        name,
      );
  });
});
