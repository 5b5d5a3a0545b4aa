import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCookie, readCookie } from './cookie.ts';
import { isFormTokenOf, toFormToken } from './form-token.ts';
import { isFromSameSite } from './same-site.ts';

const written = (isSecure: boolean) => {
  const lines: string[] = [];
  const reply = { header: (_: string, line: string) => void lines.push(line) } as never;
  const cookie = createCookie('plenum_session', isSecure);
  cookie.set(reply, 'value', 60);
  cookie.clear(reply);
  return lines;
};

describe('a cookie', () => {
  it('binds a cookie to this host over https', () => {
    const attributes = 'Path=/; HttpOnly; SameSite=Lax; Secure';
    assert.deepEqual(written(true), [
      `__Host-plenum_session=value; Max-Age=60; ${attributes}`,
      `__Host-plenum_session=; Max-Age=0; ${attributes}`,
    ]);
  });

  it('sends a cookie without `Secure` over plain http', () => {
    assert.deepEqual(written(false)[0], 'plenum_session=value; Max-Age=60; Path=/; HttpOnly; SameSite=Lax');
  });

  it('pages can read a cookie only if it is made for pages', () => {
    const lines: string[] = [];
    const reply = { header: (_: string, line: string) => void lines.push(line) } as never;
    createCookie('plenum_signed_in', true, { isForPages: true }).set(reply, '1', 60);
    assert.deepEqual(lines, ['__Host-plenum_signed_in=1; Max-Age=60; Path=/; SameSite=Lax; Secure']);
  });

  it('reads a cookie by its full name, and ignores it if it occurs twice', () => {
    assert.equal(readCookie('a=1; plenum=x; plenum_session=y', 'plenum'), 'x');
    assert.equal(readCookie('xplenum=1', 'plenum'), undefined);
    assert.equal(readCookie('plenum=1; plenum=2', 'plenum'), undefined);
    assert.equal(readCookie(undefined, 'plenum'), undefined);
    assert.equal(readCookie('plenum=a=b', 'plenum'), 'a=b');
  });
});

describe('a form token', () => {
  it('a form token belongs to one secret, and the secret cannot be derived from it', () => {
    const token = toFormToken('secret');
    assert.match(token, /^[\w-]{43}$/);
    assert.equal(isFormTokenOf(token, 'secret'), true);
    for (const other of [toFormToken('secret2'), '', 'x', undefined, null, 1, ['x']])
      assert.equal(isFormTokenOf(other, 'secret'), false);
  });
});

describe('a request that changes something', () => {
  const site = 'https://cloud.example.org';
  const isOwn = (headers: Record<string, string>) => isFromSameSite({ headers }, site);

  it('accepts a changing request from this site or from a client that is not a browser', () => {
    assert.equal(isOwn({}), true);
    assert.equal(isOwn({ origin: site }), true);
    assert.equal(isOwn({ 'sec-fetch-site': 'same-origin' }), true);
    assert.equal(isOwn({ 'sec-fetch-site': 'none' }), true);
  });

  it('accepts a changing request under any name of this machine if the site is on it', () => {
    const own = { 'sec-fetch-site': 'same-origin', origin: 'http://localhost:8090' };
    for (const here of ['http://127.0.0.1:8090', 'http://[::1]:8090', 'http://localhost:8090'])
      assert.equal(isFromSameSite({ headers: own }, here), true);
    assert.equal(isFromSameSite({ headers: own }, site), false);
  });

  it('refuses a change from a foreign name that resolves to this machine (DNS rebinding)', () => {
    for (const origin of ['http://evil.example:8090', 'http://127.0.0.1.evil.example:8090', 'null', ''])
      for (const here of ['http://127.0.0.1:8090', site])
        assert.equal(isFromSameSite({ headers: { 'sec-fetch-site': 'same-origin', origin } }, here), false);
  });

  it('refuses a state-changing request from another site', () => {
    assert.equal(isOwn({ origin: 'https://evil.example' }), false);
    assert.equal(isOwn({ origin: 'http://cloud.example.org' }), false);
    assert.equal(isOwn({ origin: 'null' }), false);
    assert.equal(isOwn({ 'sec-fetch-site': 'cross-site', origin: site }), false);
    assert.equal(isOwn({ 'sec-fetch-site': 'same-site', origin: site }), false);
  });
});
