import assert from 'node:assert/strict';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import { BlockList, connect, createServer, isIPv6 } from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { freePort } from '@plenum/testbed/free-port';
import { isFullRun } from '@plenum/testbed/full-run';
import { listen } from '@plenum/testbed/listen';
import { natsMissing, startNats } from '@plenum/testbed/nats';
import { runPlenum, startPlenum } from '@plenum/testbed/plenum';
import { postgresMissing, startPostgres } from '@plenum/testbed/postgres';
import { until } from '@plenum/testbed/until';
import { Ajv } from 'ajv';
import { parse } from 'yaml';
import {
  base,
  type Container,
  chart,
  hooksOf,
  type Labels,
  type Probe,
  parseManifests,
  podOf,
  read,
  root,
} from './manifests.fixture.ts';

const manifests = parseManifests(read(base, 'plenum-cloud.yaml'));
const nodes = podOf(manifests, 'Deployment').spec;
const migration = podOf(manifests, 'Job').spec;
const [node] = nodes.containers;

/** The environment of the image. */
const imageEnv: Labels = Object.fromEntries(
  /^ENV (.*)$/m
    .exec(read(root, 'Dockerfile'))![1]!
    .split(' ')
    .map((pair) => pair.split(/=(.*)/s, 2) as [string, string]),
);

/** The environment of a container, with the values of the Secret. A missing key is an error, as in Kubernetes. */
const toEnv = ({ env }: Container, secret: Labels): Labels => ({
  ...imageEnv,
  ...Object.fromEntries(
    env.flatMap(({ name, value, valueFrom }) => {
      if (valueFrom === undefined) return [[name, value!]];
      const { key, optional } = valueFrom.secretKeyRef;
      assert.ok(key in secret || optional, key);
      return key in secret ? [[name, secret[key]!]] : [];
    }),
  ),
  PLENUM_HTTP_HOST: '127.0.0.1',
});

/** Starts a pod of the Deployment as a process, with free ports instead of the container's. */
const startPod = async (secret: Labels) => {
  const env = toEnv(node, secret);
  const ports = new Map<string, number>();
  for (const { name } of node.ports!) ports.set(name, await freePort());
  const running = startPlenum(node.args, {
    ...env,
    PLENUM_HTTP_PORT: String(ports.get('http')),
    PLENUM_ADMIN_PORT: String(ports.get('metrics')),
  });
  const get = (path: string, port = 'http') => fetch(`http://127.0.0.1:${ports.get(port)}${path}`);
  const isPassing = async ({ httpGet: { path, port } }: Probe) => (await get(path, port)).status === 200;
  const { periodSeconds, failureThreshold } = node.startupProbe;
  const limit = periodSeconds * failureThreshold * 1_000;
  await until('the pod has started', () => isPassing(node.startupProbe), limit);
  return { ...running, get, isPassing, port: ports.get('http')! };
};

/** Relays connections to a database. After `freeze`, all data is lost, as if its machine were gone. */
const startRelay = async (database: string) => {
  const url = new URL(database);
  const to = Number(url.port);
  let isFrozen = false;
  const server = createServer((client) => {
    const target = connect(to, '127.0.0.1');
    for (const [from, other] of [
      [client, target],
      [target, client],
    ] as const) {
      from.on('data', (piece) => isFrozen || other.write(piece));
      from.on('error', () => {});
      from.on('close', () => other.destroy());
    }
  });
  const { port, [Symbol.asyncDispose]: close } = await listen(server);
  url.port = String(port);
  return {
    url: url.href,
    freeze: () => {
      isFrozen = true;
    },
    [Symbol.asyncDispose]: close,
  };
};

