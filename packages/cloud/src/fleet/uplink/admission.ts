import type { Clock } from '@plenum/machine';
import type { EntryError } from '@plenum/protocol/uplink';
import { createBatch } from '../../kernel/database/batch.ts';
import type { Store } from '../../kernel/database/store.ts';
import {
  type Admission,
  type AdmittedBridge,
  admitBridge,
  type ConnectionRequest,
} from '../bridge/connection-record.ts';
import { verifyConnectToken } from './verify-token.ts';

export interface AdmissionDeps {
  readonly store: Store;
  readonly nodeId: string;
  /** The origins of this cloud. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
}

/** Admits the bridge that signed a token, once, or resolves to the code of the refusal. */
export type AdmitByToken = (token: string) => Promise<AdmittedBridge | EntryError>;

export const createAdmitByToken = ({ store, nodeId, audiences, clock }: AdmissionDeps): AdmitByToken => {
  const admit = createBatch<ConnectionRequest, Admission>(store, {
    work: ({ db }, request) => admitBridge(db, request),
    key: ({ systemId }) => systemId,
  });
  return async (token) => {
    const now = clock.now();
    const verified = await verifyConnectToken(store.db, token, { audiences, now });
    if (typeof verified === 'string') return verified;
    const { systemId, keyId, jti, expiresAt, timeZone } = verified;
    return admit({ systemId, keyId, jti, expiresAt, timeZone, nodeId, now });
  };
};
