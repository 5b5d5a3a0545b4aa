import {
  type Access,
  includesAccess,
  type Refused,
  type Right,
  refuseRequest,
  sharingLimits,
} from '@plenum/protocol/console';
import type { Actor } from '../../identity/account/shape.ts';
import type { Db } from '../../kernel/database/store.ts';
import { type BridgeAccess, readAccess } from '../bridge/access.ts';

/** The access of a person to a house, and when it ends (ms UTC). */
export interface Terms {
  readonly access: Right;
  readonly until?: number | undefined;
}

/** An account, and the bridge it wants to access. */
export interface HouseRef {
  readonly accountId: string;
  readonly systemId: string;
}

/** A person acting in a house. */
export type InHouse = HouseRef & Actor;

/** Returns the access of an account to a bridge, or a refusal if that does not include `needed`. */
export async function authorizePerson(
  db: Db,
  { accountId, systemId, now }: HouseRef & { readonly now: number },
  needed: Access,
): Promise<BridgeAccess | Refused> {
  const own = await readAccess(db, { accountId, systemId, now });
  if (own === undefined) return refuseRequest('no-such-bridge');
  return includesAccess(own.access, needed) ? own : refuseRequest('access-missing', { facts: { needed } });
}

/** Checks offered terms against the access of the inviter, who cannot grant access for longer than they have it. */
export function checkTerms({ until }: Terms, own: BridgeAccess, now: number): Refused | undefined {
  if (until !== undefined && !(until > now && until <= now + sharingLimits.maxAhead))
    return refuseRequest('until-malformed');
  const isLonger = own.until !== undefined && (until === undefined || until > own.until);
  return isLonger ? refuseRequest('until-later-than-own') : undefined;
}

/**
 * Locks an account and a bridge until the transaction ends, so that the second of two concurrent counts includes the
 * first.
 */
export async function lockHouse(db: Db, { accountId, systemId }: HouseRef): Promise<void> {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  await db
    .selectFrom('bridge')
    .select('system_id')
    .where('system_id', '=', systemId)
    .forNoKeyUpdate()
    .execute();
}
