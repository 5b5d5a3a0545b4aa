import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';

export const root = join(import.meta.dirname, '../..');
export const chart = join(root, 'packaging/kubernetes/plenum-cloud');
export const base = join(root, 'packaging/kubernetes/base');

export const read = (...path: readonly string[]): string => readFileSync(join(...path), 'utf8');

export type Labels = Readonly<Record<string, string>>;

export interface Probe {
  readonly httpGet: { readonly path: string; readonly port: string };
}

export interface Container {
  readonly image: string;
  readonly args: readonly string[];
  readonly env: readonly {
    readonly name: string;
    readonly value?: string;
    readonly valueFrom?: { readonly secretKeyRef: { readonly key: string; readonly optional: boolean } };
  }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly startupProbe: Probe & { readonly periodSeconds: number; readonly failureThreshold: number };
  readonly readinessProbe: Probe;
  readonly livenessProbe: Probe;
  readonly lifecycle: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
}

export interface PodTemplate {
  readonly metadata: { readonly labels: Labels; readonly annotations?: Labels };
  readonly spec: {
    readonly terminationGracePeriodSeconds: number;
    readonly containers: readonly [Container];
  };
}

/** An object of Kubernetes. The tests read only few of its fields. */
export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly labels: Labels; readonly annotations?: Labels };
  // biome-ignore lint/suspicious/noExplicitAny: each kind has a different one, which `kubernetes-models` checks.
  readonly spec: any;
}

/** Parses the output of `helm template` or `kubectl kustomize`. */
export const parseManifests = (text: string): readonly Manifest[] =>
  parseAllDocuments(text)
    .map((document) => document.toJSON() as Manifest | null)
    .filter((manifest) => manifest !== null);

export function findKind(manifests: readonly Manifest[], kind: string): Manifest {
  const found = manifests.filter((manifest) => manifest.kind === kind);
  assert.equal(found.length, 1, kind);
  return found[0]!;
}

/** Returns the pods that an object creates. */
export const podOf = (manifests: readonly Manifest[], kind: 'Deployment' | 'Job'): PodTemplate =>
  findKind(manifests, kind).spec.template;

/** Returns the moments of a Helm release at which Helm runs objects of the chart. */
export const hooksOf = (manifests: readonly Manifest[]): ReadonlySet<string> =>
  new Set(manifests.flatMap(({ metadata }) => metadata.annotations?.['helm.sh/hook']?.split(',') ?? []));
