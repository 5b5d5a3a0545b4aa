import assert from 'node:assert/strict';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { toHttpRequest } from './request.ts';

test('reads the query from the target of a request, and the client’s address from its socket', () => {
  const read = (url: string, remoteAddress?: string) =>
    toHttpRequest({ url, method: 'GET', headers: {}, socket: { remoteAddress } } as IncomingMessage, 'a');
  for (const [url, query] of [
    ['/history', {}],
    ['/history?', {}],
    ['/history?from=1&series=a&series=b', { from: '1', series: ['a', 'b'] }],
    ['/history#from=1', { from: '1' }],
  ] as const)
    assert.deepEqual({ ...read(url).query }, query, url);
  const { url, method, param, ip } = read('/history', '10.0.0.1');
  assert.deepEqual([url, method, param, ip], ['/history', 'GET', 'a', '10.0.0.1']);
  assert.equal(read('/history').ip, '');
});
