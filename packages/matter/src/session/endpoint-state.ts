import type { Behavior, Endpoint } from '@matter/main';
import type { Shown } from '../device/device.ts';

type Shower = Behavior & { show?: (values: object) => void; state: object };

/**
 * True if an attribute has a value: structs are compared by the given members, lists entry by entry; undefined equals
 * null.
 */
const matches = (actual: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return (actual ?? null) === (wanted ?? null);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(wanted) && (actual as readonly unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) =>
    matches((actual as Readonly<Record<string, unknown>>)[key], value),
  );
};

/** True if an endpoint currently has these values, no matter what was written to it before. */
export const isShown = (endpoint: Endpoint, shown: Shown): boolean =>
  Object.entries(shown).every(([cluster, values]) => matches(endpoint.maybeStateOf(cluster), values));

/**
 * Sets values of an endpoint in one transaction, after pending transactions of controllers. `read` returns the values
 * when the transaction begins, or `undefined` if there is nothing to set by then.
 */
export async function show(endpoint: Endpoint, read: () => Shown | undefined): Promise<void> {
  const before = read();
  if (before === undefined || isShown(endpoint, before)) return;
  await endpoint.act('show', async (agent) => {
    // An agent has a member for each cluster of its endpoint; the types declare only those of known endpoints.
    const clusters = agent as unknown as Readonly<Record<string, Shower>>;
    const { transaction } = agent.context;
    await transaction.addResources(...Object.keys(before).map((cluster) => clusters[cluster]!));
    await transaction.begin();
    for (const [cluster, values] of Object.entries(read() ?? {})) {
      const behaviour = clusters[cluster]!;
      if (behaviour.show === undefined) Object.assign(behaviour.state, values);
      else behaviour.show(values);
    }
  });
}
