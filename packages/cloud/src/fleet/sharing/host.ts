import { randomUUID } from 'node:crypto';
import { isRefused, type Refused, refuseRequest, sharingLimits } from '@plenum/protocol/console';
import { toEmailKey } from '../../identity/account/account-store.ts';
import { createSecret, hashSecret } from '../../identity/account/secret.ts';
import { isEmail } from '../../identity/account/sign-in.ts';
import { isTestUserAddress } from '../../identity/account/test-user-address.ts';
import type { Db, Transaction } from '../../kernel/database/store.ts';
import type { BridgeAccess } from '../bridge/access.ts';
import {
  authorizePerson,
  checkTerms,
  type HouseRef,
  type InHouse,
  lockHouse,
  type Terms,
} from './authorize-person.ts';
import type { MembershipChanges, SharingDeps } from './changes.ts';
import { invitationMail } from './invitation-mail.ts';
import {
  countMembers,
  type HouseMember,
  insertInvitation,
  readMembers,
  updateMember,
} from './member-store.ts';

/**
 * A new invitation and the secret of its link. Only the hash of the secret is stored. The secret is undefined if the
 * invitation is sent by e-mail.
 */
export interface MadeInvitation {
  readonly member: HouseMember;
  readonly token: string | undefined;
}

/** Actions on the guests of a house, for its owner and for guests who manage it. */
export interface Host {
  list(where: HouseRef): Promise<readonly HouseMember[] | Refused>;
  invite(where: InHouse, whom: Terms & { readonly email: string }): Promise<MadeInvitation | Refused>;
  change(where: InHouse, memberId: string, terms: Terms): Promise<Refused | undefined>;
  /** Ends the access of a guest, or withdraws an invitation. */
  remove(where: InHouse, memberId: string): Promise<Refused | undefined>;
}

const readOwnerEmail = async (db: Db, systemId: string): Promise<string> => {
  const { email } = await db
    .selectFrom('bridge')
    .innerJoin('account', 'account.id', 'bridge.account_id')
    .select('account.email')
    .where('system_id', '=', systemId)
    .executeTakeFirstOrThrow();
  return email;
};

/**
 * Counts the e-mail that an invitation would send. Called before the transaction, because refused invitations count
 * too.
 */
const countMail = async (
  { store, mail, now }: SharingDeps,
  where: InHouse,
  { email, ...terms }: Terms & { readonly email: string },
): Promise<Refused | undefined> => {
  if (mail === undefined) return undefined;
  const own = await authorizePerson(store.db, { ...where, now: now() }, 'manage');
  if (isRefused(own)) return own;
  if (!isEmail(email)) return refuseRequest('email-malformed');
  const refused = checkTerms(terms, own, now());
  if (refused !== undefined) return refused;
  const counted = await mail.count(toEmailKey(email), where);
  return counted.ok ? undefined : counted;
};

/** Actions on the guests of a house as part of a transaction. */
export interface HostWithin {
  /** Stores an invitation, and adds the e-mail that sends it if `mail` is defined. */
  invite(
    tx: Transaction,
    where: InHouse,
    whom: Terms & { readonly email: string },
  ): Promise<MadeInvitation | Refused>;
  /** Changes the terms of a guest or an invitation. */
  change(
    tx: Transaction,
    where: InHouse,
    member: Terms & { readonly memberId: string },
  ): Promise<Refused | undefined>;
  remove(tx: Transaction, where: InHouse, memberId: string): Promise<Refused | undefined>;
}

