import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, get as getPlain } from 'node:http';
import { connect as connectHttp2 } from 'node:http2';
import { get, type RequestOptions, Agent as TlsAgent } from 'node:https';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { certificateInterval, openCertificate } from '@plenum/platform';
import { createFakeClock } from '@plenum/platform/fake-clock';
import { type Authority, createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { cloudFailures } from '../failure/failure.ts';
import { silent } from '../log/log.ts';
import { defaultLimits, type HttpLimits } from './limits.ts';
import { createMetrics, registerCertificateMetric } from './metrics.ts';
import { createSharedPort } from './shared-port.ts';

/**
 * Opens a TLS port that responds to every request with the protocol used, and reads its certificate every 10 s of its
 * clock.
 */
const openPort = async (authority: Authority, limits: Partial<HttpLimits> = {}) => {
  const clock = createFakeClock(0);
  const files = authority.issue();
  const lines: [string, string][] = [];
  const write = (level: string) => (_: object, sentence: string) => void lines.push([level, sentence]);
  const log = { info: write('info'), warn: write('warn') };
  const certificate = openCertificate(files, { clock, log, create: cloudFailures.error });
  const port = createSharedPort({ ...defaultLimits, ...limits }, { clock, certificate, log: silent });
  const server = port.serverFactory(({ httpVersion, socket }, answer) => {
    answer.end(`${httpVersion} ${'encrypted' in socket}`);
  }, {} as never);
  await port.listen({ host: '127.0.0.1', port: 0 });
  port.open();
  const number = (server.address() as AddressInfo).port;
  return {
    files,
    lines,
    clock,
    certificate,
    port: number,
    close: port.close,
    [Symbol.asyncDispose]: async () => {
      certificate[Symbol.dispose]();
      const closed = port.close(0);
      clock.advance(defaultLimits.shutdownTimeout);
      await closed;
    },
  };
};

const read = async (options: RequestOptions): Promise<string> => {
  const [response] = await once(get({ host: '127.0.0.1', agent: false, ...options }), 'response');
  return (await response.toArray()).join('');
};

/** Returns the common name in the certificate that a new connection gets. */
const nameAt = async (port: number, ca: string): Promise<string> => {
  const socket = connectTls({ host: '127.0.0.1', port, ca });
  await once(socket, 'secureConnect');
  const { CN } = socket.getPeerCertificate().subject;
  socket.destroy();
  return String(CN);
};

describe('a port shared by HTTP/1.1 and HTTP/2 over TLS', { skip: opensslMissing }, () => {
  let authority: Authority;
  before(() => {
    authority = createAuthority();
  });
  after(() => authority[Symbol.dispose]());

  it('agrees on the protocol that a client offers, and prefers HTTP/2', async () => {
    await using own = await openPort(authority);
    const agreed = async (...offered: readonly string[]) => {
      const socket = connectTls({
        host: '127.0.0.1',
        port: own.port,
        ca: authority.ca,
        ALPNProtocols: [...offered],
      });
      await once(socket, 'secureConnect');
      const protocol = socket.alpnProtocol;
      socket.destroy();
      return protocol;
    };
    assert.equal(await agreed('http/1.1'), 'http/1.1');
    assert.equal(await agreed('http/1.1', 'h2'), 'h2');
    assert.equal(await agreed(), false);
    await assert.rejects(agreed('spdy/3'), 'without a common protocol there is no connection');
  });

  it('serves HTTP/2 to clients that offer it, and HTTP/1.1 to all others', async () => {
    await using port = await openPort(authority);
    const { ca } = authority;
    assert.equal(await read({ port: port.port, ca }), '1.1 true');
    const silent = connectTls({ host: '127.0.0.1', port: port.port, ca });
    silent.write('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    assert.match((await silent.toArray()).join(''), /^HTTP\/1\.1 200 OK\r\n.*1\.1 true$/s);
    assert.equal(silent.alpnProtocol, false);
    const session = connectHttp2(`https://localhost:${port.port}`, { ca });
    const call = session.request({ ':path': '/' });
    assert.equal((await call.toArray()).join(''), '2.0 true');
    assert.equal((session.socket as TLSSocket).alpnProtocol, 'h2');
    session.destroy();
  });

  it('reports when its certificate expires, also after a renewal', async () => {
    await using port = await openPort(authority);
    const metrics = createMetrics();
    registerCertificateMetric(metrics, port.certificate);
    const reported = async () =>
      Number(
        (await metrics.registry.metrics()).match(/^plenum_cloud_certificate_expiry_seconds (.*)$/m)?.[1],
      );
    const expiryOf = (file: string) => Date.parse(new X509Certificate(readFileSync(file)).validTo) / 1_000;
    assert.equal(await reported(), expiryOf(port.files.cert));
    const renewed = authority.issueExpired();
    assert.notEqual(expiryOf(renewed.cert), await reported());
    for (const name of ['cert', 'key'] as const) cpSync(renewed[name], port.files[name]);
    port.clock.advance(certificateInterval);
    assert.equal(await reported(), expiryOf(renewed.cert));
  });

  it('refuses clients of an untrusted authority, without TLS or too old, and serves the next', async () => {
    await using port = await openPort(authority);
    await assert.rejects(read({ port: port.port }), { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    const plain = getPlain({ host: '127.0.0.1', port: port.port, agent: new Agent() });
    const [refusal] = await once(plain, 'response');
    assert.equal(refusal.statusCode, 400);
    assert.equal(
      (await refusal.toArray()).join(''),
      'This port uses TLS; use https:// instead of http://.\n',
    );
    const preface = connect(port.port, '127.0.0.1');
    preface.end('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
    preface.resume();
    await once(
      preface.on('error', () => {}),
      'close',
    );
    await assert.rejects(
      read({ port: port.port, ca: authority.ca, maxVersion: 'TLSv1.1', minVersion: 'TLSv1' }),
    );
    assert.equal(await read({ port: port.port, ca: authority.ca }), '1.1 true');
  });

  it('limits the unfinished TLS handshakes of one address, and serves clients that finish theirs', async () => {
    await using port = await openPort(authority, { addressHandshakes: 2 });
    const { ca } = authority;
    const begin = async () => {
      const socket = connect(port.port, '127.0.0.1').resume();
      socket.on('error', () => {}).write(Buffer.from('160301', 'hex'));
      await once(socket, 'connect');
      return socket;
    };
    for (const _ of [1, 2, 3]) assert.equal(await read({ port: port.port, ca }), '1.1 true');
    const held = [await begin(), await begin()];
    await assert.rejects(read({ port: port.port, ca }), { code: 'ECONNRESET' });
    port.clock.advance(2_000);
    const closed = once(held[0]!, 'close');
    assert.equal(await read({ port: port.port, ca }), '1.1 true');
    await closed;
    held[1]!.destroy();
  });

  it('uses a new certificate for new connections and keeps the open ones', async () => {
    await using port = await openPort(authority);
    const { ca } = authority;
    const agent = new TlsAgent({ keepAlive: true, maxSockets: 1, ca });
    const session = connectHttp2(`https://localhost:${port.port}`, { ca });
    assert.equal(await read({ port: port.port, agent }), '1.1 true');
    assert.equal(await nameAt(port.port, ca), 'server');
    const next = authority.issue('renewed');
    for (const kind of ['cert', 'key'] as const) renameSync(next[kind], port.files[kind]);
    port.clock.advance(9_999);
    assert.equal(await nameAt(port.port, ca), 'server');
    port.clock.advance(1);
    assert.equal(await nameAt(port.port, ca), 'renewed');
    assert.deepEqual(port.lines, [['info', 'the certificate was replaced']]);
    const [socket] = Object.values(agent.freeSockets).flat();
    assert.equal(await read({ port: port.port, agent }), '1.1 true');
    assert.equal(Object.values(agent.freeSockets).flat()[0], socket, 'the connection was opened again');
    assert.equal((await session.request({ ':path': '/' }).toArray()).join(''), '2.0 true');
    session.destroy();
    agent.destroy();
  });

  it('keeps the certificate if a new one is broken, logs that once, and uses the next good one', async () => {
    await using port = await openPort(authority);
    const { ca } = authority;
    const other = authority.issue('other');
    const warning = ['warn', 'the new certificate cannot be used; the old one stays in use'];
    const breakages = [
      () => cpSync(other.cert, port.files.cert),
      () => writeFileSync(port.files.cert, 'no certificate'),
      () => rmSync(port.files.key),
    ];
    for (const breakIt of breakages) {
      breakIt();
      for (const _ of [1, 2, 3]) port.clock.advance(10_000);
      assert.equal(await nameAt(port.port, ca), 'server');
    }
    assert.deepEqual(port.lines, [warning, warning, warning]);
    for (const kind of ['cert', 'key'] as const) cpSync(other[kind], port.files[kind]);
    port.clock.advance(10_000);
    assert.equal(await nameAt(port.port, ca), 'other');
  });

  it('closes even if a client has started a handshake and sends nothing more', async () => {
    const port = await openPort(authority);
    const silent = connect(port.port, '127.0.0.1');
    await once(silent, 'connect');
    silent.write(Buffer.from('160301', 'hex'));
    assert.equal(await read({ port: port.port, ca: authority.ca }), '1.1 true');
    const closed = once(silent.on('error', () => {}).resume(), 'close');
    await port[Symbol.asyncDispose]();
    await closed;
  });
});

describe('a certificate at startup', { skip: opensslMissing }, () => {
  it('a certificate that cannot be read or used is refused with a sentence', () => {
    using authority = createAuthority();
    const [one, two] = [authority.issue('one'), authority.issue('two')];
    const text = join(authority.folder, 'text');
    writeFileSync(text, 'text');
    const log = { info: () => {}, warn: () => {} };
    for (const [cert, key, code, sentence] of [
      [join(authority.folder, 'none'), one.key, 'certificate-unreadable', /none cannot be read \(ENOENT\)/],
      [one.cert, authority.folder, 'certificate-unreadable', /cannot be read \(EISDIR\)/],
      [
        one.cert,
        two.key,
        'certificate-unusable',
        /are not a certificate and its key \(key values mismatch\)/,
      ],
      [text, one.key, 'certificate-unusable', /are not a certificate and its key \(no start line\)/],
      [one.cert, text, 'certificate-unusable', /are not a certificate and its key/],
    ] as const)
      assert.throws(
        () => openCertificate({ cert, key }, { clock: createFakeClock(0), log, create: cloudFailures.error }),
        (error) => cloudFailures.is(error, code) && sentence.test(error.message),
        `${cert} ${key}`,
      );
  });
});
