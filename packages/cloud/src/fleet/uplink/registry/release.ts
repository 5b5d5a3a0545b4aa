import { createAudit } from '../../../identity/account/audit/audit.ts';
import type { Actor } from '../../../identity/account/shape.ts';
import type { Bus } from '../../../kernel/bus/bus.ts';
import type { Transaction } from '../../../kernel/database/store.ts';
import { releaseBridges } from '../../bridge/pair.ts';
import type { ChangeListeners } from '../../component/change-listeners.ts';
import { accountSubject } from '../bus-subjects.ts';
import type { ConnectionRegistry } from './connection-registry.ts';

/** Releases one bridge of an account, or all of them. Resolves to true if there was one. */
export type ReleaseByOwner = (tx: Transaction, owner: Actor, systemId?: string) => Promise<boolean>;

interface ReleaseDeps {
  readonly registry: Pick<ConnectionRegistry, 'supersede'>;
  readonly bus: Bus;
  readonly listeners: ChangeListeners;
  readonly now: () => number;
}

/**
 * Creates a function that releases bridges and records this in the audit log. After the commit it closes their
 * connections on all nodes.
 */
export function createRelease({ registry, bus, listeners, now }: ReleaseDeps): ReleaseByOwner {
  const audit = createAudit(now);
  return async (tx, { accountId, address }, systemId) => {
    const of = { accountId, ...(systemId !== undefined && { systemId }) };
    const released = await releaseBridges(tx, of, listeners);
    for (const one of released) {
      const facts = { systemId: one.systemId };
      await audit.record(tx.db, { act: 'bridge-released', accountId, address, facts });
      for (const guest of one.guests)
        await audit.record(tx.db, {
          act: 'access-ended',
          accountId: guest,
          address,
          facts: { ...facts, why: 'released' },
        });
    }
    tx.afterCommit(() => {
      for (const { systemId, epoch } of released) registry.supersede({ systemId, epoch, why: 'released' });
      const guests = released.flatMap((one) => one.guests);
      const accounts = released.length > 0 ? [accountId, ...guests] : [];
      for (const account of new Set(accounts)) bus.publish(accountSubject(account), {});
    });
    return released.length > 0;
  };
}
