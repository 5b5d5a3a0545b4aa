import {
  type Access,
  includesAccess,
  type Refused,
  type Right,
  refuse,
  rights,
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

/** An account, and the bridge it wants to use. */
export interface HouseRef {
  readonly accountId: string;
  readonly systemId: string;
}

/** A person acting in a house. */
export type InHouse = HouseRef & Actor;

/** Returns what an account may do with a bridge, or why it may not do something that requires `needed`. */
export const authorizePerson = async (
  db: Db,
  { accountId, systemId, now }: HouseRef & { readonly now: number },
  needed: Access,
): Promise<BridgeAccess | Refused> => {
  const own = await readAccess(db, { accountId, systemId, now });
  if (own === undefined) return refuse('no-such-bridge');
  return includesAccess(own.access, needed) ? own : refuse('access-missing', { facts: { needed } });
};

/** Checks offered terms against the access of the inviter. Nobody can grant more time than they have. */
export const checkTerms = ({ access, until }: Terms, own: BridgeAccess, now: number): Refused | undefined => {
  if (!rights.includes(access)) return refuse('access-malformed');
  if (until !== undefined && !(until > now && until <= now + sharingLimits.maxAhead))
    return refuse('until-malformed');
  const isLonger = own.until !== undefined && (until === undefined || until > own.until);
  return isLonger ? refuse('until-later-than-own') : undefined;
};

/**
 * Locks an account and a bridge until the end of the transaction, so that of two concurrent counts the second includes
 * the first.
 */
export const lockHouse = async (db: Db, { accountId, systemId }: HouseRef): Promise<void> => {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  await db
    .selectFrom('bridge')
    .select('system_id')
    .where('system_id', '=', systemId)
    .forNoKeyUpdate()
    .execute();
};
