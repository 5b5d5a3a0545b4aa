import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import type { Command } from 'commander';
import type { Io } from '../io/io.ts';
import { createProgram } from '../program.ts';

const root = join(import.meta.dirname, '../../../..');
const documents = globSync(
  [
    '*.md',
    'docs/**/*.md',
    'examples/*.md',
    'sdk/*.md',
    'packages/*/README.md',
    'packaging/**/*.md',
    'observability/*.md',
  ],
  { cwd: root, exclude: ['**/node_modules/**', 'CHANGELOG.md'] },
);

/** A call of `plenum` as a shell command, in a line without its comment: up to a pipe or the next command. */
const call = /(?:^ *|[;|&(`] *|\bnpx |\b[A-Z_]+=\S+ )plenum ((?:"[^"]*"|'[^']*'|[^\s"'|;&<>()]|[^\S\n])+)/gm;
const word = /(?:"[^"]*"|'[^']*'|[^\s"'])+/g;

const callsIn = (text: string): string[][] =>
  Array.from(
    text
      .replaceAll(/ \\\n\s*/g, ' ')
      .replaceAll(/(^|\s)#.*$/gm, '')
      .matchAll(call),
    ([, words]) => (words!.match(word) ?? []).map((each) => each.replaceAll(/["']/g, '')),
  );

const io: Io = {
  out: () => {},
  err: () => {},
  env: {},
  columns: undefined,
  color: false,
  isInteractive: false,
  signal: new AbortController().signal,
};

const withoutActions = (command: Command): void => {
  command.exitOverride().configureOutput({ writeOut: () => {}, writeErr: () => {} });
  command.action(() => {});
  for (const each of command.commands) withoutActions(each);
};

/** Returns why a `plenum` command line is invalid, without performing it; undefined if it is valid. */
const parseCommandLine = async (words: readonly string[]): Promise<string | undefined> => {
  const program = await createProgram(io, words);
  withoutActions(program);
  try {
    await program.parseAsync(words, { from: 'user' });
    return undefined;
  } catch (error) {
    const { code, message } = error as { readonly code?: string; readonly message: string };
    return code?.startsWith('commander.help') || code === 'commander.version' ? undefined : message;
  }
};

it('every call of plenum in a document is a valid command line', async () => {
  const calls = documents.flatMap((document) =>
    Array.from(readFileSync(join(root, document), 'utf8').matchAll(/^ *```sh\n(.*?)^ *```$/gms), ([, text]) =>
      callsIn(text!).map((words) => ({ at: document, words })),
    ).flat(),
  );
  assert.ok(calls.length > 80, `${calls.length} calls`);
  for (const { at, words } of calls)
    assert.equal(await parseCommandLine(words), undefined, `${at}: plenum ${words.join(' ')}`);
  assert.match((await parseCommandLine(['mqtt', '--brige', '192.168.1.20']))!, /unknown option '--brige'/);
});
