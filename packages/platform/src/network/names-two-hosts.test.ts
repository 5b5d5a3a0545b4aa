import assert from 'node:assert/strict';
import { test } from 'node:test';
import { authorityOf, namesTwoHosts } from './names-two-hosts.ts';

test('the check for two hosts finds two in headers, or one that differs from :authority', () => {
  for (const [rawHeaders, isTwo] of [
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
    assert.equal(namesTwoHosts({ url: '/', rawHeaders }), isTwo, rawHeaders.join(' '));
});

test('the check for two hosts finds a target whose authority differs from the Host header', () => {
  for (const [url, isTwo] of [
    ['/', false],
    ['/http://b/', false],
    ['http://a:80/', false],
    ['HTTPS://A:80', false],
    ['http://a/', true],
    ['http://b:80/', true],
    ['HTTP://b:80?a:80', true],
    ['http://a:80@b/', true],
    ['http:///', true],
  ] as const)
    assert.equal(namesTwoHosts({ url, rawHeaders: ['Host', 'a:80'] }), isTwo, url);
  assert.equal(namesTwoHosts({ url: 'http://b/', rawHeaders: [] }), false, 'both name the same host');
});

test('the check for two hosts ignores the path, query and fragment of a target', () => {
  for (const target of ['http://a:1', 'http://a:1/b', 'http://a:1?b', 'HTTP://a:1#b'])
    assert.equal(authorityOf(target), 'a:1', target);
  for (const target of [undefined, '/', '//a:1/', '*', 'a:1', 'ftp://a:1/'])
    assert.equal(authorityOf(target), undefined);
});
