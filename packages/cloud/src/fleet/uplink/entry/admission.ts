import type { Clock } from '@plenum/platform';
import type { EntryError } from '@plenum/protocol/uplink';
import { createBatch } from '../../../kernel/database/batch.ts';
import type { Store } from '../../../kernel/database/store.ts';
import {
  type AdmittedBridge,
  admitBridges,
  type BridgeAdmission,
  type ConnectionRequest,
} from '../../bridge/connection-record.ts';
import { type VerifiedBridge, verifyConnectToken } from './verify-token.ts';

/**
 * Time in ms for which an admission waits for others. Tokens are verified one after the other on other threads, so without
 * it each admission is a separate transaction, with its own flush to the disk, even if all bridges connect at once.
 */
const gather = 20;

export interface AdmissionDeps {
  readonly store: Store;
  readonly nodeId: string;
  /** The origins of this cloud, one of which must be the `aud` of a token. */
  readonly audiences: readonly string[];
  readonly clock: Clock;
}

/** Admission of bridges by token, in two steps: the token is verified first, then the bridge waits for its turn. */
interface TokenAdmission {
  /** Returns the bridge that signed a token, or the error code of the refusal. Does not write to the store. */
  verify(token: string): Promise<VerifiedBridge | EntryError>;
  /** Admits a bridge once with its token, or resolves to the error code of the refusal. */
  admit(bridge: VerifiedBridge): Promise<AdmittedBridge | EntryError>;
}

export function createTokenAdmission({ store, nodeId, audiences, clock }: AdmissionDeps): TokenAdmission {
  const admit = createBatch<ConnectionRequest, BridgeAdmission>(store, {
    work: ({ db }, requests) => admitBridges(db, requests),
    key: ({ systemId }) => systemId,
    gather,
  });
  return {
    verify: (token) => verifyConnectToken(store.db, token, { audiences, now: clock.now() }),
    admit: ({ systemId, keyId, jti, expiresAt, timeZone }) =>
      admit({ systemId, keyId, jti, expiresAt, timeZone, nodeId, now: clock.now() }),
  };
}
