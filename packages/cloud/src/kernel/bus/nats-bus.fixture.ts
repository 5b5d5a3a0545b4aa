import { systemClock } from '@plenum/platform';
import { systemRandom } from '../crypto/random.ts';
import { silent } from '../log/log.ts';
import {
  createMessageSignatures,
  type MessageRefusal,
  type MessageSignatureDeps,
} from './message-signature.ts';
import { openNatsBus } from './nats-bus.ts';

/** Opens the bus of a test node. All nodes share one key unless the test passes other keys. */
export function openTestBus(
  url: string,
  {
    onRefused = () => {},
    ...about
  }: Partial<MessageSignatureDeps> & { readonly onRefused?: (refusal: MessageRefusal) => void } = {},
) {
  const keys = [Buffer.alloc(32, 1)];
  const pauses = { explain: () => false };
  const deps = { keys, now: systemClock.now, pauses, random: systemRandom, ...about };
  const signatures = createMessageSignatures(deps);
  return openNatsBus({ url }, { name: 'test', signatures, onRefused, clock: systemClock, log: silent });
}
