import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { processIo } from '../../io/io.ts';
import { showOverMatter } from './serve-matter.ts';

/** Fails if it is used. */
const untouched = new Proxy({} as Bridge, {
  get: (_, name) => assert.fail(`The bridge was asked for ${String(name)}.`),
});

test('does not load Matter for a bridge that is stopped while it serves its first clients', async () => {
  const end = new AbortController();
  const flags = { matter: true, matterPort: 0, dataDir: 'unused' } as const;
  const shown = showOverMatter(untouched, flags, processIo(end.signal));
  end.abort();
  assert.equal(await shown, undefined);
});
