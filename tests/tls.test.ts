import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { connect as connectHttp2 } from 'node:http2';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { connectCloud } from '@plenum/client';
import { startClimateCloud } from '@plenum/cloud';
import { leastCost } from '@plenum/cloud/testbed';
import { enterAccount } from '@plenum/testbed/account';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { createGrpcClient } from '@plenum/testbed/grpc-client';
import { runPlenum, startPlenum } from '@plenum/testbed/plenum';
import { startUplinkBridge, untilUplink } from '@plenum/testbed/uplink-bridge';

/** Trusts a certificate authority in this process until disposed of, like `plenum bridge --cloud-ca`. */
const trust = (ca: string): Disposable => {
  const before = getCACertificates('default');
  setDefaultCACertificates([...before, ca]);
  return { [Symbol.dispose]: () => setDefaultCACertificates(before) };
};

describe('a cloud with its own TLS certificate', { skip: opensslMissing }, () => {
  it('a cloud with TLS pairs a bridge over wss, and serves all protocols from one port', async () => {
    using folder = createDataFolder();
    using authority = createAuthority();
    using _trusted = trust(authority.ca);
    await using cloud = await startClimateCloud({
      store: { dataDir: join(folder.path, 'cloud') },
      httpPort: 0,
      development: true,
      passwordCost: leastCost,
      tls: authority.issue(),
    });
    const { publicUrl: url } = cloud;
    assert.equal(url, `https://127.0.0.1:${cloud.http.port}`);
    const about = await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json();
    const { issuer, token_endpoint } = about as Record<string, string>;
    assert.deepEqual([issuer, token_endpoint], [url, `${url}/token`]);

    const page = await fetch(`${url}/device`);
    assert.match(page.headers.get('strict-transport-security') ?? '', /max-age=/);
    for (const cookie of page.headers.getSetCookie()) assert.match(cookie, /^__Host-.*; secure/i);

    await using bridge = await startUplinkBridge(join(folder.path, 'bridge'), url);
    const { userCode, verificationUri } = await untilUplink(bridge, 'pairing');
    assert.equal(verificationUri, `${url}/device`);
    const owner = await enterAccount(url);
    await owner.enterCode(userCode);
    await untilUplink(bridge, 'connected');

    const { access: accessToken } = await owner.allowApp();
    const client = connectCloud({ url, tokens: { accessToken } });
    const { components } = await client.discover();
    const { componentId, datagram } = components.find(({ componentId }) =>
      /_splitunit_|_split/.test(componentId),
    )!;
    const { Index } = datagram as { Index: number };
    await client.control(componentId, { SplitSystemZoneOn: { Index, On: 1 } });
    assert.equal(bridge.device.datagrams().split[0]!.On, 1);

    const warnings: Error[] = [];
    const onWarning = (warning: Error) => void warnings.push(warning);
    process.on('warning', onWarning);
    const session = connectHttp2(url);
    const read = async (path: string) => (await session.request({ ':path': path }).toArray()).join('');
    assert.match(await read('/version'), /"version"/);
    assert.match(await read('/.well-known/oauth-authorization-server'), new RegExp(`"issuer":"${url}"`));
    assert.match(await read('/device'), /<form/);
    session.destroy();
    await new Promise(setImmediate);
    process.off('warning', onWarning);
    assert.deepEqual(warnings, []);

    using grpc = createGrpcClient(cloud.http.port, {}, authority.ca);
    const found = await grpc
      .discover({ requestId: randomUUID(), accessToken })
      .catch((error: unknown) => error);
    assert.ok(!(found instanceof Error), String(found));
  });
});

describe('TLS on the command line', { skip: opensslMissing }, () => {
  const free = ['--http-host', '127.0.0.1', '--http-port', '0'];

  it('a fleet connects only to a cloud with a certificate from an authority that it trusts', async () => {
    using folder = createDataFolder();
    using authority = createAuthority();
    const { cert, key } = authority.issue();
    const at = (name: string) => ['--data', join(folder.path, name)];
    await using cloud = startPlenum(['cloud', ...free, ...at('cloud'), '--tls-cert', cert, '--tls-key', key]);
    const [url] = await cloud.line(/https:\/\/127\.0\.0\.1:\d+/);
    const words = ['fleet', ...at('fleet'), '--cloud', url];
    const refused = await runPlenum(words);
    assert.match(refused.err, /^The cloud https:\/\/\S+ cannot be reached: /);
    await using fleet = startPlenum([...words, '--cloud-ca', authority.caFile]);
    await fleet.line(/^To pair the fleet with your account, enter /m);
  });

  it('a bridge connects only to a cloud with a certificate from an authority that it trusts', async () => {
    using folder = createDataFolder();
    using authority = createAuthority();
    const { cert, key } = authority.issue();
    const at = (name: string) => ['--data', join(folder.path, name)];
    await using cloud = startPlenum(['cloud', ...free, ...at('cloud'), '--tls-cert', cert, '--tls-key', key]);
    const [url] = await cloud.line(/https:\/\/127\.0\.0\.1:\d+/);
    const words = ['bridge', ...free, '--udp-port', '0', '--house', 'flat', ...at('bridge'), '--cloud', url];
    {
      await using told = startPlenum([...words, '--cloud-ca', authority.caFile]);
      await told.line(/To pair this bridge with your account, enter \S+ at https:\/\/127/);
    }
    await using untold = startPlenum(words);
    await untold.line(/The cloud: The connection to the cloud broke, or the cloud cannot be reached/);
  });

  it('plenum cloud refuses a certificate without its key, and files that contain neither', async () => {
    using folder = createDataFolder();
    using authority = createAuthority();
    const { cert, key } = authority.issue();
    const data = ['--data', join(folder.path, 'data')];
    for (const [words, code, sentence] of [
      [
        ['cloud', ...free, ...data, '--tls-cert', cert],
        2,
        /^TLS needs both files: --tls-cert .* and --tls-key/,
      ],
      [['bridge', ...free, ...data, '--tls-key', key], 2, /^TLS needs both files/],
      [
        ['cloud', ...free, ...data, '--tls-cert', key, '--tls-key', key],
        1,
        /are not a certificate and its key/,
      ],
      [
        ['bridge', ...free, ...data, '--tls-cert', cert, '--tls-key', 'none'],
        1,
        /^none cannot be read \(ENOENT\)/,
      ],
      [
        ['bridge', ...free, ...data, '--cloud', 'https://a', '--cloud-ca', 'none'],
        1,
        /^--cloud-ca: none is not .*ENOENT/,
      ],
      [
        ['bridge', ...free, ...data, '--cloud', 'https://a', '--cloud-ca', key],
        1,
        /is not the PEM file of a/,
      ],
    ] as const) {
      const ended = await runPlenum([...words, ...(words[0] === 'bridge' ? ['--udp-port', '0'] : [])]);
      assert.match(ended.err, sentence);
      assert.equal(ended.code, code, ended.err);
    }
  });
});
