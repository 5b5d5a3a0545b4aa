import type { Behavior, Endpoint } from '@matter/main';
import type { Shown } from '../device/device.ts';

type Shower = Behavior & { show?: (values: object) => void; state: object };

/** Whether an attribute has a value: a struct in each member that is named, a list in each entry; nothing is null. */
const matches = (actual: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return (actual ?? null) === (wanted ?? null);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(wanted) && (actual as readonly unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) =>
    matches((actual as Readonly<Record<string, unknown>>)[key], value),
  );
};

/** Whether an endpoint has these values now, whatever was written to it before and by whom. */
export const isShown = (endpoint: Endpoint, shown: Shown): boolean =>
  Object.entries(shown).every(([cluster, values]) => matches(endpoint.maybeStateOf(cluster), values));

/**
 * Shows values at an endpoint, in one transaction, after those of controllers that are under way there. `read` has the values as
 * they are when it is the endpoint's turn: undefined where there is nothing to show by then.
 */
export const show = async (endpoint: Endpoint, read: () => Shown | undefined): Promise<void> => {
  const before = read();
  if (before === undefined || isShown(endpoint, before)) return;
  await endpoint.act('show', async (agent) => {
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
};
