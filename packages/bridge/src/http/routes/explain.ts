import { explainedKinds, readExplainedRef } from '@plenum/insight/explain';
import type { ComponentRef } from '@plenum/protocol/component';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { Read } from '../../device/records.ts';
import type { Explainer } from '../../explain/explainer.ts';
import { refuseStale } from '../age.ts';
import type { Query } from '../query-values.ts';

const choices = explainedKinds.map((kind) => (kind === 'unit' ? kind : `${kind}.N`));

/** `GET /explain?component=zone.3`: why a component is as it is, and what would change it. */
export const createExplainReads = (explainer: Explainer, device: Device): Read[] => {
  const readRef = ({ component }: Query): Result<ComponentRef> => {
    const stale = refuseStale(device);
    if (stale !== undefined) return { ok: false, refusal: stale };
    if (component === undefined || component === '')
      return refuse('missing-key', { facts: { key: 'component' } });
    const ref = readExplainedRef(component);
    if (ref !== undefined) return ok(ref);
    return refuse('not-a-choice', { path: ['component'], input: component, facts: { choices } });
  };
  return [
    {
      path: '/explain',
      endpoint: 'explain',
      read: (query) => {
        const ref = readRef(query);
        return ref.ok ? explainer.explain(ref.value) : ref;
      },
    },
  ];
};
