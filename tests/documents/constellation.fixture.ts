import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { processIo, run } from '@plenum/cli';
import { freePort } from '@plenum/testbed/free-port';
import { plenumBin } from '@plenum/testbed/plenum';
import { collectOutput } from '@plenum/testbed/process';
import { until } from '@plenum/testbed/until';
import { type PlenumCommands, startPlenumCommands } from './plenum-commands.fixture.ts';

const root = join(import.meta.dirname, '../..');

/** The ports in documents; `plenum start` provides all of these services. */
const named = ['8080', '8090', '8070', '8180', '8190', '8099'] as const;

/** A house, a cloud and an app (`plenum start`), which all documents share. */
export interface Constellation extends AsyncDisposable {
  /** Replaces the ports in a document with the ports of this test. */
  readonly toOwn: (text: string) => string;
  /** Replaces the ports of this test with the ports of the documents. */
  readonly toNamed: (text: string) => string;
  readonly env: NodeJS.ProcessEnv;
  readonly commands: PlenumCommands;
}

/**
 * Writes commands that replace those of the reader: they use this Node and this Plenum, isolated from the rest of the
 * machine.
 */
const writeCommands = (folder: string, udpPort: number, commands: PlenumCommands): string => {
  mkdirSync(folder, { recursive: true });
  const write = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/usr/bin/env bash\n${text}\n`, { mode: 0o755 });
  // Commands with a separate process, because they read standard input or files of a running program, or get options
  // from the environment.
  write(
    'plenum',
    `case "$1" in
  discover) set -- "$@" --no-mdns --host 127.0.0.1 --udp-port ${udpPort};;
  bridge) set -- bridge --no-mdns --udp-port 0 --notify-port 9 --notify-address 127.0.0.1 "\${@:2}";;
esac
case "$1" in mcp|backup) own=yes;; *) own=\${!PLENUM_*};; esac
[ -z "$own" ] || exec "${process.execPath}" "${plenumBin}" "$@"
${commands.script}`,
  );
  write('npx', 'exec "$@"');
  // The clone links to this checkout, so a test must not install, publish or change permissions.
  for (const name of ['npm', 'git', 'sudo', 'docker', 'systemctl', 'crontab'])
    write(name, `echo "${name} is not run in this test: mark the block" >&2; exit 90`);
  write('node', `exec "${process.execPath}" "$@"`);
  return folder;
};

export async function startConstellation(): Promise<Constellation> {
  await using stack = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'plenum-documents-'));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const ports = new Map<string, string>();
  for (const port of named) ports.set(port, `${await freePort()}`);
  const udpPort = await freePort();
  const commands = stack.use(await startPlenumCommands());
  const options = ['--http-port', '8080', '--cloud-port', '8090', '--example-port', '8070'].map(
    (word) => ports.get(word) ?? word,
  );
  const end = new AbortController();
  const { add, close, line } = collectOutput();
  const words = [
    'start',
    '--data',
    join(folder, 'data'),
    ...options,
    // The same morning in every run, because rooms and favourites depend on the time of day.
    '--house-time',
    '2026-01-14T10:00',
    '--udp-port',
    `${udpPort}`,
    '--notify-port',
    '9',
    '--notify-address',
    '127.0.0.1',
  ];
  const write = (text: string) => add('out', text);
  const io = { stdout: { write }, stderr: { write }, stdin: {}, env: {} };
  const ended = run(words, processIo(end.signal, io)).finally(close);
  stack.defer(async () => {
    end.abort();
    await ended;
  });
  await line(/^Stop with/m);
  const replace = (text: string, pairs: Iterable<readonly [string, string]>) =>
    [...pairs].reduce(
      (all, [from, to]) => all.replaceAll(new RegExp(`(?<![\\d.])${from}(?!\\d)`, 'g'), to),
      text,
    );
  const path = [writeCommands(join(folder, 'bin'), udpPort, commands), process.env.PATH].join(delimiter);
  const env = Object.entries(process.env).filter(
    ([key]) => !/^(PLENUM_|FORCE_COLOR|NODE_TEST_CONTEXT)/.test(key),
  );
  const running = stack.move();
  return {
    toOwn: (text) => replace(text, ports),
    toNamed: (text) =>
      replace(
        text,
        [...ports].map(([from, to]) => [to, from] as const),
      ),
    env: { ...Object.fromEntries(env), PATH: path, GOFLAGS: '-mod=mod', GOPROXY: 'off' },
    commands,
    [Symbol.asyncDispose]: () => running.disposeAsync(),
  };
}

/** A shell in a folder that looks like a clone. It runs the blocks of one document in order. */
export interface Shell extends AsyncDisposable {
  /** Writes a file that a document shows. */
  readonly write: (name: string, text: string) => void;
  /** Runs commands until they exit; returns the exit code and the output. */
  readonly run: (text: string) => Promise<{ readonly code: number | null; readonly output: string }>;
  /** Starts commands that keep running; resolves to a function that returns their output when the output matches. */
  readonly keep: (text: string, pattern: RegExp) => Promise<() => string>;
}

/** Creates a folder with the whole workspace except its data. */
const makeClone = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-document-'));
  for (const name of readdirSync(root))
    if (!['data', 'dist', '.git'].includes(name)) symlinkSync(join(root, name), join(folder, name));
  mkdirSync(join(folder, 'data'));
  return folder;
};

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  // Ends the whole process group, including processes that the shell started.
  process.kill(-child.pid!, 'SIGTERM');
  await closed;
};

export function openShell({ toOwn, toNamed, env, commands }: Constellation): Shell {
  const folder = makeClone();
  const children: ChildProcess[] = [];
  const start = (text: string) => {
    const options = { cwd: folder, env, detached: true } as const;
    const child = spawn('bash', ['-c', toOwn(text)], { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    children.push(child);
    let written = '';
    const add = (part: string) => {
      written += part;
    };
    child.stdout.setEncoding('utf8').on('data', add);
    child.stderr.setEncoding('utf8').on('data', add);
    // Output without a final line break, such as that of curl, gets one.
    return { child, output: () => toNamed(written).replace(/\n?$/, '\n') };
  };
  return {
    write: (name, text) => {
      const path = join(folder, name);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, toOwn(text));
    },
    run: async (text) => {
      const { child, output } = start(text);
      const [code] = await once(child, 'close');
      return { code, output: output() };
    },
    keep: async (text, pattern) => {
      const { child, output } = start(text);
      const matches = async () => {
        if (child.exitCode !== null) throw new Error(`it ended: ${output()}`);
        return pattern.test(output()) || output();
      };
      await until(`the output of ${text.trim()}`, matches, 60_000);
      return output;
    },
    [Symbol.asyncDispose]: async () => {
      await Promise.all(children.map(end));
      await commands.idle();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
