import type { Right } from '@plenum/protocol/console';
import type { Db } from '../../kernel/database/store.ts';
import { houseNameOf } from '../bridge/house-name.ts';

/** A person who may use, or is invited to use, a bridge of another account. Times are in ms UTC. */
export interface HouseMember {
  readonly id: string;
  readonly systemId: string;
  /** E-mail address of the guest, or the invited address until the invitation is accepted. */
  readonly email: string;
  readonly access: Right;
  readonly until: number | undefined;
  /** Account and e-mail address of the inviter, or undefined if that account was deleted. */
  readonly inviterId: string | undefined;
  readonly invitedBy: string | undefined;
  readonly invitedAt: number;
  /** Only set for an invitation. */
  readonly expiresAt: number | undefined;
  /** Account of the guest, and the time at which the guest accepted; undefined for an invitation. */
  readonly accountId: string | undefined;
  readonly acceptedAt: number | undefined;
  /** The name of the house, and the owner's e-mail address. */
  readonly name: string;
  readonly owner: string;
  readonly ownerId: string;
}

/**
 * Selects the guests and invitations that exist at a given time: accepted and not ended, or pending and not expired.
 */
const existing = (db: Db, now: number) =>
  db
    .selectFrom('bridge_member as member')
    .innerJoin('bridge', (join) =>
      join
        .onRef('bridge.system_id', '=', 'member.system_id')
        .onRef('bridge.paired_at', '=', 'member.paired_at'),
    )
    .innerJoin('account as owner', 'owner.id', 'bridge.account_id')
    .leftJoin('component as unit', (join) =>
      join.onRef('unit.system_id', '=', 'bridge.system_id').on('unit.kind', '=', 'unit'),
    )
    .leftJoin('account as guest', 'guest.id', 'member.account_id')
    .leftJoin('account as inviter', 'inviter.id', 'member.invited_by')
    .select(['member.id', 'member.system_id', 'member.access', 'member.until', 'member.invited_by'])
    .select(['member.invited_at', 'member.expires_at', 'member.account_id', 'member.accepted_at'])
    .select(['bridge.name', 'owner.email as owner', 'owner.id as owner_id', 'inviter.email as inviter'])
    .select('unit.datagram as unit')
    .select(({ fn }) => fn.coalesce('guest.email', 'member.email').as('email'))
    .where(({ eb, or }) => or([eb('member.until', 'is', null), eb('member.until', '>', now)]))
    .where(({ eb, or }) => or([eb('member.account_id', 'is not', null), eb('member.expires_at', '>', now)]))
    .orderBy('member.invited_at')
    .orderBy('member.id');

type Row = Awaited<ReturnType<ReturnType<typeof existing>['execute']>>[number];

const toMember = (row: Row): HouseMember => ({
  id: row.id,
  systemId: row.system_id,
  email: row.email,
  access: row.access,
  until: row.until ?? undefined,
  inviterId: row.invited_by ?? undefined,
  invitedBy: row.inviter ?? undefined,
  invitedAt: row.invited_at,
  expiresAt: row.expires_at ?? undefined,
  accountId: row.account_id ?? undefined,
  acceptedAt: row.accepted_at ?? undefined,
  name: houseNameOf({ name: row.name, systemId: row.system_id, unit: row.unit }),
  owner: row.owner,
  ownerId: row.owner_id,
});

/** Filter for guests and invitations. */
interface MemberFilter {
  readonly id?: string;
  readonly systemId?: string;
  readonly accountId?: string;
  /** Selects only invitations to this address, or invitations whose link has this hash. */
  readonly emailKey?: string;
  readonly tokenHash?: string;
}

/** Reads guests and invitations, oldest invitation first. */
export async function readMembers(db: Db, filter: MemberFilter, now: number): Promise<HouseMember[]> {
  const { id, systemId, accountId, emailKey, tokenHash } = filter;
  const rows = await existing(db, now)
    .$if(id !== undefined, (query) => query.where('member.id', '=', id!))
    .$if(systemId !== undefined, (query) => query.where('member.system_id', '=', systemId!))
    .$if(accountId !== undefined, (query) => query.where('member.account_id', '=', accountId!))
    .$if(emailKey !== undefined, (query) =>
      query.where('member.email_key', '=', emailKey!).where('member.account_id', 'is', null),
    )
    .$if(tokenHash !== undefined, (query) => query.where('member.token_hash', '=', tokenHash!))
    .execute();
  return rows.map(toMember);
}

