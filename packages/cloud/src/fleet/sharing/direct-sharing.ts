import { isRefused, type Refused, refuseRequest } from '@plenum/protocol/console';
import type { Account } from '../../identity/account/shape.ts';
import type { Transaction } from '../../kernel/database/store.ts';
import type { InHouse, Terms } from './authorize-person.ts';
import type { MembershipChanges, SharingDeps } from './changes.ts';
import { createAcceptWithin } from './guest.ts';
import { createHostWithin } from './host.ts';
import { readMembers } from './member-store.ts';

/** Sharing on behalf of both the owner, who acts in `where`, and the guest, for accounts without people. */
export interface DirectSharing {
  /** Invites an account and accepts in its place, or changes the terms if it is already a guest. */
  shareWithin(
    tx: Transaction,
    where: InHouse,
    whom: Terms & { readonly guest: Account },
  ): Promise<Refused | undefined>;
  /** Ends the access of a guest. */
  unshareWithin(tx: Transaction, where: InHouse, guestId: string): Promise<Refused | undefined>;
}

export function createDirectSharing(
  { now }: Pick<SharingDeps, 'now'>,
  changes: MembershipChanges,
): DirectSharing {
  // Nobody reads the e-mail of these accounts, so the invitation is accepted through its link.
  const host = createHostWithin({ now }, changes);
  const accept = createAcceptWithin({ now }, changes);
  const findGuest = async ({ db }: Transaction, { systemId }: InHouse, accountId: string) =>
    (await readMembers(db, { systemId, accountId }, now()))[0];
  return {
    shareWithin: async (tx, where, { guest, ...terms }) => {
      const present = await findGuest(tx, where, guest.id);
      if (present !== undefined) return host.change(tx, where, { memberId: present.id, ...terms });
      const made = await host.invite(tx, where, { email: guest.email, ...terms });
      if (isRefused(made)) return made;
      const { member, token } = made;
      const refused = await accept(tx, { account: guest, address: where.address }, { token: token! });
      if (refused !== undefined) await changes.end(tx, { actor: where, member });
      return refused;
    },
    unshareWithin: async (tx, where, guestId) => {
      const present = await findGuest(tx, where, guestId);
      return present === undefined ? refuseRequest('no-such-member') : host.remove(tx, where, present.id);
    },
  };
}
