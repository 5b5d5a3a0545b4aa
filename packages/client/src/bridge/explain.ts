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
 * Why a component is as it is and what would change it: as a Plenum bridge explains it, and of another one by its
 * datagrams alone.
 */
export const createExplain =
  ({ connection, own, clock, datagrams }: ExplainDeps) =>
  async (ref: ComponentRef): Promise<ExplanationAnswer> => {
    const { kind, index } = ref;
    try {
      return await own.read(explainEndpoints.explain, { component: `${kind}.${index}` });
    } catch (error) {
      if (!(error instanceof BridgeError)) throw error;
      // Bridges of makers answer a path that they do not have in their own ways.
      const isOther = error.code === 'malformed' && connection.isPlenum() !== true;
      if (error.code !== 'unsupported' && !isOther) throw error;
    }
    const found = explain(ref, await datagrams());
    if (found !== undefined) return toAnswer(found, { at: clock.now(), timeZone: 'UTC' });
    throw new BridgeError('unsupported', `${connection.where} shows no ${kind} ${index}.`);
  };
