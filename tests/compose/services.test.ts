import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { it } from 'node:test';
import { createAuthority, opensslMissing } from '@plenum/testbed/certificates';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { startPlenum } from '@plenum/testbed/plenum';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { parse } from 'yaml';

interface Compose {
  readonly services: Readonly<
    Record<
      string,
      {
        readonly command: readonly string[];
        readonly environment: Readonly<Record<string, string>>;
        readonly secrets: readonly string[];
      }
    >
  >;
  readonly configs: { readonly nats: { readonly content: string } };
}

const text = readFileSync(join(import.meta.dirname, '../../compose.yaml'), 'utf8');

/** Values for the variables that compose.yaml expects in `.env`. */
const env: Readonly<Record<string, string>> = {
  PLENUM_HOST: 'cloud.example.org',
  PLENUM_ENDPOINT_KEY: Buffer.alloc(32, 7).toString('base64'),
  POSTGRES_PASSWORD: 'p0',
  NATS_PASSWORD: 'n0',
};

/** compose.yaml with its variables replaced as by Compose (`${NAME:?}`, `${NAME:-default}`, `$$`). */
const compose = parse(
  text.replace(/\$\$|\$\{(\w+)(?::\?|:-([^}]*))?\}/g, (all, name: string, otherwise?: string) =>
    all === '$$' ? '$' : (env[name] ?? otherwise ?? assert.fail(`nothing says what ${all} is`)),
  ),
  { merge: true },
) as Compose;

it('the services of compose.yaml start with its configuration, and form one cloud', {
  skip: postgresMissing || natsMissing || opensslMissing,
}, async () => {
  using authority = createAuthority();
  const { cert, key } = authority.issue();
  await using postgres = await startPostgres();
  const database = new URL(await postgres.createDatabase());
  /**
   * Replaces the parts that differ outside of containers: secrets are files of this test, and services listen on
   * loopback.
   */
  const toLocal = (value: string, nats = '') =>
    value
      .replaceAll('/run/secrets/nats-certificate', cert)
      .replaceAll('/run/secrets/nats-key', key)
      .replace('@postgres:5432/plenum', `@${database.host}${database.pathname}`)
      .replace('@nats:4222', `@${nats}`);
  await using nats = await startNats({ config: toLocal(compose.configs.nats.content) });
  const natsAddress = new URL(nats.url).host;

  const startNode = async (name: string) => {
    const { command, environment, secrets } = compose.services[name]!;
    assert.deepEqual(secrets, ['nats-certificate']);
    const variables = Object.entries(environment).map(([key, value]) => [key, toLocal(value, natsAddress)]);
    const node = startPlenum([...command], {
      ...Object.fromEntries(variables),
      // The test's own CA signed this certificate; the certificate in docs/operating.md is self-signed.
      PLENUM_NATS_CA: authority.caFile,
      PLENUM_HTTP_PORT: '0',
    });
    const [, port] = await node.line(/^HTTP and gRPC: \S+ port (\d+)/m);
    const ask = (path: string, body?: object) =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
        headers: { 'content-type': 'application/json', origin: `https://${env.PLENUM_HOST}` },
      });
    return { ...node, ask };
  };
  await using one = await startNode('cloud-1');
  await using two = await startNode('cloud-2');
  for (const node of [one, two]) assert.equal((await node.ask('/readyz')).status, 200);
  const credentials = { email: 'ann@example.org', password: 'a long password of hers' };
  assert.ok((await one.ask('/account/sign-up', credentials)).ok);
  assert.ok((await two.ask('/account/sign-in', credentials)).ok);
  const wrong = { ...credentials, password: 'another long password' };
  assert.equal((await two.ask('/account/sign-in', wrong)).ok, false);
  const metadata = await (await two.ask('/.well-known/oauth-authorization-server')).json();
  assert.equal((metadata as { issuer: string }).issuer, 'https://cloud.example.org');
  for (const node of [one, two]) {
    assert.doesNotMatch(node.output().err, /NATS/, 'the nodes reach each other');
    assert.equal((await node.stop('SIGTERM')).code, 0);
  }
});
