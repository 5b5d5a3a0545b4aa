import { uplink } from '@plenum/protocol/uplink';
import { askCloud } from './ask.ts';
import { askOwner, type DeviceGrantDeps } from './device-grant.ts';
import type { BridgeKey } from './key.ts';
import { signPairingProof } from './token.ts';

export interface PairDeps extends DeviceGrantDeps {
  readonly key: BridgeKey;
  readonly systemId: string;
}

/** `paired`, or why not: a word of `entryErrors`, or `not-allowed` where the owner did not enter the code. */
export type PairOutcome = 'paired' | 'not-allowed' | string;

/** Registers a key under a system id, with the token an owner allowed by device grant. */
export const registerKey = async (
  { cloud, key, systemId, clock, signal }: Omit<PairDeps, 'show'>,
  bearer: string,
): Promise<PairOutcome> => {
  const register = (now: number) =>
    signPairingProof({ key, systemId, audience: cloud, now }).then((proof) =>
      askCloud({ url: `${cloud}${uplink.pairingPath}`, json: { proof }, bearer }, { clock, signal }),
    );
  let answer = await register(clock.now());
  // A bridge whose clock is wrong signs by that of the cloud.
  if (answer.members.error === 'invalid-token') answer = await register(clock.now() + answer.ahead);
  return answer.status === 200 ? 'paired' : String(answer.members.error ?? `status ${answer.status}`);
};

/** Pairs the bridge with the account of its owner: a device grant, then the registration of the key. */
export const pair = async (parts: PairDeps): Promise<PairOutcome> => {
  const bearer = await askOwner(parts);
  return bearer === undefined ? 'not-allowed' : registerKey(parts, bearer);
};
