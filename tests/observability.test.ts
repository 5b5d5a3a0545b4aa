import assert from 'node:assert/strict';
import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import { enterAccount } from '@plenum/testbed/account';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { startEverything } from '@plenum/testbed/everything';
import { freePort } from '@plenum/testbed/free-port';
import { startReceiver } from '@plenum/testbed/receiver';
import { until } from '@plenum/testbed/until';

const folder = join(import.meta.dirname, '../observability');
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const missing =
  spawnSync('promtool', ['--version']).error !== undefined &&
  'Prometheus is not installed: apt-get install prometheus';

/**
 * Starts a Prometheus with the shipped configuration, except that it scrapes every second and from other addresses.
 */
const startPrometheus = async (targets: Readonly<Record<string, string>>) => {
  await using stack = new AsyncDisposableStack();
  const data = stack.use(createDataFolder());
  let config = read('prometheus.yml')
    .replace('scrape_interval: 30s', 'scrape_interval: 1s')
    .replace('alerts/', `${folder}/alerts/`);
  for (const [shipped, target] of Object.entries(targets)) {
    assert.ok(config.includes(`"${shipped}"`));
    config = config.replace(shipped, new URL(target).host);
  }
  const file = join(data.path, 'prometheus.yml');
  writeFileSync(file, config);
  const address = `127.0.0.1:${await freePort()}`;
  const child = spawn(
    'prometheus',
    [`--config.file=${file}`, `--storage.tsdb.path=${data.path}/tsdb`, `--web.listen-address=${address}`],
    { stdio: 'ignore' },
  );
  stack.defer(async () => {
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  });
  const ask = async (expression: string): Promise<{ status: string; data: { result: unknown[] } }> => {
    const answer = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(expression)}`);
    return answer.json() as never;
  };
  const owned = stack.move();
  return { ask, [Symbol.asyncDispose]: () => owned.disposeAsync() };
};

interface Dashboard {
  readonly panels: readonly { readonly targets: readonly { readonly expr: string }[] }[];
}
const dashboards = readdirSync(join(folder, 'dashboards'));
const expressions = dashboards.flatMap((name) =>
  (JSON.parse(read(`dashboards/${name}`)) as Dashboard).panels.flatMap(({ targets }) =>
    targets.map(({ expr }) => expr),
  ),
);

describe('the shipped configuration of Prometheus and Grafana', () => {
  it('the shipped dashboards match their definitions (node observability/write-dashboards.ts)', async () => {
    using written = createDataFolder();
    await promisify(execFile)(process.execPath, [join(folder, 'write-dashboards.ts'), written.path]);
    assert.deepEqual(readdirSync(written.path), dashboards);
    for (const name of dashboards)
      assert.deepEqual(
        JSON.parse(read(`dashboards/${name}`)),
        JSON.parse(readFileSync(join(written.path, name), 'utf8')),
      );
    assert.ok(expressions.length > 20);
  });

  it('the shipped alerting rules are valid, and fire only if there is a problem', {
    skip: missing,
  }, async () => {
    const run = promisify(execFile);
    const cwd = join(folder, 'alerts');
    await run('promtool', ['check', 'config', '../prometheus.yml'], { cwd });
    await run('promtool', ['test', 'rules', 'plenum.rules.test.yml'], { cwd });
    const rules = read('alerts/plenum.rules.yml').match(/^ +- alert: .*(\n {8}.*)*/gm)!;
    for (const rule of rules) assert.match(rule, /labels: \{ severity: (critical|warning|info) \}/);
  });

  it('each alert links to its section in docs/runbooks.md, and each section to an alert', () => {
    const alerts = [
      ...read('alerts/plenum.rules.yml').matchAll(/- alert: (\w+)\n(?: {8}.*\n)*? {10}runbook_url: (.*)/g),
    ].map(([, name, url]) => [name, url]);
    assert.equal(alerts.length, read('alerts/plenum.rules.yml').match(/- alert: /g)!.length);
    const runbooks = read('../docs/runbooks.md');
    const sections = [...runbooks.matchAll(/^### (\w+)\n\n((?:(?!^#).*\n)*)/gm)];
    const page = 'https://github.com/plenum-climate/plenum/blob/main/docs/runbooks.md';
    assert.deepEqual(
      sections.map(([, name]) => [name, `${page}#${name!.toLowerCase()}`]).sort(),
      alerts.toSorted(),
    );
    for (const [, name, text] of sections)
      assert.match(text!, /^- \*\*Meaning:\*\*.*^- \*\*Look:\*\*.*^- \*\*Do:\*\*/ms, name!);
    const metrics = new Set(runbooks.match(/\bplenum_cloud_\w+/g));
    const operating = read('../docs/operating.md');
    assert.deepEqual(
      [...metrics].filter((name) => !operating.includes(name)),
      [],
      'metrics that docs/operating.md does not explain',
    );
  });

  it('the shipped dashboards and rules query only metrics of a running house and its cloud', {
    skip: missing,
    timeout: 180_000,
  }, async () => {
    await using all = await startEverything();
    await using receiver = await startReceiver();
    const account = await enterAccount(all.cloud);
    await account.allowApp();
    const endpoints = '/console/apps/plenum-demo-app/endpoints';
    await account.call(endpoints, { url: receiver.url });
    const [endpoint] = await account.call<[{ id: string }]>(endpoints);
    await account.call(`${endpoints}/${endpoint.id}/test`, {});
    await receiver.came(1);
    const metrics = await (await fetch(`${all.bridge}/metrics`)).text();
    const checked = spawnSync('promtool', ['check', 'metrics'], { input: metrics, encoding: 'utf8' });
    assert.deepEqual([checked.status, checked.stderr], [0, '']);

    await using prometheus = await startPrometheus({
      '127.0.0.1:8080': all.bridge,
      '127.0.0.1:8090': all.cloud,
    });
    for (const expression of expressions)
      await until(
        expression,
        async () => {
          const { status, data } = await prometheus.ask(expression);
          return (status === 'success' && data.result.length > 0) || { status, result: data.result };
        },
        60_000,
      );
    // The alerts of a house and a cloud without problems.
    const { data } = await prometheus.ask('ALERTS{alertstate="firing"}');
    assert.deepEqual(data.result, []);
  });
});
