import assert from 'node:assert/strict';
import { it } from 'node:test';
import { toUrlSentence } from '@plenum/protocol/refusal';
import { checkUrl } from './check-url.ts';

const strict = { isDevelopment: false };
const codeOf = (url: string, reach = strict) => {
  const checked = checkUrl(url, reach);
  return checked.ok ? checked.value : checked.refusal.code;
};

it('an endpoint URL may be https with a name or a public address, a port, a path and a query', () => {
  assert.equal(codeOf('https://hooks.example.org'), 'https://hooks.example.org/');
  assert.equal(codeOf('https://hooks.example.org:8443/a?b=c'), 'https://hooks.example.org:8443/a?b=c');
  assert.equal(codeOf('https://8.8.8.8/x'), 'https://8.8.8.8/x');
  assert.equal(codeOf('https://[2606:4700::1111]/x'), 'https://[2606:4700::1111]/x');
});

it('an endpoint URL may have up to 2,000 characters', () => {
  const stem = 'https://example.org/';
  assert.equal(codeOf(stem + 'x'.repeat(2_000 - stem.length)).length, 2_000);
  assert.equal(codeOf(stem + 'x'.repeat(2_001 - stem.length)), 'url-too-long');
});

it('refuses an endpoint URL that is malformed, plain http, or has credentials or a fragment', () => {
  for (const url of [
    '',
    'example.org',
    'ftp://example.org',
    'file:///etc/passwd',
    'javascript:1',
    'https://',
  ])
    assert.equal(codeOf(url), 'url-malformed', url);
  assert.equal(codeOf('http://example.org'), 'url-not-https');
  for (const url of ['https://a@example.org', 'https://a:b@example.org', 'https://:b@example.org'])
    assert.equal(codeOf(url), 'url-with-credentials', url);
  for (const url of ['https://example.org/#a', 'https://example.org/#'])
    assert.equal(codeOf(url), 'url-with-fragment', url);
});

it('an internal address in an endpoint URL is refused in every spelling', () => {
  const inside = [
    ...['https://127.0.0.1', 'https://127.1', 'https://2130706433', 'https://0x7f000001', 'https://0x7f.1'],
    ...['https://017700000001', 'https://0177.0.0.1', 'https://127.0.0.1.', 'https://127.0.0.1:8443'],
    ...[
      'https://①②⑦.0.0.1',
      'https://127。0。0。1',
      'https://%31%32%37.0.0.1',
      'https://0',
      'https://0.0.0.0',
    ],
    ...['https://[::1]', 'https://[0:0::0:1]', 'https://[::ffff:127.0.0.1]', 'https://[::ffff:7f00:1]'],
    ...['https://[::127.0.0.1]', 'https://[64:ff9b::7f00:1]', 'https://[2002:7f00:1::]', 'https://[::]'],
    ...['https://10.0.0.1', 'https://192.168.1.1', 'https://172.16.0.1', 'https://169.254.169.254/latest'],
    ...['https://[fe80::1]', 'https://[fd00:ec2::254]', 'https://224.0.0.1', 'https://[ff02::1]'],
    ...['https://localhost', 'https://LOCALHOST:1', 'https://localhost.', 'https://a.localhost'],
  ];
  for (const url of inside) assert.equal(codeOf(url), 'address-forbidden', url);
});

it('allows http, this machine and its network in development, but no other internal address', () => {
  const development = { isDevelopment: true };
  for (const url of [
    'http://127.0.0.1:9000/',
    'http://localhost:9000/',
    'http://[::1]:9000/',
    'http://192.168.1.20:8123/',
    'http://[fd12:3456::1]/',
    'http://a.org/',
  ])
    assert.equal(codeOf(url, development), url);
  for (const url of [
    'http://169.254.169.254',
    'http://[fd00:ec2::254]',
    'http://100.64.0.1',
    'http://[::ffff:127.0.0.1]',
    'http://0.0.0.0',
  ])
    assert.equal(codeOf(url, development), 'address-forbidden', url);
});

it('the refusal of an endpoint URL gives the reason in a sentence', () => {
  const checked = checkUrl('https://169.254.169.254/', strict);
  assert.ok(!checked.ok);
  assert.deepEqual(checked.refusal, {
    code: 'address-forbidden',
    path: ['url'],
    input: 'https://169.254.169.254/',
    facts: { host: '169.254.169.254', range: 'linkLocal' },
  });
  assert.equal(
    toUrlSentence(checked.refusal),
    'Messages cannot be sent to 169.254.169.254 (linkLocal); give an address that can be reached from the internet.',
  );
  const factsOf = (url: string) => {
    const refused = checkUrl(url, strict);
    return 'refusal' in refused ? refused.refusal.facts : assert.fail(url);
  };
  assert.deepEqual(factsOf('https://a.localhost/'), { host: 'a.localhost', range: 'loopback' });
  assert.deepEqual(factsOf('https://[::1]/'), { host: '::1', range: 'loopback' });
});