const createInviteWithin =
  ({ mail, now }: Pick<SharingDeps, 'mail' | 'now'>, { record }: MembershipChanges): HostWithin['invite'] =>
  async (tx, where, { email, access, until }) => {
    const { db } = tx;
    const { accountId: inviterId, systemId } = where;
    await lockHouse(db, where);
    const at = now();
    const own = await authorizePerson(db, { ...where, now: at }, 'manage');
    if (isRefused(own)) return own;
    if (!isEmail(email)) return refuseRequest('email-malformed');
    const refused = checkTerms({ access, until }, own, at);
    if (refused !== undefined) return refused;
    const members = await readMembers(db, { systemId }, at);
    const emailKey = toEmailKey(email);
    const known = [await readOwnerEmail(db, systemId), ...members.map((one) => one.email)];
    if (known.some((one) => toEmailKey(one) === emailKey)) return refuseRequest('invited-already');
    const { members: most, invitations, invitationAge } = sharingLimits;
    if (members.length >= most) return refuseRequest('too-many-members', { facts: { most } });
    if ((await countMembers(db, 'invited_by', inviterId)) >= invitations)
      return refuseRequest('too-many-invitations', { facts: { most: invitations } });
    const id = randomUUID();
    // If the invitation is sent by e-mail, its secret is created only when the e-mail is sent, so that only the
    // recipient sees the secret.
    const token = mail === undefined ? createSecret() : undefined;
    const whom = { id, systemId, email: email.trim(), emailKey, access, until, inviterId };
    const tokenHash = token && hashSecret(token);
    await insertInvitation(db, { ...whom, tokenHash, now: at, expiresAt: at + invitationAge });
    await mail?.add(db, { kind: invitationMail, emailKey, facts: { memberId: id } });
    const [member] = await readMembers(db, { id }, at);
    await record(tx, 'access-offered', { actor: where, member: member! });
    return { member: member!, token };
  };

export function createHostWithin(
  deps: Pick<SharingDeps, 'mail' | 'now'>,
  changes: MembershipChanges,
): HostWithin {
  const { now } = deps;

  /**
   * Finds a guest or an invitation of a house, if the account may manage that house. People cannot change their own
   * membership.
   */
  const find = async (
    db: Db,
    where: InHouse,
    memberId: string,
  ): Promise<{ readonly own: BridgeAccess; readonly member: HouseMember } | Refused> => {
    await lockHouse(db, where);
    const own = await authorizePerson(db, { ...where, now: now() }, 'manage');
    if (isRefused(own)) return own;
    const [member] = await readMembers(db, { id: memberId, systemId: where.systemId }, now());
    const isOther = member !== undefined && member.accountId !== where.accountId;
    return isOther ? { own, member } : refuseRequest('no-such-member');
  };

  return {
    invite: createInviteWithin(deps, changes),
    change: async (tx, where, { memberId, access, until }) => {
      const found = await find(tx.db, where, memberId);
      if (isRefused(found)) return found;
      const refused = checkTerms({ access, until }, found.own, now());
      if (refused !== undefined) return refused;
      const member = { ...found.member, access, until };
      await updateMember(tx.db, member);
      await changes.record(tx, 'access-changed', { actor: where, member });
      if (member.accountId !== undefined) changes.wake(tx, member.accountId);
      return undefined;
    },
    remove: async (tx, where, memberId) => {
      const found = await find(tx.db, where, memberId);
      if (isRefused(found)) return found;
      return void (await changes.end(tx, { actor: where, member: found.member, why: 'removed' }));
    },
  };
}

export function createHost(deps: SharingDeps, changes: MembershipChanges): Host {
  const { store, now } = deps;
  const within = createHostWithin(deps, changes);
  return {
    list: async (where) => {
      const own = await authorizePerson(store.db, { ...where, now: now() }, 'manage');
      return isRefused(own) ? own : readMembers(store.db, { systemId: where.systemId }, now());
    },
    invite: async (where, whom) =>
      (isTestUserAddress(whom.email) ? refuseRequest('email-reserved') : undefined) ??
      (await countMail(deps, where, whom)) ??
      store.transaction('full', (tx) => within.invite(tx, where, whom)),
    change: (where, memberId, terms) =>
      store.transaction('full', (tx) => within.change(tx, where, { memberId, ...terms })),
    remove: (where, memberId) => store.transaction('full', (tx) => within.remove(tx, where, memberId)),
  };
}
