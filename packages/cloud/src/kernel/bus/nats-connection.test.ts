import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { nkeys } from '@nats-io/transport-node';
import { type Authority, createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { type Nats, natsMissing, startNats } from '@plenum/testbed/nats';
import { cloudFailures } from '../failure/failure.ts';
import { connectNats, type NatsConfig } from './nats-connection.ts';

/** Resolves to true if NATS accepts a node with this configuration and delivers its messages. */
const isLetIn = async (config: NatsConfig): Promise<boolean> => {
  const connection = await connectNats(config, 'test');
  const received = new Promise<string>((resolve) => {
    connection.subscribe('echo', { callback: (_, message) => resolve(message.string()) });
  });
  connection.publish('echo', 'here');
  const isHere = (await received) === 'here';
  await connection.close();
  return isHere;
};

const refused = (code: string, sentence: RegExp) => (error: unknown) => {
  assert.ok(cloudFailures.is(error), String(error));
  assert.equal(error.code, code, error.message);
  assert.match(error.message, sentence);
  assert.doesNotMatch(error.message, /secret|SUA/);
  return true;
};

describe('a connection to NATS', { skip: natsMissing || opensslMissing }, () => {
  const folder = createDataFolder();
  after(() => folder[Symbol.dispose]());
  let count = 0;
  const fileOf = (text: string | Uint8Array): string => {
    const file = join(folder.path, String(++count));
    writeFileSync(file, text);
    return file;
  };

  describe('NATS with a user and a password', () => {
    let nats: Nats;
    before(async () => {
      nats = await startNats({ config: 'authorization { user: node, password: "secret/:@1" }' });
    });
    after(() => nats[Symbol.asyncDispose]());
    const within = (userinfo: string) => nats.url.replace('//', `//${userinfo}@`);

    it('takes user and password from the URL, percent-encoded if needed, or from a file', async () => {
      assert.ok(await isLetIn({ url: within('node:secret%2F%3A%401') }));
      assert.ok(await isLetIn({ url: nats.url, credentialsFile: fileOf('node:secret/:@1\n') }));
    });

    it('refuses wrong NATS credentials with a sentence that does not contain them', async () => {
      const wrong = refused(
        'bus-refused',
        /^The NATS server 127\.0\.0\.1:\d+ does not accept the credentials/,
      );
      await assert.rejects(isLetIn({ url: nats.url }), wrong);
      await assert.rejects(isLetIn({ url: within('node:secret') }), wrong);
      await assert.rejects(isLetIn({ url: within('secret') }), wrong);
      await assert.rejects(isLetIn({ url: nats.url, credentialsFile: fileOf('secret') }), wrong);
    });
  });

  it('takes a NATS token from the URL or from a file', async () => {
    await using nats = await startNats({ config: 'authorization { token: secret }' });
    assert.ok(await isLetIn({ url: nats.url.replace('//', '//secret@') }));
    assert.ok(await isLetIn({ url: nats.url, credentialsFile: fileOf('secret\n') }));
    await assert.rejects(isLetIn({ url: nats.url }), refused('bus-refused', /credentials/));
  });

  it('signs in to NATS with the nkey seed from a file', async () => {
    const pair = nkeys.createUser();
    await using nats = await startNats({
      config: `authorization { users: [ { nkey: ${pair.getPublicKey()} } ] }`,
    });
    const seed = new TextDecoder().decode(pair.getSeed());
    assert.ok(await isLetIn({ url: nats.url, credentialsFile: fileOf(`${seed}\n`) }));
    const other = new TextDecoder().decode(nkeys.createUser().getSeed());
    const wrong = refused('bus-refused', /credentials/);
    await assert.rejects(isLetIn({ url: nats.url, credentialsFile: fileOf(other) }), wrong);
    const damaged = `${seed.slice(0, 20)}${seed[20] === 'A' ? 'B' : 'A'}${seed.slice(21)}`;
    const unusable = refused('bus-file-unusable', /^--nats-credentials: .* its key is damaged\.$/);
    await assert.rejects(isLetIn({ url: nats.url, credentialsFile: fileOf(damaged) }), unusable);
  });

  describe('NATS with TLS and client certificates', () => {
    let authority: Authority;
    let nats: Nats;
    before(async () => {
      authority = createAuthority();
      const { cert, key } = authority.issue();
      const tls = `cert_file: "${cert}", key_file: "${key}", ca_file: "${authority.caFile}", verify: true`;
      nats = await startNats({
        config: `tls { ${tls} }\nauthorization { user: node, password: secret }`,
      });
    });
    after(async () => {
      await nats?.[Symbol.asyncDispose]();
      authority?.[Symbol.dispose]();
    });
    const config = (): NatsConfig => {
      const { cert, key } = authority.issue('node');
      return {
        url: nats.url.replace('//', '//node:secret@'),
        caFile: authority.caFile,
        certFile: cert,
        keyFile: key,
      };
    };

    it("a TLS connection needs the server's authority, its own certificate and the password", async () => {
      assert.ok(await isLetIn(config()));
      assert.ok(await isLetIn({ ...config(), url: config().url.replace('nats:', 'tls:') }));
      const { caFile, url, ...certificate } = config();
      using stranger = createAuthority();
      const unreachable = refused('bus-unreachable', /^The NATS server 127\.0\.0\.1:\d+ cannot be reached: /);
      await assert.rejects(isLetIn({ url, ...certificate }), unreachable);
      await assert.rejects(isLetIn({ url, ...certificate, caFile: stranger.caFile }), unreachable);
      const { cert: certFile, key: keyFile } = stranger.issue();
      await Promise.all([
        assert.rejects(isLetIn({ url, caFile: caFile! }), unreachable),
        assert.rejects(isLetIn({ url, caFile: caFile!, certFile, keyFile }), unreachable),
      ]);
      await assert.rejects(isLetIn({ ...config(), url: nats.url }), refused('bus-refused', /credentials/));
    });

    it('does not fall back to plain text if a connection requires TLS and the server has none', async () => {
      await using plain = await startNats();
      const none = refused('bus-unreachable', /server does not support 'tls'/);
      await assert.rejects(isLetIn({ url: plain.url, caFile: authority.caFile }), none);
      await assert.rejects(isLetIn({ url: plain.url.replace('nats:', 'tls:') }), none);
    });

    it('refuses a server whose certificate is for another name', async () => {
      const elsewhere = authority.issue('elsewhere', 'DNS:elsewhere.example');
      await using other = await startNats({
        config: `tls { cert_file: "${elsewhere.cert}", key_file: "${elsewhere.key}" }`,
      });
      const { caFile } = config();
      const unreachable = refused('bus-unreachable', /cannot be reached: .*(altnames|alt name)/);
      await assert.rejects(isLetIn({ url: other.url, caFile: caFile! }), unreachable);
      const local = authority.issue('local', 'DNS:localhost');
      await using named = await startNats({
        config: `tls { cert_file: "${local.cert}", key_file: "${local.key}" }`,
      });
      await assert.rejects(isLetIn({ url: named.url, caFile: caFile! }), unreachable);
      assert.ok(await isLetIn({ url: named.url.replace('127.0.0.1', 'localhost'), caFile: caFile! }));
    });
  });

  it('refuses unusable TLS options and files with a sentence', async () => {
    const url = 'nats://127.0.0.1:1';
    for (const wrong of ['', 'https://secret@host', 'nats://', 'nats://ok:1,nats://:secret@'])
      await assert.rejects(isLetIn({ url: wrong }), refused('bus-url-malformed', /^The address of NATS/));
    for (const text of ['', ' \n', 'two secret words'])
      await assert.rejects(
        isLetIn({ url, credentialsFile: fileOf(text) }),
        refused('bus-file-unusable', /: it must contain a single line without spaces\.$/),
      );
    const missing = join(folder.path, 'missing');
    await assert.rejects(
      isLetIn({ url, credentialsFile: missing }),
      refused('bus-file-unusable', /^--nats-credentials: .*missing cannot be used: ENOENT\.$/),
    );
    await assert.rejects(
      isLetIn({ url, caFile: fileOf('no certificate') }),
      refused('bus-file-unusable', /^--nats-ca: .* it contains no certificate\.$/),
    );
    await assert.rejects(
      isLetIn({ url, certFile: fileOf('no certificate') }),
      refused('bus-certificate-incomplete', /--nats-cert .* --nats-key/),
    );
    const nothing = fileOf('nothing');
    await assert.rejects(
      isLetIn({ url, certFile: nothing, keyFile: nothing }),
      refused('bus-file-unusable', /^--nats-cert: /),
    );
    await assert.rejects(
      isLetIn({ url: 'nats://me:secret@127.0.0.1:9' }),
      refused('bus-unreachable', /^The NATS server 127\.0\.0\.1:9 cannot be reached: /),
    );
  });
});
