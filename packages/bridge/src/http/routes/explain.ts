import type { ComponentRef } from '@plenum/protocol/component';
import { readExplainedRef } from '@plenum/protocol/explain';
import { ok, type Result, refuse } from '@plenum/protocol/refusal';
import type { Device } from '../../device/device.ts';
import type { Explainer } from '../../explain/explainer.ts';
import { refuseStale } from '../age.ts';
import { toAnswer, toJsonAnswer } from '../answer.ts';
import type { Query } from '../query-values.ts';
import type { Route } from '../route.ts';

/** `GET /explain?component=zone.3`: why a component is as it is, and what would change it. */
export const createExplainRoutes = (explainer: Explainer, device: Device): Route[] => {
  const read = ({ component }: Query): Result<ComponentRef> => {
    const stale = refuseStale(device);
    if (stale !== undefined) return { ok: false, refusal: stale };
    if (component === undefined || component === '')
      return refuse('missing-key', { facts: { key: 'component' } });
    const ref = readExplainedRef(component);
    if (ref !== undefined) return ok(ref);
    const choices = ['unit', 'zone.N', 'split.N', 'vrf.N'];
    return refuse('not-a-choice', { path: ['component'], input: component, facts: { choices } });
  };
  return [
    {
      method: 'GET',
      path: '/explain',
      endpoint: 'explain',
      handle: ({ query }) => {
        const ref = read(query as Query);
        return toAnswer(ref.ok ? explainer.explain(ref.value) : ref, (answer) =>
          toJsonAnswer(JSON.stringify(answer)),
        );
      },
    },
  ];
};
