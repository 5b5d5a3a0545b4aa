import type { Behavior, Endpoint } from '@matter/main';
import type { Shown } from '../device/device.ts';

type Shower = Behavior & { show?: (values: object) => void; state: object };

/**
 * True if an attribute has a value: structs are compared by the named members, lists by each entry; nothing is null.
 */
const matches = (actual: unknown, wanted: unknown): boolean => {
  if (typeof wanted !== 'object' || wanted === null) return (actual ?? null) === (wanted ?? null);
  if (typeof actual !== 'object' || actual === null) return false;
  if (Array.isArray(wanted) && (actual as readonly unknown[]).length !== wanted.length) return false;
  return Object.entries(wanted).every(([key, value]) =>
    matches((actual as Readonly<Record<string, unknown>>)[key], value),
  );
};

/** True if an endpoint has these values at present, whatever was written to it before and by whom. */
export const isShown = (endpoint: Endpoint, shown: Shown): boolean =>
  Object.entries(shown).every(([cluster, values]) => matches(endpoint.maybeStateOf(cluster), values));

/**
 * Shows values at an endpoint, in one transaction, after pending ones of controllers. `read` returns the current values
 * when it is the endpoint's turn, or `undefined` if there is then nothing to show.
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
