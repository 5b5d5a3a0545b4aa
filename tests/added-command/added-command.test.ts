import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { times } from '@plenum/testbed/full-run';
import { type Running, startProcess } from '@plenum/testbed/process';
import { copyTree, type TreeCopy } from '../tree-copy.ts';
import { applyEdits, readEdits, withEdit } from './guide-edits.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string, tree = root) => readFileSync(join(tree, path), 'utf8');
const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> };
const edits = readEdits(read('CONTRIBUTING.md'));

/** The paths to which `npm run contracts` writes. */
const isGenerated = (path: string) => /^(contracts|docs\/interface|sdk)\//.test(path);

describe('adding a command as the guide for contributors describes', () => {
  it('the guide adds a command with a definition, a field and a rule, in three files', () => {
    assert.deepEqual(
      edits.map(({ path }) => path),
      [
        'packages/protocol/src/zone/commands.ts',
        'packages/protocol/src/zone/resource.ts',
        'packages/simulator/src/zone/rules.ts',
      ],
    );
  });

  it('every edit of the guide fits into the source', () => {
    for (const edit of edits) {
      const after = withEdit(read(edit.path), edit).split('\n');
      assert.equal(after.length, read(edit.path).split('\n').length + edit.lines.length);
      assert.ok(after.some((line) => line.trim() === edit.lines[0]));
    }
  });
});

const skip = times({ usual: 0, full: 1 }) === 0 && 'part of the full run (npm run test:full)';

describe('a copy of the tree with the added command', { skip }, () => {
  const stack = new AsyncDisposableStack();
  let tree: TreeCopy;
  let bridge: Running;
  let host: string;
  const node = (...words: readonly string[]) => tree.run(process.execPath, ...words);
  const plenum = () => join(tree.folder, 'packages/cli/bin/plenum.js');
  const post = async (path: string, body: unknown) => {
    const answer = await fetch(`http://${host}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: answer.status, text: await answer.text() };
  };
  const blindOf = async (No: number) => {
    const { text } = await post('/HvacRequestV2', { HvacV2Request: { Type: 2, No, No1: 0 } });
    return JSON.parse(text).ZonesV2.Blind;
  };

  before(async () => {
    tree = stack.use(copyTree());
    applyEdits(tree.folder, edits);
    await tree.run('sh', '-c', scripts.contracts!);
    const words = [
      'bridge',
      '--data',
      join(tree.folder, 'data'),
      '--http-host',
      '127.0.0.1',
      '--http-port',
      '0',
    ];
    const apart = ['--udp-port', '0', '--notify-port', '9', '--notify-address', '127.0.0.1'];
    bridge = stack.use(startProcess(plenum(), [...words, ...apart]));
    [, host = ''] = await bridge.line(/http:\/\/(127\.0\.0\.1:\d+)/);
  });
  after(() => stack.disposeAsync());

  it('adding a command changes only the edited and the generated files', () => {
    const changed = tree.changed();
    const edited = edits.map(({ path }) => path);
    assert.deepEqual(
      changed.filter((path) => !isGenerated(path)),
      edited.toSorted(),
    );
    assert.match(read('docs/interface/2-datagrams.md', tree.folder), /\| `Blind` \|/);
    assert.match(read('docs/interface/reference.md', tree.folder), /\n#### ZoneBlind\n/);
    for (const name of ['local.openapi.json', 'cloud.openapi.json'])
      assert.match(read(`contracts/${name}`, tree.folder), /ZoneBlind/, name);
  });

  it('the tree with the added command passes the type check', async () => {
    await node('node_modules/typescript/bin/tsc', '--noEmit');
    await node('node_modules/typescript/bin/tsc', '--noEmit', '-p', 'packages/web');
  });

  it('the tests of protocol, simulator, client and bridge pass with the added command', async () => {
    const parts = ['protocol', 'simulator', 'client', 'bridge'].map((name) => `packages/${name}/`);
    const out = await node('tests/runner/run.ts', 'all', ...parts);
    assert.match(out, /\n[1-9]\d+ passed, \d+ failed/);
  });

  it('the added command works over a socket, and refuses a value between its steps', async () => {
    assert.equal(await blindOf(2), 0);
    const done = await post('/HvacCommandV2', { ZoneBlind: { Index: 2, Lowered: 50 } });
    assert.deepEqual(done, { status: 200, text: 'OK' });
    assert.equal(await blindOf(2), 50);
    const refused = await post('/HvacCommandV2', { ZoneBlind: { Index: 2, Lowered: 55 } });
    const sentence = 'ZoneBlind.Lowered: 55 % is not a multiple of 10 %. Use 50 or 60.';
    assert.deepEqual(refused, { status: 400, text: `{ERROR: ${sentence}}` });
    assert.equal(await blindOf(2), 50);
  });

  it('the command line accepts the added command', async () => {
    await node(plenum(), 'control', host, 'ZoneBlind', 'Index=3', 'Lowered=70');
    assert.equal(await blindOf(3), 70);
    assert.match(await node(plenum(), 'commands', 'ZoneBlind'), /Lower the blind of a zone\./);
  });

  it('the page has a form for the added command', async () => {
    await tree.run('sh', '-c', scripts.build!);
    const file = 'packages/web/src/end-to-end/every-command.test.ts';
    const out = await node('--test', '--test-name-pattern=ZoneBlind', file);
    assert.match(out, /✔ [^\n]*: ZoneBlind /, 'the test of its form ran');
  });
});
