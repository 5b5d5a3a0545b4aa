import assert from 'node:assert/strict';
import { it } from 'node:test';
import { processIo } from './io.ts';
import { untilStopped } from './until-stopped.ts';

it('lets work that restores its own changes finish after a stop, and prints a message', async () => {
  const end = new AbortController();
  const said: string[] = [];
  const write = (text: string) => said.push(text);
  const streams = { stdout: { write }, stderr: { write }, stdin: {}, env: {} };
  const work = Promise.withResolvers<string>();
  const waiting = untilStopped(work.promise, processIo(end.signal, streams), { putsBack: true });
  end.abort();
  work.resolve('done');
  assert.equal(await waiting, 'done');
  assert.deepEqual(said, [
    'Still running, to restore what it changed. Press Ctrl+C again to stop immediately.\n',
  ]);
});
