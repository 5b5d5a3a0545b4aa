import { explainEndpoints, explainedKinds, readExplainedRef } from '@plenum/insight/explain';
import { refuse } from '@plenum/protocol/refusal';
import type { Device } from '../device/device.ts';
import { refuseStale } from '../device/refuse-stale.ts';
import { bindRead } from './bind.ts';
import type { ReadEndpoint } from './endpoint.ts';
import type { Explainer } from './explainer.ts';

const choices = explainedKinds.map((kind) => (kind === 'unit' ? kind : `${kind}.N`));

/** Creates the endpoint that explains the state of a component and how it would change. */
export const createExplainRead = (explainer: Explainer, device: Device): ReadEndpoint =>
  bindRead(explainEndpoints.explain, ({ component }) => {
    const stale = refuseStale(device);
    if (stale !== undefined) return { ok: false, refusal: stale };
    const ref = readExplainedRef(component);
    if (ref !== undefined) return explainer.explain(ref);
    return refuse('not-a-choice', { path: ['component'], input: component, facts: { choices } });
  });
