import type { BridgeRegistration } from '@plenum/bridge';
import { testingFailures } from '../failure.ts';
import type { TestCloud, TestUser } from './test-cloud.ts';

/** The houses of a cloud, which only `startHouse` adds and removes. */
interface Pairing {
  /** True for a user of the cloud. */
  hasUser(user: unknown): boolean;
  /**
   * Pairs a bridge with a user of the cloud, by default the first one; resolves to the URL that the bridge connects to.
   * Throws `same-house` if a running house has the same system id.
   */
  pair(bridge: BridgeRegistration, user?: TestUser): Promise<string>;
  /** Lets another house have a system id, once its house is over. */
  release(systemId: string): void;
}

/** The houses of each cloud of a test. */
export const pairings = new WeakMap<TestCloud, Pairing>();

interface PairingDeps {
  readonly users: ReadonlySet<TestUser>;
  readonly adopt: (bridge: BridgeRegistration, email?: string) => Promise<void>;
  /** The URL at which houses reach the cloud. */
  readonly url: string;
  readonly refuseIfOver: () => void;
}

export function createPairing({ users, adopt, url, refuseIfOver }: PairingDeps): Pairing {
  const taken = new Set<string>();
  return {
    hasUser: (user) => users.has(user as TestUser),
    pair: async (bridge, user) => {
      refuseIfOver();
      const { systemId } = bridge;
      if (taken.has(systemId)) throw testingFailures.error('same-house', { systemId });
      taken.add(systemId);
      await adopt(bridge, user?.email);
      return url;
    },
    release: (systemId) => void taken.delete(systemId),
  };
}
