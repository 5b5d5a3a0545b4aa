import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { demo, enterAccount } from '@plenum/testbed/account';
import { type Constellation, startConstellation } from '@plenum/testbed/constellation';
import { natsMissing } from '@plenum/testbed/nats';
import { connectTo, postgresMissing } from '@plenum/testbed/postgres';
import { startRandom } from '@plenum/testbed/seeded-random';
import { until } from '@plenum/testbed/until';

const bridgeCount = 3;
const newKey = () => randomBytes(32).toString('base64');
const otherKey =
  /Secrets in the store are encrypted with another key \(fingerprint [0-9a-f]{8}\); give that key too, after the new one and a comma \(--endpoint-key\)/;

/** The gauge of the oldest event that waits for a node, in seconds. */
const readOldest = async (url: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(/^plenum_cloud_outbox_oldest_seconds (\S+)$/m.exec(text)![1]);
};

describe('cloud nodes with different endpoint keys', { skip: postgresMissing || natsMissing }, () => {
  let all: Constellation;
  let newEndpointKey: string;
  let bothKeys: string;
  before(async () => {
    const random = startRandom({ diagnostic: (message) => void process.stdout.write(`# ${message}\n`) });
    all = await startConstellation({ bridgeCount, random });
    newEndpointKey = newKey();
    bothKeys = `${newEndpointKey},${all.endpointKey}`;
    await until('all bridges are connected', async () => all.metrics.connected === bridgeCount);
  });
  after(() => all?.[Symbol.asyncDispose]());

  const path = `/console/apps/${demo.clientId}/endpoints`;

  /** Adds an endpoint over one node; returns the number of messages that it received so far. */
  const addEndpoint = async (url: string, name: string) => {
    const account = await enterAccount(url);
    await account.signIn();
    await account.call(path, { url: all.receiver.url.replace('events', name) });
    return () => all.receiver.messages.filter((one) => one.path === `/${name}`).length;
  };

  /** Changes every bridge, and waits until everything is delivered. */
  const changesArrive = async () => {
    const before = (await all.readLedger()).changes;
    all.changeAll();
    await until('all is delivered', async () => {
      const ledgers = await all.readLedgers();
      const [{ changes }] = ledgers as [(typeof ledgers)[0]];
      return (changes > before && ledgers.every(({ pending }) => pending === 0)) || ledgers;
    });
  };

  const pauses = async () => {
    await using client = await connectTo(all.databaseUrl);
    const { rows } = await client.query('SELECT rest_until FROM endpoint');
    return rows.map((row) => Number(row.rest_until));
  };

  it('a node whose key cannot read the secrets refuses to start, and webhooks continue', async () => {
    await assert.rejects(all.startNode({ PLENUM_ENDPOINT_KEY: newKey() }), otherKey);
    assert.equal(all.nodes().length, 3);
    await changesArrive();
    assert.deepEqual(await pauses(), [0]);
    for (const { url } of all.nodes())
      for (const systemId of all.systemIds) {
        const { result, detail } = await all.controlOnce(url, systemId);
        assert.equal(result, 'OK', String(detail));
      }
  });

  it('nodes with only the old key leave endpoints with a new secret to a node with both keys', async () => {
    const both = await all.startNode({ PLENUM_ENDPOINT_KEY: bothKeys });
    const received = await addEndpoint(both.url, 'new-secret');
    for (let count = 1; count <= 3; count++) {
      const before = received();
      await changesArrive();
      assert.ok(received() > before, `round ${count}`);
    }
    assert.deepEqual(await pauses(), [0, 0]);
    const [old] = all.nodes();
    const { code, err } = await all.endNode(old!, 'SIGTERM');
    assert.equal(code, 0);
    const reports = err.split('\n').filter((line) => line.includes('cannot be decrypted'));
    assert.ok(reports.length <= 1, reports.join('\n'));
    await assert.rejects(all.startNode(), otherKey);
  });

  it('a node with only the new key starts once a node with both has encrypted all secrets again', async () => {
    const start = () => all.startNode({ PLENUM_ENDPOINT_KEY: newEndpointKey });
    await until('it starts', () =>
      start().then(
        async (node) => (await all.endNode(node, 'SIGTERM')).code === 0,
        (error) => String(error),
      ),
    );
  });

  it('a damaged secret does not keep a node from starting, and its events count as waiting', async () => {
    const both = all.nodes().at(-1)!;
    const received = await addEndpoint(both.url, 'damaged');
    await changesArrive();
    const before = received();
    {
      await using client = await connectTo(all.databaseUrl);
      await client.query(`UPDATE endpoint SET secret = left(secret, -4) || 'AAAA' WHERE url = $1`, [
        all.receiver.url.replace('events', 'damaged'),
      ]);
    }
    await all.startNode({ PLENUM_ENDPOINT_KEY: bothKeys });
    all.changeAll();
    await until('its events are old', async () => (await readOldest(both.url)) > 2);
    assert.equal(received(), before);
  });
});
