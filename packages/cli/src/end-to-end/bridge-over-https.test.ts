import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { after, before, describe, it } from 'node:test';
import type { Bridge } from '@plenum/bridge';
import { type BridgeOptions, connectBridge, watch } from '@plenum/client';
import { type Authority, createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { runBridge } from '@plenum/testbed/house';
import { runPlenum } from '@plenum/testbed/plenum';
import { apart, startInFolder } from '@plenum/testbed/server';

describe('a bridge over https', { skip: opensslMissing }, () => {
  let authority: Authority;
  let other: Authority;
  let served: Bridge;
  let expired: Bridge;
  let elsewhere: Bridge;
  let plain: Bridge;
  let fingerprint: string;
  const warnings: string[] = [];
  const log = {
    info: () => {},
    error: () => {},
    warn: (_: object, text: string) => void warnings.push(text),
  };
  before(async () => {
    authority = createAuthority();
    other = createAuthority();
    const tls = authority.issue();
    fingerprint = new X509Certificate(readFileSync(tls.cert)).fingerprint256;
    served = await runBridge({ tls });
    expired = await runBridge({ tls: authority.issueExpired(), log });
    elsewhere = await runBridge({ tls: authority.issue('elsewhere', 'DNS:elsewhere.example') });
    plain = await runBridge();
  });
  after(async () => {
    for (const bridge of [served, expired, elsewhere, plain]) await bridge[Symbol.asyncDispose]();
    authority[Symbol.dispose]();
    other[Symbol.dispose]();
  });
  const at = ({ http }: Bridge) => `https://127.0.0.1:${http.port}`;
  const readUnit = async (options: BridgeOptions) => {
    await using bridge = connectBridge(options);
    return await bridge.unit();
  };

  it('serves reads, commands and changes over https to a client that trusts the authority', async () => {
    await using bridge = connectBridge({ host: at(served), ca: authority.ca });
    assert.deepEqual([bridge.host, bridge.port], ['127.0.0.1', served.http.port]);
    await bridge.command('SysMode', 2);
    const end = new AbortController();
    for await (const change of watch(bridge, { signal: end.signal })) {
      if (change.kind !== 'unit') continue;
      assert.equal(change.datagram.SysMode, 2);
      break;
    }
    end.abort();
  });

  it('serves https to a client with the host name, or with only the certificate’s fingerprint', async () => {
    await readUnit({ host: 'https://localhost', port: served.http.port, ca: authority.ca });
    await readUnit({ host: at(served), fingerprint });
    await readUnit({ host: at(served), fingerprint: fingerprint.replaceAll(':', '').toLowerCase() });
  });

  it('refuses an untrusted bridge before sending anything, and names the reason', async () => {
    const { ca } = authority;
    const refusals: readonly (readonly [BridgeOptions, string, RegExp])[] = [
      [{ host: at(served) }, 'untrusted', /is not trusted here; give its authority/],
      [{ host: at(served), ca: other.ca }, 'untrusted', /is not trusted here/],
      [
        { host: at(served), fingerprint: 'ab'.repeat(32) },
        'untrusted',
        /does not have the given fingerprint/,
      ],
      [{ host: at(expired), ca }, 'untrusted', /has expired; renew it at the bridge/],
      [{ host: at(elsewhere), ca }, 'untrusted', /is for another name/],
      [{ host: at(plain), ca }, 'untrusted', /does not answer with TLS; use http:/],
      [{ host: '127.0.0.1', ca }, 'invalid', /only for https; use https:\/\/127\.0\.0\.1\.$/],
      [{ host: at(served), ca: 'text' }, 'invalid', /is not a certificate in PEM/],
      [{ host: at(served), fingerprint: 'ab' }, 'invalid', /64 hexadecimal digits/],
      [{ host: 'https://a b' }, 'invalid', /is not the address or name of a machine/],
    ];
    for (const [options, code, message] of refusals)
      await assert.rejects(readUnit(options), (error: { code: string; message: string }) => {
        assert.equal(error.code, code, error.message);
        assert.match(error.message, message);
        return true;
      });
  });

  it('a second bridge attaches to an https bridge only with the certificate’s fingerprint', async () => {
    const front = (...words: string[]) => {
      const where = [
        '--http-host',
        '127.0.0.1',
        '--http-port',
        '0',
        '--no-mdns',
        '--no-attach-notifications',
      ];
      return startInFolder('bridge', '--attach', at(served), ...where, ...apart, ...words);
    };
    await using trusting = front('--attach-fingerprint', fingerprint);
    const [, url] = await trusting.line(/^ {2}(http:\/\/127\.0\.0\.1:\d+)$/m);
    const answer = await fetch(`${url}/HvacCommandV2`, { method: 'POST', body: '{"SysMode":3}' });
    assert.equal(await answer.text(), 'OK');
    assert.equal(served.device.datagrams().unit[0]!.SysMode, 3);
    await using other = front();
    const { code, err } = await other.ended;
    assert.equal(code, 1);
    assert.match(err, /^The bridge to attach to, https:\/\/127\.0\.0\.1 port \d+, .*is not trusted here/);
    await using missing = front('--attach-ca', '/nowhere.pem');
    assert.match((await missing.ended).err, /^--attach-ca: \/nowhere\.pem cannot be read \(ENOENT\)\./m);
  });

  it('reports an expired certificate when the bridge starts', () => {
    assert.deepEqual(warnings, ['the certificate has expired; clients refuse it']);
  });

  it('tells a client that uses plain http that the port requires https', async () => {
    await assert.rejects(
      readUnit({ host: '127.0.0.1', port: served.http.port }),
      /This port uses TLS; use https:/,
    );
  });

  it('the command line works over https', async () => {
    const read = (...words: string[]) => runPlenum(words);
    const trusted = await read('query', at(served), 'unit', '--bridge-ca', authority.caFile);
    assert.equal(trusted.code, 0, trusted.err);
    assert.match(trusted.out, /SysMode/);
    const pinned = await read('query', `${at(served)}/`, 'firmware', '--bridge-fingerprint', fingerprint);
    assert.equal(pinned.out, 'PLENUM 0.1\n');
    const unknown = await read('query', at(served));
    assert.notEqual(unknown.code, 0);
    assert.match(unknown.err, /is not trusted here; give its authority \(--bridge-ca/);
    const missing = await read('query', at(served), '--bridge-ca', '/nowhere.pem');
    assert.match(missing.err, /--bridge-ca: \/nowhere\.pem cannot be read \(ENOENT\)/);
  });
});
