import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namesTwoHosts } from './names-two-hosts.ts';

test('a request names two hosts by two headers, or by one that is not its :authority', () => {
  for (const [headers, isTwo] of [
    [[], false],
    [['Host', 'a'], false],
    [['Accept', 'Host', 'Host', 'a'], false],
    [['Host', 'a', 'X-Host', 'b'], false],
    [['Host', 'a', 'host', 'b'], true],
    [['Host', 'a', 'HOST', 'a'], true],
    [[':authority', 'a'], false],
    [[':authority', 'a', 'host', 'a'], false],
    [[':authority', 'a', 'host', 'b'], true],
  ] as const)
    assert.equal(namesTwoHosts(headers), isTwo, headers.join(' '));
});
