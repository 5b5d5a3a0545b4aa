import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  type BridgeKey,
  type CloudConnection,
  connectUplink,
  openBridgeKey,
  registerKey,
  signConnectToken,
} from '@plenum/bridge/uplink';
import { systemClock } from '@plenum/platform';
import { readCloudFrame, type UnnumberedFrame, type UplinkComponent } from '@plenum/protocol/uplink';

const session = 'AAECAwQFBgcICQoLDA0ODw';

/** Creates a key in a folder that is removed immediately. */
export async function createKey(): Promise<BridgeKey> {
  const folder = mkdtempSync(join(tmpdir(), 'plenum-bench-'));
  const key = await openBridgeKey(folder);
  rmSync(folder, { recursive: true });
  return key;
}

/** Pairs up to `count` bridges, limited by the cloud's limit for an account; returns their system ids. */
export async function pairBridges(
  cloud: string,
  key: BridgeKey,
  token: string,
  count: number,
): Promise<string[]> {
  const paired: string[] = [];
  const signal = AbortSignal.timeout(120_000);
  for (let n = 0; n < count; n++) {
    const systemId = String(800_000_000 + n);
    const result = await registerKey({ cloud, key, systemId, clock: systemClock, signal }, token);
    if (result !== 'paired') return paired;
    paired.push(systemId);
    // An account may have only a few paired bridges that have not connected yet.
    const opened = (bridge: OpenBridge) => {
      bridge.close();
      return () => {};
    };
    await openBridge({ cloud, key, systemId, opened });
  }
  return paired;
}

/** Returns zones that fill a bridge, `size` characters in total; `letter` makes their contents differ. */
export const fill = (size: number, letter: string): UplinkComponent[] =>
  Array.from({ length: Math.floor(size / 8_000) }, (_, index) => ({
    kind: 'zone',
    index,
    datagram: { Index: index, Name: letter.repeat(7_900) },
  }));

export interface OpenBridge {
  send(frame: UnnumberedFrame): void;
  close(): void;
}

export interface RawBridge {
  readonly cloud: string;
  readonly key: BridgeKey;
  readonly systemId: string;
  /** Called when the connection is open; returns the function that receives each acknowledgement. */
  readonly opened: (bridge: OpenBridge) => () => void;
}

/**
 * Opens a connection as a bridge whose frames the caller chooses. Resolves to the reason for a refusal when the
 * connection has ended.
 */
export async function openBridge({ cloud, key, systemId, opened }: RawBridge) {
  const token = await signConnectToken({ key, systemId, audience: cloud, now: Date.now() });
  const never = new AbortController().signal;
  const toBridge = (connection: CloudConnection): OpenBridge => {
    let n = 0;
    return {
      send: ({ type, ...members }) => connection.send(JSON.stringify({ type, n: ++n, ...members })),
      close: connection.close,
    };
  };
  return connectUplink({
    cloud,
    token,
    signal: never,
    clock: systemClock,
    opened: (connection) => {
      const acknowledged = opened(toBridge(connection));
      return (text) => {
        const read = readCloudFrame(text);
        if (read.ok && read.value.type === 'ack') acknowledged();
      };
    },
  });
}

/** Returns the first frame that a bridge sends. */
export const snapshotOf = (systemId: string, components: readonly UplinkComponent[]): UnnumberedFrame => ({
  type: 'snapshot',
  session,
  at: Date.now(),
  identity: { uid: systemId, deviceType: 'ASH', firmware: 'bench' },
  components,
});
