import { type ExplanationAnswer, explain, explainEndpoints, toAnswer } from '@plenum/insight/explain';
import type { ComponentRef, Datagrams } from '@plenum/protocol/component';
import type { Connection } from '../connection/connection.ts';
import { BridgeError } from '../error/bridge-error.ts';
import type { Own } from './own.ts';

export interface ExplainDeps {
  readonly connection: Connection;
  readonly own: Own;
  readonly clock: { readonly now: () => number };
  readonly datagrams: () => Promise<Datagrams>;
}

/**
 * Creates a function that explains why a component is as it is and what would change it. A Plenum bridge explains it
 * itself; for others it is derived from the datagrams alone.
 */
export const createExplain =
  ({ connection, own, clock, datagrams }: ExplainDeps) =>
  async (ref: ComponentRef): Promise<ExplanationAnswer> => {
    const { kind, index } = ref;
    try {
      return await own.read(explainEndpoints.explain, { component: `${kind}.${index}` });
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      // Each maker's bridges answer unknown paths differently, so a malformed answer may mean the same as
      // `unsupported`.
      const isOther = error.code === 'malformed' && connection.isPlenum() !== true;
      if (error.code !== 'unsupported' && !isOther) throw error;
    }
    const found = explain(ref, await datagrams());
    if (found !== undefined) return toAnswer(found, { at: clock.now(), timeZone: 'UTC' });
    throw new BridgeError('unsupported', `${connection.where} has no ${kind} ${index}.`);
  };
