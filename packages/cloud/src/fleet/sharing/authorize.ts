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

/** What somebody may do in a house, and until when (ms UTC). */
export interface Terms {
  readonly access: Right;
  readonly until?: number | undefined;
}

/** An account, and a bridge that it asks for. */
export interface HouseRef {
  readonly accountId: string;
  readonly systemId: string;
}

/** Somebody who acts in a house. */
export type InHouse = HouseRef & Actor;

/** What an account may do with a bridge, or why it may not do what needs `needed`. */
export const authorize = async (
  db: Db,
  { accountId, systemId, now }: HouseRef & { readonly now: number },
  needed: Access,
): Promise<BridgeAccess | Refused> => {
  const own = await readAccess(db, { accountId, systemId, now });
  if (own === undefined) return refuse('no-such-bridge');
  return includesAccess(own.access, needed) ? own : refuse('access-missing', { facts: { needed } });
};

/** Checks what is offered, by the access of who offers it: nobody gives more time than they have. */
export const checkTerms = ({ access, until }: Terms, own: BridgeAccess, now: number): Refused | undefined => {
  if (!rights.includes(access)) return refuse('access-malformed');
  if (until !== undefined && !(until > now && until <= now + sharingLimits.maxAhead))
    return refuse('until-malformed');
  const isLonger = own.until !== undefined && (until === undefined || until > own.until);
  return isLonger ? refuse('until-later-than-own') : undefined;
};

/** Locks an account and a bridge until the end of the transaction: of two that count, the second counts the first. */
export const lockHouse = async (db: Db, { accountId, systemId }: HouseRef): Promise<void> => {
  await db.selectFrom('account').select('id').where('id', '=', accountId).forNoKeyUpdate().execute();
  await db
    .selectFrom('bridge')
    .select('system_id')
    .where('system_id', '=', systemId)
    .forNoKeyUpdate()
    .execute();
};
