import type { ConsoleRefusalCode, RecordOf } from '@plenum/protocol/console';
import { uplink } from '@plenum/protocol/uplink';
import type Provider from 'oidc-provider';
import type { Store, Transaction } from '../../../kernel/database/store.ts';
import type { Audit } from '../../account/audit/audit.ts';
import type { Actor } from '../../account/shape.ts';
import type { ProviderStorage } from '../provider-storage.ts';
import type { DeviceInfo } from './device-info.ts';
import { pairingScopeOf } from './pairing-scope.ts';

/** A bridge that waits until its owner enters its code, or a program that pairs many bridges. */
type WaitingBridge = RecordOf<'Asking'>;

/** The reason why a code cannot be used for pairing. */
type CodeRefusal = Extract<ConsoleRefusalCode, `code-${string}`>;

/** Pairing of bridges by a signed-in owner: the actions of the pages at `/device` as functions. */
export interface Pairings {
  find(code: string): Promise<WaitingBridge | CodeRefusal>;
  /**
   * Grants exactly the requested scope to the device with this code. The device then fetches its token (RFC 8628, 3.4).
   */
  allow(code: string, owner: Actor): Promise<CodeRefusal | undefined>;
  refuse(code: string, owner: Actor): Promise<CodeRefusal | undefined>;
}

interface PairingsDeps {
  readonly store: Store;
  readonly storage: Pick<ProviderStorage, 'within'>;
  readonly audit: Audit;
}

type DeviceCode = InstanceType<Provider['DeviceCode']>;

/** Normalizes a user code for comparison, regardless of how it was typed (RFC 8628, 6.1). */
const toPlain = (code: string): string => code.toUpperCase().replace(/[^A-Z0-9]/g, '');

/** Formats a user code with the provider's mask, as bridges show it. */
const toShown = (plain: string): string => `${plain.slice(0, 4)}-${plain.slice(4)}`;

/** Returns the requested scope, by default the one that pairs one bridge (RFC 6749, 3.3). */
const scopeOf = ({ params }: DeviceCode): string =>
  typeof params?.scope === 'string' ? params.scope : uplink.scope;

export function createPairings(provider: Provider, { store, storage, audit }: PairingsDeps): Pairings {
  const read = async (code: string): Promise<DeviceCode | CodeRefusal> => {
    const found = await provider.DeviceCode.findByUserCode(toPlain(code), { ignoreExpiration: true });
    // The code of another program, such as `plenum listen`, is entered at /device.
    if (found?.clientId !== uplink.clientId) return 'code-unknown';
    if (found.isExpired) return 'code-expired';
    const isAnswered = found.error !== undefined || found.accountId !== undefined;
    return isAnswered ? 'code-used' : found;
  };

  /** Accepts one response to a code, even if two owners respond at the same time. */
  const answer = (code: string, act: (tx: Transaction, found: DeviceCode) => Promise<void>) =>
    store.transaction('full', (tx) =>
      storage.within(tx, async () => {
        const found = await read(code);
        if (typeof found === 'string') return found;
        await act(tx, found);
        await found.save();
        return undefined;
      }),
    );

  return {
    find: async (code) => {
      const found = await read(code);
      if (typeof found === 'string') return found;
      const reach = pairingScopeOf(scopeOf(found).split(' ')) ?? 'one';
      const info = found.deviceInfo as Partial<DeviceInfo> | undefined;
      return { code: toShown(toPlain(code)), reach, ...info };
    },
    allow: (code, { accountId, address }) =>
      answer(code, async (tx, found) => {
        const { clientId } = uplink;
        const scope = scopeOf(found);
        const grant = new provider.Grant({ accountId, clientId });
        grant.addOIDCScope(scope);
        Object.assign(found, { accountId, grantId: await grant.save(), scope });
        await audit.record(tx.db, { act: 'app-allowed', accountId, address, facts: { clientId } });
      }),
    refuse: (code, { accountId, address }) =>
      answer(code, async ({ db }, found) => {
        Object.assign(found, { error: 'access_denied', errorDescription: 'the owner refused the pairing' });
        await audit.record(db, {
          act: 'app-refused',
          accountId,
          address,
          facts: { clientId: uplink.clientId },
        });
      }),
  };
}
