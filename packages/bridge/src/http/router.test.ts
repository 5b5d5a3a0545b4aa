import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRouter } from './router.ts';

const paths = [
  '/',
  '/history',
  '/simulation/house',
  '/simulation/:name',
  '/assets/:file',
  '/docs',
  '/docs/*',
];
const find = createRouter([
  ...paths.map((path) => [{ method: 'GET', path }, path] as const),
  [{ method: 'POST', path: '/simulation/:name' }, 'post'],
]);
const found = (served: string, param = '') => ({ served, param });

test('finds a route by the path of the target, regardless of query and fragment', () => {
  for (const target of ['/history', '/history?', '/history?from=%zz', '/history#top', '/%68istory?a=/docs/b'])
    assert.deepEqual(find('GET', target), found('/history'), target);
  assert.deepEqual(find('GET', '/?a'), found('/'));
  assert.deepEqual(find('GET', 'http://bridge.local:8080/history?from=1'), found('/history'));
  assert.deepEqual(find('GET', 'http://bridge.local'), found('/'));
});

test('prefers a fixed name in a path to a parameter, for the same method', () => {
  assert.deepEqual(find('GET', '/simulation/house'), found('/simulation/house'));
  assert.deepEqual(find('GET', '/simulation/houses'), found('/simulation/:name', 'houses'));
  assert.deepEqual(find('POST', '/simulation/house'), found('post', 'house'));
});

test('decodes a parameter once; a name contains a slash only if it was encoded', () => {
  for (const [target, served, param] of [
    ['/assets/a%2Fb', '/assets/:file', 'a/b'],
    ['/assets/a%252Fb', '/assets/:file', 'a%2Fb'],
    ['/%61ssets/%C3%A4?x', '/assets/:file', 'ä'],
    ['/assets/', '/assets/:file', ''],
    ['/assets/__proto__', '/assets/:file', '__proto__'],
    [`/assets/${'a'.repeat(100)}`, '/assets/:file', 'a'.repeat(100)],
    ['/docs/', '/docs/*', ''],
    ['/docs/a/b%20c/', '/docs/*', 'a/b c/'],
    [`/docs/${'a'.repeat(101)}`, '/docs/*', 'a'.repeat(101)],
  ] as const)
    assert.deepEqual(find('GET', target), found(served, param), target);
});

test('finds no route for another path, method or spelling', () => {
  for (const target of [
    '/History',
    '/history/',
    '//history',
    '/history/x',
    '/assets',
    '/assets/a/b',
    '/x/docs/a',
  ])
    assert.equal(find('GET', target), undefined, target);
  assert.equal(find('GET', `/assets/${'a'.repeat(101)}`), undefined);
  assert.equal(find('POST', '/history'), undefined);
});

test('reports only paths that cannot be decoded as malformed', () => {
  for (const target of ['/%zz', '/assets/%C3', 'http://bridge.local/%'])
    assert.equal(find('GET', target), 'malformed', target);
  for (const target of ['*', 'history', 'ftp://bridge.local/history'])
    assert.equal(find('GET', target), undefined, target);
});
