import {
  includesAccess,
  isRefused,
  type Refused,
  refuseRequest,
  sharingLimits,
} from '@plenum/protocol/console';
import { toEmailKey } from '../../identity/account/account-store.ts';
import { hashSecret } from '../../identity/account/secret.ts';
import type { Account, Actor } from '../../identity/account/shape.ts';
import { readDeveloper } from '../../identity/oauth/token/test-mode.ts';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import { readAccess } from '../bridge/access.ts';
import { authorizePerson, type InHouse, lockHouse } from './authorize-person.ts';
import type { MembershipChanges, SharingDeps } from './changes.ts';
import { acceptMember, countMembers, type HouseMember, readMembers } from './member-store.ts';

/**
 * An invitation, either by its id (only for the account with the invited address) or by the secret of its link (for any
 * account).
 */
type InvitationRef = { readonly memberId: string } | { readonly token: string };

/** An invited person, and the IP address of their browser. */
interface Invited {
  readonly account: Account;
  readonly address: string;
}

/** Actions of guests and invited people. */
export interface Guest {
  /** Returns the invitations to the e-mail address of an account. */
  listInvitations(account: Account): Promise<readonly HouseMember[]>;
  find(account: Account, ref: InvitationRef): Promise<HouseMember | Refused>;
  accept(who: Invited, ref: InvitationRef): Promise<Refused | undefined>;
  decline(who: Invited, memberId: string): Promise<Refused | undefined>;
  leave(where: InHouse): Promise<Refused | undefined>;
  /** Ends all access as a guest that an account about to be deleted has. */
  leaveAll(tx: Transaction, who: Actor): Promise<void>;
}

/**
 * True if an account can accept an invitation without its link. The account must have the invited address and be older
 * than the invitation, because anybody who knew of the invitation could have created a newer account.
 */
const isFor = (account: Account, { invitedAt }: HouseMember): boolean => account.createdAt <= invitedAt;

/** True if the inviter may still invite. */
export async function isStillOffered(
  db: Db,
  { inviterId, systemId }: HouseMember,
  now: number,
): Promise<boolean> {
  if (inviterId === undefined) return false;
  const inviter = await readAccess(db, { accountId: inviterId, systemId, now });
  return inviter !== undefined && includesAccess(inviter.access, 'manage');
}

const findInvitation = async (
  db: Db,
  { account, ref, now }: { readonly account: Account; readonly ref: InvitationRef; readonly now: number },
): Promise<HouseMember | Refused> => {
  const byLink = 'token' in ref;
  const filter = byLink
    ? { tokenHash: hashSecret(ref.token) }
    : { id: ref.memberId, emailKey: toEmailKey(account.email) };
  const [member] = await readMembers(db, filter, now);
  if (member === undefined || !(byLink || isFor(account, member))) return refuseRequest('no-such-invitation');
  return (await isStillOffered(db, member, now)) ? member : refuseRequest('no-such-invitation');
};

/** Creates the function that accepts an invitation as part of a transaction. */
export const createAcceptWithin =
  ({ now }: Pick<SharingDeps, 'now'>, { record, notify }: MembershipChanges) =>
  async (
    tx: Transaction,
    { account, address }: Invited,
    ref: InvitationRef,
  ): Promise<Refused | undefined> => {
    const { db } = tx;
    const at = now();
    const seen = await findInvitation(db, { account, ref, now: at });
    if (isRefused(seen)) return seen;
    const { systemId, ownerId } = seen;
    const accountId = account.id;
    // Test users share only with test users of the same developer, and other people only with each other.
    if ((await readDeveloper(db, accountId)) !== (await readDeveloper(db, ownerId)))
      return refuseRequest('no-such-invitation');
    await lockHouse(db, { accountId, systemId });
    // Read again, because the invitation may have been accepted before the house was locked.
    const member = await findInvitation(db, { account, ref, now: at });
    if (isRefused(member)) return member;
    if ((await readAccess(db, { accountId, systemId, now: at })) !== undefined)
      return refuseRequest('guest-already');
    const { houses: most } = sharingLimits;
    if ((await countMembers(db, 'account_id', accountId)) >= most)
      return refuseRequest('too-many-houses', { facts: { most } });
    await acceptMember(db, { id: member.id, accountId, now: at });
    const accepted = { ...member, accountId };
    await record(tx, 'access-accepted', { actor: { accountId, address }, member: accepted });
    await notify(tx, { systemId, accountId, what: 'shared' });
    return undefined;
  };

export function createGuest(deps: SharingDeps, changes: MembershipChanges): Guest {
  const { store, now } = deps;
  const accept = createAcceptWithin(deps, changes);
  return {
    listInvitations: async (account) => {
      const all = await readMembers(store.db, { emailKey: toEmailKey(account.email) }, now());
      const offered: HouseMember[] = [];
      for (const one of all)
        if (isFor(account, one) && (await isStillOffered(store.db, one, now()))) offered.push(one);
      return offered;
    },
    find: (account, ref) => findInvitation(store.db, { account, ref, now: now() }),
    accept: (who, ref) => store.transaction('full', (tx) => accept(tx, who, ref)),
    decline: ({ account, address }, memberId) =>
      store.transaction('full', async (tx) => {
        const member = await findInvitation(tx.db, { account, ref: { memberId }, now: now() });
        if (isRefused(member)) return member;
        const actor = { accountId: account.id, address };
        return void (await changes.decline(tx, { actor, member }));
      }),
    leave: (where) =>
      store.transaction('full', async (tx) => {
        await lockHouse(tx.db, where);
        const own = await authorizePerson(tx.db, { ...where, now: now() }, 'view');
        if (isRefused(own)) return own;
        if (own.access === 'owner') return refuseRequest('owner-stays');
        const { accountId, systemId } = where;
        const [member] = await readMembers(tx.db, { systemId, accountId }, now());
        return void (await changes.end(tx, { actor: where, member: member!, why: 'left' }));
      }),
    leaveAll: async (tx, actor) => {
      const all = await readMembers(tx.db, { accountId: actor.accountId }, now());
      for (const member of all) await changes.end(tx, { actor, member, why: 'account-removed' });
    },
  };
}
