import { kinds, toComponentId } from '@plenum/protocol/component';
import { toExample } from '@plenum/protocol/derive';
import { cloudKinds, type UplinkComponent, type UplinkRef } from '@plenum/protocol/uplink';
import { pairBridge, releaseBridges } from '../fleet/bridge/pair.ts';
import type { ChangeListeners } from '../fleet/component/change-listeners.ts';
import { storeUpdates } from '../fleet/component/store-updates.ts';
import { accountSubject } from '../fleet/uplink/bus-subjects.ts';
import type { Bus } from '../kernel/bus/bus.ts';
import type { Store } from '../kernel/database/store.ts';

const nobody: ChangeListeners = { componentsChanged: [], ownershipChanged: [] };

const datagramOf = (kind: UplinkRef['kind'], index: number): UplinkComponent => {
  const { fields, key } = kinds[kind];
  const example = toExample(fields) as object;
  return { kind, index, datagram: { ...example, ...(key !== undefined && { [key]: index }) } };
};

/** A house with two components of each kind that can occur more than once. */
export const wholeHouse: readonly UplinkComponent[] = cloudKinds.flatMap((kind) =>
  kinds[kind].key === undefined ? [datagramOf(kind, 0)] : [datagramOf(kind, 1), datagramOf(kind, 2)],
);

export const idsOf = (systemId: string): string[] =>
  wholeHouse.map((component) => toComponentId(systemId, component)!);

/** Creates a bridge of an account as the uplink would store it. */
export async function createHouse(
  { store, bus, listeners = nobody }: { store: Store; bus?: Bus; listeners?: ChangeListeners },
  {
    accountId,
    systemId,
    components = wholeHouse,
    now = 1_000,
  }: {
    accountId: string;
    systemId: string;
    components?: readonly UplinkComponent[];
    now?: number;
  },
) {
  const pair = async (to: string, at: number) => {
    const pairing = { systemId, accountId: to, keyId: 'key', jwk: {}, now: at };
    await store.transaction('full', (tx) => pairBridge(tx, pairing, listeners));
    const { epoch } = await store.db
      .selectFrom('bridge')
      .select('epoch')
      .where('system_id', '=', systemId)
      .executeTakeFirstOrThrow();
    return epoch;
  };
  let epoch = await pair(accountId, now);
  const say = async (news: {
    components?: readonly UplinkComponent[];
    removed?: readonly UplinkRef[] | undefined;
  }) => {
    const { components: changed = [], removed = undefined } = news;
    const intake = { systemId, epoch, at: now, components: changed, removed };
    await store.transaction('full', (tx) => storeUpdates(tx, [intake], listeners));
    bus?.publish(accountSubject(accountId), { systemId });
  };
  await say({ components });
  return {
    systemId,
    /** Sends the whole house as a snapshot. `change` sends changed and removed components. */
    snapshot: (all: readonly UplinkComponent[]) => say({ components: all }),
    change: (changed: readonly UplinkComponent[], removed: readonly UplinkRef[] = []) =>
      say({ components: changed, removed }),
    release: async () => {
      await store.transaction('full', (tx) => releaseBridges(tx, { accountId, systemId }, listeners));
      bus?.publish(accountSubject(accountId), {});
    },
    /** Pairs the bridge again with the same account, at a later time. */
    pairAgain: async (at: number) => {
      epoch = await pair(accountId, at);
    },
  };
}

/** Returns the whole-house component, with changed settings. */
export function changed(kind: UplinkRef['kind'], index: number, settings: object): UplinkComponent {
  const found = wholeHouse.find((one) => one.kind === kind && one.index === index)!;
  return { ...found, datagram: { ...found.datagram, ...settings } };
}