interface NewInvitation {
  readonly id: string;
  readonly systemId: string;
  readonly email: string;
  readonly emailKey: string;
  readonly access: Right;
  readonly until: number | undefined;
  readonly inviterId: string;
  /** Hash of the secret in the link, or undefined if the invitation has no link yet. */
  readonly tokenHash: string | undefined;
  readonly now: number;
  readonly expiresAt: number;
}

/** Stores an invitation for the current pairing of its bridge. */
export async function insertInvitation(db: Db, made: NewInvitation): Promise<void> {
  await db
    .insertInto('bridge_member')
    .values(({ selectFrom }) => ({
      id: made.id,
      system_id: made.systemId,
      paired_at: selectFrom('bridge').select('paired_at').where('system_id', '=', made.systemId),
      email: made.email,
      email_key: made.emailKey,
      access: made.access,
      until: made.until ?? null,
      token_hash: made.tokenHash ?? null,
      expires_at: made.expiresAt,
      invited_by: made.inviterId,
      invited_at: made.now,
      account_id: null,
      accepted_at: null,
    }))
    .execute();
}

/**
 * Gives a pending invitation a new link. Only the hash of its secret is stored. Returns false if the invitation no
 * longer exists.
 */
export async function setInvitationLink(db: Db, id: string, tokenHash: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('bridge_member')
    .set({ token_hash: tokenHash })
    .where('id', '=', id)
    .where('account_id', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Makes an account a guest through its invitation, which then cannot be accepted again. */
export async function acceptMember(
  db: Db,
  { id, accountId, now }: { readonly id: string; readonly accountId: string; readonly now: number },
): Promise<void> {
  // Removes this account's expired access to the same bridge, if it has not been swept yet.
  await db
    .deleteFrom('bridge_member')
    .where('account_id', '=', accountId)
    .where('system_id', '=', ({ selectFrom }) =>
      selectFrom('bridge_member as accepted').select('accepted.system_id').where('accepted.id', '=', id),
    )
    .execute();
  await db
    .updateTable('bridge_member')
    .set({ account_id: accountId, accepted_at: now, token_hash: null, expires_at: null })
    .where('id', '=', id)
    .execute();
}

export async function updateMember(
  db: Db,
  { id, access, until }: Pick<HouseMember, 'id' | 'access' | 'until'>,
): Promise<void> {
  await db
    .updateTable('bridge_member')
    .set({ access, until: until ?? null })
    .where('id', '=', id)
    .execute();
}

/** Deletes a guest or an invitation, together with any pending invitations that the guest made for the house. */
export async function deleteMember(
  db: Db,
  { id, systemId, accountId }: Pick<HouseMember, 'id' | 'systemId' | 'accountId'>,
): Promise<void> {
  await db.deleteFrom('bridge_member').where('id', '=', id).execute();
  if (accountId === undefined) return;
  await db
    .deleteFrom('bridge_member')
    .where('system_id', '=', systemId)
    .where('invited_by', '=', accountId)
    .where('account_id', 'is', null)
    .execute();
}

/** A guest whose access has expired, with the owner of the house. */
export type Ended = Pick<HouseMember, 'id' | 'systemId' | 'accountId' | 'access' | 'until'> & {
  readonly ownerId: string | undefined;
};

/** Reads a limited number of guests whose access has expired. */
export async function readEnded(db: Db, now: number): Promise<Ended[]> {
  const rows = await db
    .selectFrom('bridge_member as member')
    .innerJoin('bridge', 'bridge.system_id', 'member.system_id')
    .select(['member.id', 'member.system_id', 'member.account_id', 'member.access', 'member.until'])
    .select('bridge.account_id as owner_id')
    .where('member.account_id', 'is not', null)
    .where('member.until', '<=', now)
    .limit(100)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    systemId: row.system_id,
    accountId: row.account_id!,
    access: row.access,
    until: row.until!,
    ownerId: row.owner_id ?? undefined,
  }));
}

/**
 * Deletes a guest whose access has expired. Returns false if another node did so first, or if the access was extended.
 */
export async function deleteEnded(db: Db, id: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('bridge_member')
    .where('id', '=', id)
    .where('until', '<=', now)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Counts the pending invitations made by an account, or the houses in which it is a guest. */
export async function countMembers(
  db: Db,
  column: 'invited_by' | 'account_id',
  accountId: string,
): Promise<number> {
  const { total } = await db
    .selectFrom('bridge_member')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where(column, '=', accountId)
    .$if(column === 'invited_by', (query) => query.where('account_id', 'is', null))
    .executeTakeFirstOrThrow();
  return Number(total);
}
