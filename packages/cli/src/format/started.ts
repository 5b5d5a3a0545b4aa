import { networkInterfaces } from 'node:os';
import type { Bridge } from '@plenum/bridge';
import { subsystems } from '@plenum/protocol/definition';
import { type Dialect, toWireText, toWord } from '@plenum/protocol/dialect';
import { queries } from '@plenum/protocol/query';
import { toAddress } from '../input/address.ts';

export interface StartedBridge {
  readonly bridge: Bridge;
  /** Describes the house behind the bridge: `runs the house "Demo"`. */
  readonly fronts: string;
  readonly dataDir: string;
  readonly dialect: Dialect;
}

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address);

const isAnyAddress = (host: string) => host === '0.0.0.0' || host === '::';

/** Returns the addresses of a bridge, ready to paste: `127.0.0.1:8080`. */
export const toAddresses = ({ host, port }: { host: string; port: number }): readonly string[] =>
  (isAnyAddress(host) ? ownAddresses() : [host]).map((address) => toAddress({ host: address, port }));

/** Lists the addresses of a bridge and its data folder. */
export function toStartedLines({ bridge, fronts, dataDir }: StartedBridge): readonly string[] {
  const { identity, http, udp, notifications } = bridge;
  return [
    `Bridge ${identity.uid} ${fronts} at`,
    ...toAddresses(http).map((address) => `  ${http.scheme}://${address}`),
    `Discovery: UDP port ${udp.port}. Changes: UDP to ${notifications.address} port ${notifications.port}. Data: ${dataDir}`,
  ];
}

/** Returns three example commands for components that this house has. */
export function toTryLines({ bridge, dialect }: StartedBridge): readonly string[] {
  const address = toAddresses(bridge.http)[0]!;
  const { zone, split } = bridge.device.datagrams();
  const auto = zone.find(({ ZoneType }) => ZoneType === 3);
  const isDucted = auto !== undefined;
  const [what, command, index] = isDucted
    ? ['zones', 'ZoneSetpoint', auto.Index]
    : ['splits', 'SplitSystemZoneSetpoint', split[0]?.Index ?? 0];
  const query = queries.find(({ subsystem }) => subsystem === (isDucted ? 'ac' : 'split'))!;
  const { query: path, root } = subsystems[query.subsystem];
  const body = toWireText(dialect, { [root]: { Type: query.type, No: 0, No1: 0 } });
  return [
    'Try in another terminal:',
    `  npx plenum query ${address} ${what}`,
    `  npx plenum control ${address} ${command} Index=${index} Setpoint=22.5C`,
    `  curl -d '${body}' http://${address}${toWord(dialect, 'paths', path)}`,
  ];
}
