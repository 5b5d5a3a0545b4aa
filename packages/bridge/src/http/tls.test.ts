import assert from 'node:assert/strict';
import { once } from 'node:events';
import { cpSync, renameSync, writeFileSync } from 'node:fs';
import { get as getPlain } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { connect } from 'node:net';
import { after, before, describe, it } from 'node:test';
import type { TLSSocket } from 'node:tls';
import { certificateInterval } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { type Authority, createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { bridgeFailures } from '../bridge-failures.ts';
import { startSmallBridge } from '../fixture/start-small-bridge.fixture.ts';

const send = async (options: RequestOptions, body?: string) => {
  const asked = request({ host: '127.0.0.1', agent: false, ...options });
  asked.end(body);
  const [response] = await once(asked, 'response');
  const { subject } = (response.socket as TLSSocket).getPeerCertificate();
  const text = (await response.toArray()).join('');
  return { status: response.statusCode, text, name: subject?.CN };
};

describe('a bridge with TLS', { skip: opensslMissing }, () => {
  let authority: Authority;
  before(() => {
    authority = createAuthority();
  });
  after(() => authority[Symbol.dispose]());

  it('serves the interface over https, also to its own pages, but not over http', async () => {
    await using bridge = await startSmallBridge({ tls: authority.issue() });
    const { port } = bridge.http;
    const { ca } = authority;
    assert.equal(bridge.http.scheme, 'https');
    const query = JSON.stringify({ HvacV2Request: { Type: 2, No: 0, No1: 0 } });
    const to = { port, ca, method: 'POST', path: '/HvacRequestV2' };
    assert.match((await send(to, query)).text, /"ZonesV2"/);
    const headers = { origin: `https://127.0.0.1:${port}` };
    assert.equal((await send({ ...to, headers }, query)).status, 200);
    assert.equal(
      (await send({ ...to, headers: { origin: 'https://elsewhere.example' } }, query)).status,
      403,
    );
    await assert.rejects(send({ port }), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    const [plain] = await once(getPlain({ host: '127.0.0.1', port }), 'response');
    assert.equal(plain.statusCode, 400);
    assert.equal((await plain.toArray()).join(''), 'This port uses TLS; use https:// instead of http://.\n');
  });

  it('loads a new certificate without dropping a connection, or keeps the old if invalid', async () => {
    const clock = createFakeClock();
    const files = authority.issue();
    await using bridge = await startSmallBridge({ clock, tls: files });
    const agent = new Agent({ keepAlive: true, maxSockets: 1, ca: authority.ca });
    const open = { port: bridge.http.port, agent, path: '/healthz' };
    const fresh = { port: bridge.http.port, ca: authority.ca, path: '/healthz' };
    assert.equal((await send(open)).name, 'server');
    const [socket] = Object.values(agent.freeSockets).flat();
    const next = authority.issue('renewed');
    cpSync(next.cert, files.cert);
    clock.advance(certificateInterval);
    assert.equal((await send(fresh)).name, 'server');
    renameSync(next.key, files.key);
    clock.advance(certificateInterval);
    assert.equal((await send(fresh)).name, 'renewed');
    assert.equal((await send(open)).name, 'server');
    assert.equal(Object.values(agent.freeSockets).flat()[0], socket);
    agent.destroy();
  });

  it('stops even if a client has started a TLS handshake and sends nothing more', async () => {
    const clock = createFakeClock();
    const bridge = await startSmallBridge({ clock, tls: authority.issue() });
    const silent = connect(bridge.http.port, '127.0.0.1').resume();
    silent.on('error', () => {}).write(Buffer.from('160301', 'hex'));
    await send({ port: bridge.http.port, ca: authority.ca, path: '/healthz' });
    const stopped = bridge[Symbol.asyncDispose]();
    await new Promise(setImmediate);
    clock.advance(2_000);
    await stopped;
  });

  it('limits the unfinished TLS handshakes of an address', async () => {
    await using bridge = await startSmallBridge({ tls: authority.issue(), limits: { addressHandshakes: 1 } });
    const { port } = bridge.http;
    const healthz = { port, ca: authority.ca, path: '/healthz' };
    for (const _ of [1, 2]) assert.equal((await send(healthz)).status, 200);
    const held = connect(port, '127.0.0.1').resume();
    held.on('error', () => {}).write(Buffer.from('160301', 'hex'));
    await once(held, 'connect');
    await assert.rejects(send(healthz), { code: 'ECONNRESET' });
    held.destroy();
  });

  it('does not start if the configured files are not a certificate and its key', async () => {
    const files = authority.issue('broken');
    writeFileSync(files.key, 'text');
    await assert.rejects(startSmallBridge({ tls: files }), (error) =>
      bridgeFailures.is(error, 'certificate-unusable'),
    );
  });
});
