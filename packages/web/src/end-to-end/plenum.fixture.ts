import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const plenum = fileURLToPath(new URL('../../../plenum/bin/plenum.js', import.meta.url));

/** A command line that runs, on free ports and a folder of its own. */
export interface PlenumProcess extends AsyncDisposable {
  /** Waits for output that matches; an error where it ends without. */
  line(pattern: RegExp): Promise<RegExpExecArray>;
}

/** What any bridge of a test is told, that it may stand beside others. */
const apart = ['--udp-port', '0', '--notify-port', '9', '--notify-address', '127.0.0.1'];

/** Runs `plenum` with words, any port and a folder made for it. */
const run = (words: readonly string[]): PlenumProcess => {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-journey-'));
  const all = [plenum, ...words, '--http-port', '0', '--data', join(folder, 'data')];
  const child = spawn(process.execPath, all, { stdio: ['ignore', 'pipe', 'inherit'] });
  let out = '';
  const ended = once(child, 'close');
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  return {
    line: async (pattern) => {
      for (;;) {
        const found = pattern.exec(out);
        if (found !== null) return found;
        if (child.exitCode !== null) throw new Error(`It ended without ${pattern}: ${out}`);
        await Promise.race([once(child.stdout, 'data'), ended]);
      }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

/** All of `plenum start`, and where its parts are. */
export interface PlenumStarted extends AsyncDisposable {
  readonly bridge: string;
  readonly cloud: string;
  readonly app: string;
}

export const startPlenum = async (): Promise<PlenumStarted> => {
  await using stack = new AsyncDisposableStack();
  const process = stack.use(run(['start', '--cloud-port', '0', '--example-port', '0', ...apart]));
  await process.line(/^Stop with/m);
  const addressAfter = async (title: string) => {
    const [, url] = await process.line(new RegExp(`^${title}.* at\\n {2}(http://\\S+)$`, 'm'));
    return url!;
  };
  const [bridge, cloud, app] = [
    await addressAfter('Bridge \\d+'),
    await addressAfter('Cloud'),
    await addressAfter('Example app'),
  ];
  const running = stack.move();
  return { bridge, cloud, app, [Symbol.asyncDispose]: () => running.disposeAsync() };
};

/** A bridge that wants to be paired with a cloud. */
export const startStranger = (cloud: string, ...more: string[]): PlenumProcess =>
  run(['bridge', '--http-host', '127.0.0.1', '--cloud', cloud, ...apart, ...more]);

/** A cloud in earnest: nobody has an account of it. */
export const startCloud = async (): Promise<{ readonly url: string } & AsyncDisposable> => {
  await using stack = new AsyncDisposableStack();
  const [, url] = await stack.use(run(['cloud'])).line(/^Cloud at\n {2}(\S+)$/m);
  const running = stack.move();
  return { url: url!, [Symbol.asyncDispose]: () => running.disposeAsync() };
};
