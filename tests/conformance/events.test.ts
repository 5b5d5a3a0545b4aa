import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { type RowResult, verifyEvents } from '@plenum/conformance';
import { startExampleApp } from '@plenum/examples/app';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { freePort } from '@plenum/testbed/free-port';
import { runPlenum } from '@plenum/testbed/plenum';
import { startReceiver } from '@plenum/testbed/receiver';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const unusual = (results: readonly RowResult[]) =>
  results.filter(({ outcome }) => outcome !== 'passed').map(({ id, outcome }) => `${outcome} ${id}`);

describe('the check of an event endpoint', () => {
  it('the check of an endpoint passes the example app’s receiver, as library and command', async () => {
    using folder = createDataFolder();
    await using app = await startExampleApp({
      cloud: 'http://127.0.0.1:9',
      clientId: 'my-app',
      endpointSecrets: () => [secret],
      tokenFile: `${folder.path}/tokens.json`,
      port: 0,
    });
    assert.deepEqual(unusual(await verifyEvents({ url: app.eventUrl, secret })), []);
    const { code, out, err } = await runPlenum(['verify-events', app.eventUrl], {
      PLENUM_ENDPOINT_SECRET: secret,
    });
    assert.deepEqual([code, err], [0, '']);
    assert.match(
      out,
      /^Tested (\d+) of \1 statements: \d+ passed, 0 failed, 0 warnings, 0 notes, 0 not tested\.$/m,
    );
  });

  it('the check of an event endpoint fails a receiver that accepts unsigned messages', async () => {
    await using receiver = await startReceiver();
    assert.deepEqual(unusual(await verifyEvents({ url: receiver.url, secret })), [
      'failed events.forged',
      'failed events.altered',
      'failed events.unsigned',
      'failed events.empty-signature',
      'failed events.other-id',
      'warned events.late',
      'warned events.ahead',
      'warned events.says-no',
      'warned events.malformed',
      'noted events.get',
    ]);
    assert.ok(receiver.messages.length > 15);
  });

  it('the check of an endpoint fails one that crashes or refuses repeated or late messages', async () => {
    await using receiver = await startReceiver();
    const seen = new Set<unknown>();
    let newest = 0;
    receiver.react = ({ headers, body }) => {
      const id = headers['webhook-id'];
      const at = Number(headers['webhook-timestamp']);
      const isWrong = seen.has(id) || at < newest;
      seen.add(id);
      newest = Math.max(newest, at);
      return { status: isWrong ? 409 : body.includes('Newer') ? 500 : 204 };
    };
    const found = unusual(await verifyEvents({ url: receiver.url, secret }));
    for (const id of ['failed events.repeated', 'failed events.reordered', 'failed events.unknown-fields'])
      assert.ok(found.includes(id), id);
  });

  it('the check of an endpoint fails one that redirects, and one that does not exist', async () => {
    const server = createServer((_, response) => response.writeHead(302, { Location: '/' }).end()).listen(
      0,
      '127.0.0.1',
    );
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const [redirected] = await verifyEvents({ url, secret });
    assert.deepEqual(
      [redirected!.outcome, redirected!.evidence],
      ['failed', ['The message is answered with 302.']],
    );
    server.close();
    server.closeAllConnections();
    const gone = await verifyEvents({ url: `http://127.0.0.1:${await freePort()}/`, secret });
    assert.deepEqual([gone[0]!.outcome, /ECONNREFUSED/.test(gone[0]!.evidence[0]!)], ['failed', true]);
    assert.deepEqual(
      gone.filter(({ outcome }) => outcome === 'passed'),
      [],
      'an endpoint that does not answer gets no credit for refusing forgeries',
    );
  });

  it('the check of an event endpoint refuses to run without the secret of the endpoint', async () => {
    const { code, err } = await runPlenum(['verify-events', 'http://127.0.0.1:9/']);
    assert.equal(code, 2);
    assert.match(err, /^Give the secret of the endpoint/);
  });
});
