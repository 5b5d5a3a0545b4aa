import type { BridgeRegistration } from '@plenum/bridge';
import type { TestCloud } from './test-cloud.ts';

/** Pairs a bridge with the user of a cloud; resolves to the URL that the bridge connects to. */
export type Pair = (bridge: BridgeRegistration) => Promise<string>;

/** The function that pairs bridges, for each cloud of a test. It is not a member of the cloud: only houses call it. */
export const pairings = new WeakMap<TestCloud, Pair>();
