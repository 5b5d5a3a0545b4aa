import { systemClock } from '@plenum/platform';
import { createEncryption } from '../kernel/crypto/encryption.ts';
import { systemRandom } from '../kernel/crypto/random.ts';
import { openStore, type StorePlace } from '../kernel/database/store.ts';
import { silent } from '../kernel/log/log.ts';
import { startReencryption } from './reencryption.ts';

/** Encrypts secrets again, and stops in the second transaction until it is killed. */
const { place, keys } = JSON.parse(process.argv[2]!) as { place: StorePlace; keys: [string, string] };
const store = await openStore(place);
const encryption = createEncryption(
  [Buffer.from(keys[0], 'base64'), Buffer.from(keys[1], 'base64')],
  systemRandom,
);
let transactions = 0;
startReencryption({
  store: {
    ...store,
    transaction: (durability, work) =>
      store.transaction(durability, async (tx) => {
        const value = await work(tx);
        if (++transactions === 1) return value;
        process.send!('in the second transaction');
        return new Promise(() => {});
      }),
  },
  encryption,
  clock: systemClock,
  log: silent,
});
