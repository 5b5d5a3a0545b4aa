import { machineOf } from '@plenum/platform';
import type { Bus } from '../kernel/bus/bus.ts';
import { createMemoryBus } from '../kernel/bus/memory-bus.ts';
import { createMessageSignatures } from '../kernel/bus/message-signature.ts';
import { watchPauses } from '../kernel/bus/pauses.ts';
import { createRefusedMessages } from '../kernel/bus/refused-messages.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import type { ClimateCloudConfig } from './cloud-config.ts';
import type { HostDeps } from './host.ts';

/** Opens the bus between the nodes. `keys` sign the messages over NATS. */
export async function openBus(
  { nats }: Pick<ClimateCloudConfig, 'nats'>,
  { nodeId, metrics, log, ...deps }: HostDeps,
  keys: readonly Uint8Array[],
): Promise<Bus> {
  const clock = machineOf(deps.clock);
  const onRefused = createRefusedMessages({ clock, log, metrics });
  if (nats === undefined) return createMemoryBus({ clock, log });
  // A cloud with a single node does not load NATS.
  const { openNatsBus } = await import('../kernel/bus/nats-bus.ts');
  const pauses = watchPauses(clock);
  return openNatsBus(typeof nats === 'string' ? { url: nats } : nats, {
    name: `plenum-cloud ${nodeId}`,
    signatures: createMessageSignatures({ keys, now: clock.now, pauses, random: systemRandom }),
    onRefused,
    clock,
    log,
  });
}
