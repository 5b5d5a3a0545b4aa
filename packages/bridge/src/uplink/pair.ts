import { uplink } from '@plenum/protocol/uplink';
import { type DeviceGrantDeps, requestDeviceGrant } from './device-grant.ts';
import { requestCloud } from './fetch-from-cloud.ts';
import type { BridgeKey } from './key.ts';
import { signPairingProof } from './token.ts';

interface PairDeps extends DeviceGrantDeps {
  readonly key: BridgeKey;
  readonly systemId: string;
}

/**
 * `paired`, or the reason for the failure: an error code of the cloud (`entryErrors`), or `not-allowed` if the owner
 * entered no code.
 */
type PairResult = 'paired' | 'not-allowed' | string;

/** Registers a key for a system id, with a token from a device grant. */
export async function registerKey(
  { cloud, key, systemId, clock, signal }: Omit<PairDeps, 'show'>,
  bearer: string,
): Promise<PairResult> {
  const register = (now: number) =>
    signPairingProof({ key, systemId, audience: cloud, now }).then((proof) =>
      requestCloud({ url: `${cloud}${uplink.pairingPath}`, json: { proof }, bearer }, { clock, signal }),
    );
  let response = await register(clock.now());
  // If the bridge's clock is wrong, the proof is dated by the clock of the cloud.
  if (response.members.error === 'invalid-token')
    response = await register(clock.now() + response.clockOffset);
  return response.status === 200 ? 'paired' : String(response.members.error ?? `status ${response.status}`);
}

/** Pairs the bridge with the account of its owner: a device grant, then the registration of the key. */
export async function pair(deps: PairDeps): Promise<PairResult> {
  const bearer = await requestDeviceGrant(deps);
  return bearer === undefined ? 'not-allowed' : registerKey(deps, bearer);
}
