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
  /** Sends invitations. Undefined if this cloud does not send e-mail. */
  readonly mail?: AddressMail | undefined;
  readonly now: () => number;
}

/**
 * The facts recorded about a guest or an invitation. A change without an actor was automatic, for example an expiry.
 */
interface About {
  readonly member: Ended;
  readonly actor?: Actor;
  readonly why?: 'removed' | 'left' | 'account-removed' | 'expired';
}

/** Side effects of a membership change, within its transaction. */
export interface MembershipChanges {
  /** Records an act for everybody concerned: the actor, the owner and the guest. */
  record(tx: Transaction, act: Act, about: About): Promise<void>;
  /** Notifies an account's apps and pages that it gained or lost a bridge. */
  notify(tx: Transaction, change: OwnershipChange): Promise<void>;
  /** Deletes a guest or an invitation, records this and notifies those concerned. */
  end(tx: Transaction, about: About): Promise<void>;
  /** Deletes a declined invitation and records this. */
  decline(tx: Transaction, about: About): Promise<void>;
  /** Makes an account's pages and streams check its access again. */
  wake(tx: Transaction, accountId: string): void;
}

export function createChanges({ bus, listeners, now }: SharingDeps): MembershipChanges {
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
}
