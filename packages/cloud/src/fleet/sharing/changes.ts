import { type Act, createAudit } from '../../identity/account/audit/audit.ts';
import type { AddressMail } from '../../identity/account/mail/email-links.ts';
import type { Actor } from '../../identity/account/shape.ts';
import type { Bus } from '../../kernel/bus/bus.ts';
import type { Store, Transaction } from '../../kernel/database/store.ts';
import type { OwnershipChange, OwnershipListeners } from '../bridge/ownership.ts';
import { accountSubject } from '../uplink/bus-subjects.ts';
import { deleteMember, type Ended } from './member-store.ts';

export interface SharingDeps {
  readonly store: Store;
  readonly bus: Bus;
  readonly listeners: OwnershipListeners;
  /** Sends invitations; undefined where the cloud sends no e-mail. */
  readonly mail?: AddressMail | undefined;
  readonly now: () => number;
}

/** What is recorded about a guest or an invitation; without an actor it happened by itself. */
interface About {
  readonly member: Ended;
  readonly actor?: Actor;
  readonly why?: 'removed' | 'left' | 'account-removed' | 'expired';
}

/** What follows from a change of who may use a house, within its transaction. */
export interface MembershipChanges {
  /** Records it for everybody whom it concerns: who did it, the owner, the guest. */
  record(tx: Transaction, act: Act, about: About): Promise<void>;
  /** Notifies the apps and pages of an account that it can see a bridge now, or no longer. */
  notify(tx: Transaction, change: OwnershipChange): Promise<void>;
  /** Deletes a guest or an invitation, records it and notifies. */
  end(tx: Transaction, about: About): Promise<void>;
  /** Deletes an invitation that was declined, and records it. */
  decline(tx: Transaction, about: About): Promise<void>;
  /** Makes the pages and streams of an account read again what it may do. */
  wake(tx: Transaction, accountId: string): void;
}

export const createChanges = ({ bus, listeners, now }: SharingDeps): MembershipChanges => {
  const audit = createAudit(now);

  const record: MembershipChanges['record'] = async (tx, act, { member, actor, why }) => {
    const { id: memberId, systemId, access, until, accountId, ownerId } = member;
    const facts = {
      systemId,
      memberId,
      access,
      ...(until !== undefined && { until }),
      ...(why !== undefined && { why }),
      ...(actor !== undefined && { by: actor.accountId }),
    };
    const concerned = new Set([actor?.accountId, ownerId, accountId]);
    concerned.delete(undefined);
    for (const one of concerned)
      await audit.record(tx.db, { act, accountId: one, address: actor?.address ?? '', facts });
  };

  const wake: MembershipChanges['wake'] = (tx, accountId) =>
    tx.afterCommit(() => bus.publish(accountSubject(accountId), {}));

  const notify: MembershipChanges['notify'] = async (tx, change) => {
    for (const listen of listeners.ownershipChanged) await listen(tx, change);
    wake(tx, change.accountId);
  };

  return {
    record,
    notify,
    wake,
    decline: async (tx, about) => {
      await deleteMember(tx.db, about.member);
      await record(tx, 'access-offer-declined', about);
    },
    end: async (tx, about) => {
      const { accountId, systemId } = about.member;
      await deleteMember(tx.db, about.member);
      if (accountId === undefined) return record(tx, 'access-offer-withdrawn', about);
      await record(tx, 'access-ended', about);
      await notify(tx, { systemId, accountId, what: 'unshared' });
    },
  };
};
