import type { PairingCode } from './device-grant.ts';

/** How a bridge stands with its cloud; instants in ms UTC. */
export type UplinkStatus =
  | { readonly state: 'connecting' }
  | { readonly state: 'connected'; readonly since: number }
  /** Waits for its owner to enter the code. */
  | ({ readonly state: 'pairing' } & PairingCode)
  /** Tries again at `until`; `why` is a sentence. */
  | { readonly state: 'waiting'; readonly why: string; readonly until: number };
