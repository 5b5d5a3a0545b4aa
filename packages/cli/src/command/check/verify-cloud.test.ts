import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { collectOutput } from '@plenum/testbed/process';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const hasScript = spawnSync('script', ['--version']).status === 0;

/** Runs a command in a terminal of unknown width; `script` types the command's input. */
const startInTerminal = (words: readonly string[], env: Readonly<Record<string, string>>) => {
  const line = [process.execPath, main, ...words].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', line, '/dev/null'], {
    env: { ...process.env, TERM: 'xterm', ...env },
  });
  const written = collectOutput();
  child.stdout.setEncoding('utf8').on('data', (text) => written.add('out', text));
  const ended = once(child, 'close').then(([code]) => {
    written.close();
    return code as number;
  });
  return {
    type: (text: string) => child.stdin.write(text),
    line: written.line,
    output: written.output,
    ended,
  };
};

describe('plenum verify-cloud --authorize', () => {
  it('verify-cloud --authorize prints the address on one line and can be cancelled', {
    skip: !hasScript,
  }, async () => {
    const env = { PLENUM_CLIENT_ID: 'app', PLENUM_REDIRECT_URI: 'https://app.example/back' };
    // No server listens there, so the first question appears immediately.
    const terminal = startInTerminal(['verify-cloud', 'http://127.0.0.1:9', '--authorize'], env);
    await terminal.line(
      /^http:\/\/127\.0\.0\.1:9\/login\?\S*&redirect_uri=https%3A%2F%2Fapp\.example%2Fback\S*\r$/m,
    );
    await terminal.line(/Paste the address that the browser ends at:/);
    terminal.type('nowhere\r');
    await terminal.line(/That is not a URL\./);
    // Ctrl+D; `script` also types it when its own input ends.
    terminal.type('\x04');
    assert.equal(await terminal.ended, 1, terminal.output().out);
    assert.match(terminal.output().out, /Cancelled\.\r\n$/);
  });

  it('verify-cloud refuses to authorize without a terminal', () => {
    const { status, stderr } = spawnSync(
      process.execPath,
      [main, 'verify-cloud', 'http://127.0.0.1:9', '--authorize'],
      {
        encoding: 'utf8',
      },
    );
    assert.deepEqual([status, stderr], [2, '--authorize asks questions, so it needs a terminal.\n']);
  });
});
