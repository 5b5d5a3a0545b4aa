import { type ExplanationAnswer, explain, explainEndpoints, toAnswer } from '@plenum/insight/explain';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import { BridgeError } from '../exchange/bridge-error.ts';
import type { Connection } from '../exchange/connection.ts';
import type { Own } from './own.ts';

interface ExplainDeps {
  readonly connection: Connection;
  readonly own: Own;
  readonly clock: { readonly now: () => number };
  readonly datagrams: () => Promise<Datagrams>;
}

/**
 * Creates a function that explains the state of a component and what would change it. A Plenum bridge returns the
 * explanation; for other bridges it is derived from the datagrams.
 */
export const createExplain =
  ({ connection, own, clock, datagrams }: ExplainDeps) =>
  async (ref: ComponentRef): Promise<ExplanationAnswer> => {
    const { kind, index } = ref;
    try {
      return await own.read(explainEndpoints.explain, { component: `${kind}.${index}` });
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      // Bridges of other manufacturers respond to unknown paths in different ways, so a malformed answer may also mean
      // `unsupported`.
      const isOther = error.code === 'malformed' && connection.isPlenum() !== true;
      if (error.code !== 'unsupported' && !isOther) throw error;
    }
    const found = explain(ref, await datagrams());
    if (found !== undefined) return toAnswer(found, { at: clock.now(), timeZone: 'UTC' });
    throw new BridgeError('unsupported', `${connection.where} has no ${kind} ${index}.`);
  };
