import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { describe, it } from 'node:test';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { plenumBin } from '@plenum/testbed/plenum';
import { parse } from 'yaml';

const root = join(import.meta.dirname, '..');

interface ActionStep {
  readonly name: string;
  readonly id?: string;
  readonly if?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ActionFile {
  readonly inputs: Readonly<Record<string, { readonly default?: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly ActionStep[] };
}

const action = parse(readFileSync(join(root, 'packaging/github-action/action.yml'), 'utf8')) as ActionFile;

type Inputs = Readonly<Record<string, string>>;

const withDefaults = (given: Inputs): Inputs => ({
  ...Object.fromEntries(Object.entries(action.inputs).map(([key, input]) => [key, input.default ?? ''])),
  ...given,
});

/** Evaluates the conditions that the action uses: `inputs.start != 'scenario'`. */
const isRun = ({ if: condition }: ActionStep, inputs: Inputs): boolean => {
  if (condition === undefined) return true;
  const [, key, sign, value] = /^inputs\.(\w+) (==|!=) '(\w*)'$/.exec(condition) ?? [];
  assert.ok(key !== undefined && key in inputs, condition);
  return (inputs[key] === value) === (sign === '==');
};

/** Replaces `${{ inputs.start }}` in the environment of a step. */
const toEnvironment = ({ env = {} }: ActionStep, inputs: Inputs) =>
  Object.fromEntries(
    Object.entries(env).map(([key, value]) => [
      key,
      value.replace(/^\$\{\{ inputs\.(\w+) \}\}$/, (_, name: string) => inputs[name]!),
    ]),
  );

/** Runs the shell steps of the action as a runner does, with the `plenum` of this workspace. */
const runAction = async (folder: string, given: Inputs) => {
  const inputs = withDefaults({ version: '', ...given });
  const plenum = join(folder, 'plenum');
  writeFileSync(
    plenum,
    `#!/bin/sh\necho $$ >> ${folder}/pids\nexec "${process.execPath}" "${plenumBin}" "$@"\n`,
  );
  chmodSync(plenum, 0o755);
  const output = join(folder, 'output');
  writeFileSync(output, '');
  let code: number | null = 0;
  let text = '';
  for (const step of action.runs.steps.filter((one) => isRun(one, inputs))) {
    assert.equal(step.uses, undefined, step.name);
    // The options with which a runner starts bash.
    const running = spawn('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', step.run!], {
      cwd: root,
      env: {
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        RUNNER_TEMP: folder,
        GITHUB_OUTPUT: output,
        ...toEnvironment(step, inputs),
      },
    });
    for (const stream of [running.stdout, running.stderr]) stream.on('data', (piece) => (text += piece));
    code = await new Promise((resolve) => running.on('exit', resolve));
    if (code !== 0) break;
  }
  return { code, text, url: /^url=(.+)$/m.exec(readFileSync(output, 'utf8'))?.[1] };
};

/** Ends the processes that the action started. */
const endProcesses = (folder: string) => {
  for (const pid of readFileSync(join(folder, 'pids'), 'utf8').split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid));
    } catch {
      // It has ended.
    }
  }
};

describe('the GitHub action', () => {
  it('starts a bridge with a simulated house, and returns its URL once it answers', async () => {
    using folder = createDataFolder();
    const port = String(await freePort());
    const more = '--house flat --udp-port 0 --notify-address 127.0.0.1 --notify-port 9';
    const { code, text, url } = await runAction(folder.path, { start: 'bridge', port, arguments: more });
    try {
      assert.equal(code, 0, text);
      assert.equal(url, `http://127.0.0.1:${port}`);
      const house = await fetch(`${url}/simulation/house`).then((answer) => answer.json());
      assert.equal((house as { name: string }).name, 'Carrer de Verdi');
    } finally {
      endProcesses(folder.path);
    }
  });

  it('starts a bridge with the quirks of a matrix', async () => {
    using folder = createDataFolder();
    const port = String(await freePort());
    const more = '--house flat --udp-port 0 --notify-address 127.0.0.1 --notify-port 9';
    const inputs = { start: 'bridge', port, misbehave: 'busy=0.2,late-apply=2s', arguments: more };
    const { code, text, url } = await runAction(folder.path, inputs);
    try {
      assert.equal(code, 0, text);
      const status = await fetch(`${url}/simulation`).then((answer) => answer.json());
      assert.deepEqual((status as { quirks: object }).quirks, { busy: 0.2, 'late-apply': 2 });
    } finally {
      endProcesses(folder.path);
    }
  });

  it('starts a cloud in development mode', async () => {
    using folder = createDataFolder();
    const port = String(await freePort());
    const { code, text, url } = await runAction(folder.path, { start: 'cloud', port });
    try {
      assert.equal(code, 0, text);
      assert.equal((await fetch(`${url}/healthz`)).status, 200);
    } finally {
      endProcesses(folder.path);
    }
  });

  it('runs scenarios, writes their results, and fails if one fails', async () => {
    using folder = createDataFolder();
    const junit = join(folder.path, 'results.xml');
    const passed = await runAction(folder.path, {
      start: 'scenario',
      scenarios: 'busy-bridge\nbroken-sensor\n',
      junit,
    });
    assert.equal(passed.code, 0, passed.text);
    assert.match(passed.text, /2 of 2 scenarios passed/);
    assert.match(readFileSync(junit, 'utf8'), /<testsuites tests="\d+" failures="0"/);
    const file = join(folder.path, 'wrong.yaml');
    writeFileSync(
      file,
      'name: Wrong\nhouse: flat\nstart: 2026-01-15T09:00\nsteps: [{ expect: split 0 On is 7 }]\n',
    );
    assert.equal((await runAction(folder.path, { start: 'scenario', scenarios: file })).code, 1);
  });

  it('shows the output of a bridge that does not start, and refuses to start anything else', async () => {
    using folder = createDataFolder();
    const port = String(await freePort());
    const failed = await runAction(folder.path, { start: 'bridge', port, arguments: '--house castle' });
    assert.equal(failed.code, 1);
    assert.match(failed.text, /There is no house "castle"/);
    const refused = await runAction(folder.path, { start: 'castle' });
    assert.equal(refused.code, 2);
    assert.match(refused.text, /"castle" is not bridge, cloud or scenario/);
  });

  it('installs the version of Plenum that a workflow names, unless it is empty', () => {
    const namesFor = (version: string) =>
      action.runs.steps
        .filter((one) => isRun(one, withDefaults({ start: 'scenario', version })))
        .map(({ name }) => name);
    assert.deepEqual(namesFor(''), ['Run scenarios']);
    assert.deepEqual(namesFor('0.1.0'), ['Install Node', 'Install Plenum', 'Run scenarios']);
    assert.match(action.outputs.url!.value, /^\$\{\{ steps\.serve\.outputs\.url \}\}$/);
    assert.equal(action.runs.steps.find(({ id }) => id === 'serve')?.name, 'Start');
  });
});