describe('the pods of the kustomize base', () => {
  it('pods migrate the database, become ready, serve metrics, and end within the grace period', {
    skip: postgresMissing || natsMissing,
  }, async () => {
    await using postgres = await startPostgres();
    await using nats = await startNats();
    await using database = await startRelay(await postgres.createDatabase());
    const secret = {
      PLENUM_DATABASE_URL: database.url,
      PLENUM_NATS: nats.url,
      PLENUM_ENDPOINT_KEY: Buffer.alloc(32, 7).toString('base64'),
    };
    const [container] = migration.containers;
    const migrated = await runPlenum(container.args, toEnv(container, secret));
    assert.deepEqual([migrated.code, migrated.err], [0, '']);

    await using one = await startPod(secret);
    await using two = await startPod(secret);
    for (const pod of [one, two]) {
      assert.ok(await pod.isPassing(node.readinessProbe));
      assert.ok(await pod.isPassing(node.livenessProbe));
      assert.equal((await pod.get('/metrics')).status, 404);
      const metrics = await (await pod.get('/metrics', 'metrics')).text();
      assert.match(metrics, /^plenum_cloud_bus_up 1$/m);
      const templates = globSync('templates/*', { cwd: chart }).map((path) => read(chart, path));
      for (const [name] of templates.join('').matchAll(/plenum_cloud_\w+/g))
        assert.match(metrics, new RegExp(`^# TYPE ${name} `, 'm'));
    }

    // A client that never completes its request delays the end by 10 s, as long as any client can. A database that does
    // not respond delays it by 50 s more.
    const slow = connect(one.port, '127.0.0.1');
    await once(slow, 'connect');
    slow.on('error', () => {});
    slow.write('POST /token HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 100\r\n\r\n');
    // The node has read the request.
    assert.match(String((await once(slow, 'data'))[0]), /^HTTP\/1.1 100 /);
    if (isFullRun) database.freeze();
    const ended = one.stop('SIGTERM');
    await until('the pod is not ready', async () =>
      one.isPassing(node.readinessProbe).then(
        (passing) => !passing,
        () => true,
      ),
    );
    assert.ok(await two.isPassing(node.readinessProbe));
    const { seconds } = node.lifecycle.preStop.sleep;
    const allowed = (nodes.terminationGracePeriodSeconds - seconds) * 1_000;
    const killed = pause(allowed, { code: 'SIGKILL' }, { ref: false });
    assert.equal((await Promise.race([ended, killed])).code, 0);
    slow.destroy();
  });

  it('the network policies keep pods from every metadata service, and allow DNS', () => {
    const policies = manifests.filter(({ kind }) => kind === 'NetworkPolicy').map(({ spec }) => spec);
    const names = policies.map(({ podSelector }) => podSelector.matchLabels['app.kubernetes.io/name']);
    assert.deepEqual(names.toSorted(), ['plenum-cloud', 'plenum-cloud-migration']);
    for (const { egress, policyTypes } of policies) {
      assert.deepEqual(policyTypes, ['Ingress', 'Egress']);
      const [anywhere, dns] = egress;
      const blocked = new BlockList();
      for (const { ipBlock } of anywhere.to)
        for (const range of ipBlock?.except ?? []) {
          const [address, length] = range.split('/');
          blocked.addSubnet(address, Number(length), isIPv6(address) ? 'ipv6' : 'ipv4');
        }
      const isBlocked = (address: string) => blocked.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
      // Most providers; containers of AWS; Azure; AWS over IPv6.
      const services = [
        '169.254.169.254',
        '169.254.170.2',
        '168.63.129.16',
        'fd00:ec2::254',
        'fe80::a9fe:a9fe',
      ];
      assert.deepEqual(
        services.filter((address) => !isBlocked(address)),
        [],
      );
      const others = ['168.63.129.15', '168.63.129.17', 'fd00:ec2::253', 'fd00:ec2::255', '10.0.0.1'];
      assert.deepEqual(others.filter(isBlocked), []);
      const ports = [
        { port: 53, protocol: 'UDP' },
        { port: 53, protocol: 'TCP' },
      ];
      assert.deepEqual(dns, { ports }, 'DNS at any address');
    }
  });

  it('no example trusts a whole private range as a proxy', () => {
    const examples = ['docs/operating.md', 'compose.yaml', 'packaging/kubernetes/plenum-cloud/values.yaml'];
    const text = examples.map((path) => read(root, path)).join('\n');
    const lines = text.split('\n').filter((line) => /trust.proxy/i.test(line));
    const ranges = lines.flatMap((line) => [...line.matchAll(/\b[\d.]{7,}\/(\d+)/g)]);
    assert.ok(ranges.length >= 3, 'there are examples');
    for (const [range, length] of ranges) assert.ok(Number(length) >= 24, range);
  });

  it('no hook of the chart runs at a rollback, so none can stop it', () => {
    assert.deepEqual(hooksOf(manifests), new Set(['pre-install', 'pre-upgrade']));
  });

  it('the chart sets only options that plenum cloud has, and its port is the default port', async () => {
    const help = (await runPlenum(['cloud', '--help'])).out.replace(/\s+/g, ' ');
    const values = JSON.stringify(parse(read(chart, 'values.schema.json')).definitions.settingName);
    const names = [...node.env.map(({ name }) => name), ...values.match(/PLENUM_[A-Z_]+/g)!];
    assert.ok(names.length > 8);
    const missing = names.filter(
      (name) => !help.includes(`env: ${name})`) && !help.includes(` ${name} (or `),
    );
    assert.deepEqual(missing, []);
    const port = node.ports!.find(({ name }) => name === 'http')!.containerPort;
    assert.match(help, new RegExp(`--http-port <n> [^-]*\\(default: ${port}, `));
  });

  it('the chart has the packages’ version, and values that conform but for the public URL', () => {
    const { version } = JSON.parse(read(root, 'packages/cli/package.json'));
    const about = parse(read(chart, 'Chart.yaml'));
    const values = parse(read(chart, 'values.yaml'));
    assert.deepEqual(
      [about.version, about.appVersion, values.image],
      [version, version, `plenum:${version}`],
    );
    const { $schema: _, ...schema } = JSON.parse(read(chart, 'values.schema.json'));
    const validate = new Ajv({ strict: false }).compile(schema);
    assert.ok(!validate(values));
    assert.deepEqual(
      validate.errors!.map(({ instancePath }) => instancePath),
      ['/publicUrl'],
    );
    assert.ok(validate({ ...values, publicUrl: 'https://cloud.example.org' }));
  });
});
