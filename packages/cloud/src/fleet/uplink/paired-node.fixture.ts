import assert from 'node:assert/strict';
import type { BridgeFrame } from '@plenum/protocol/uplink';
import { createDataFolder } from '@plenum/testbed/data-folder';
import { insertAccount } from '../bridge/account.fixture.ts';
import { readComponents } from '../component/bridge.fixture.ts';
import { createScriptedBridge, type ScriptedConnection, snapshotOf } from './bridge.fixture.ts';
import { type NodeConfig, startNode } from './node.fixture.ts';

/** Starts a node with one paired bridge of the account `ann`. */
export async function startPaired(config: Partial<NodeConfig> = {}) {
  const folder = createDataFolder();
  const node = await startNode({ place: { dataDir: folder.path }, ...config });
  await insertAccount(node.cloud.store, 'ann');
  const bridge = await createScriptedBridge();
  await bridge.pair(node.url, 'ann');
  const open = async (): Promise<ScriptedConnection> => {
    const connection = await bridge.connect(node.url);
    connection.send(snapshotOf(bridge.systemId));
    assert.deepEqual(await connection.next(), { type: 'ack', n: 1 });
    return connection;
  };
  return {
    ...node,
    bridge,
    open,
    control: (command: object, milliseconds = 5_000) =>
      node.uplinks.control(bridge.systemId, command, Date.now() + milliseconds),
    shown: async () =>
      (await readComponents(node.cloud.store.db, 'ann')).map(({ componentId, datagram }) => [
        componentId,
        JSON.parse(datagram),
      ]),
    [Symbol.asyncDispose]: async () => {
      await node[Symbol.asyncDispose]();
      folder[Symbol.dispose]();
    },
  };
}

/** Returns the reason the cloud closed the connection, skipping all earlier frames. */
export const closeOf = async (connection: ScriptedConnection): Promise<string> =>
  (await connection.nextOf('close')).reason;

export const change = (n: number, SysOn: number): BridgeFrame => ({
  type: 'change',
  n,
  at: 2_000,
  components: [{ kind: 'unit', index: 0, datagram: { SysOn } }],
  removed: [],
});

/** Returns the components of the account while the bridge's unit is on or off. */
export const unit = (SysOn: number) => [['123456789_hvac_systemsettings_0', { SysOn }]];
