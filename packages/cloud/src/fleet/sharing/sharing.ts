import type { Runtime } from '@plenum/platform';
import { earliest, nextInstant } from '../../kernel/database/next-instant.ts';
import { startRoutine } from '../../kernel/database/routine.ts';
import { sweepRows } from '../../kernel/database/sweep-rows.ts';
import { logFailure } from '../../kernel/failure/log-failure.ts';
import { createChanges, type MembershipChanges, type SharingDeps } from './changes.ts';
import { createDirectSharing, type DirectSharing } from './direct-sharing.ts';
import { createGuest, type Guest } from './guest.ts';
import { createHost, type Host } from './host.ts';
import { deleteEnded, readEnded } from './member-store.ts';

/** Sharing of houses between accounts: granting access and ending it (`docs/design.md`, "Sharing a house"). */
export interface Sharing extends Host, Guest, DirectSharing, AsyncDisposable {}

interface StartSharingDeps extends Omit<SharingDeps, 'now'>, Pick<Runtime, 'clock' | 'log'> {}

/** Interval between deletions of expired access, ms. */
const sweepInterval = 60_000;

/** Deletes guests whose access has expired and notifies their apps. Also deletes old invitations. */
const sweep = async ({ store, now }: SharingDeps, changes: MembershipChanges): Promise<void> => {
  for (const member of await readEnded(store.db, now()))
    await store.transaction('full', async (tx) => {
      if (await deleteEnded(tx.db, member.id, now())) await changes.end(tx, { member, why: 'expired' });
    });
  const expired = { instant: 'expires_at', until: now() } as const;
  await sweepRows(store, { table: 'bridge_member', key: ['id'], ...expired });
};

export function startSharing({ clock, log, ...rest }: StartSharingDeps): Sharing {
  const deps = { ...rest, now: clock.now };
  const changes = createChanges(deps);
  const sweeping = startRoutine({
    clock,
    each: sweepInterval,
    work: () => sweep(deps, changes),
    next: (after) =>
      earliest(
        nextInstant(rest.store.db, 'bridge_member', 'until', after),
        nextInstant(rest.store.db, 'bridge_member', 'expires_at', after),
      ),
    failed: (error) => logFailure(log, { error }, 'guests whose access has ended could not be deleted'),
  });
  return {
    ...createHost(deps, changes),
    ...createGuest(deps, changes),
    ...createDirectSharing(deps, changes),
    [Symbol.asyncDispose]: () => sweeping[Symbol.asyncDispose](),
  };
}
