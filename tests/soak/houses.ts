import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startPlenum } from '@plenum/testbed/plenum';
import { type RunningProcess, startProcess } from '@plenum/testbed/process';
import type { AttachedConfig } from './attached-bridge.ts';
import { createHouseEvents, type HouseEvents } from './house-events.ts';
import { createMember, type Member } from './member.ts';
import { device, type HouseName } from './plan.ts';
import { takePort } from './ports.ts';

/** A bridge with a folder and ports that it keeps. */
export interface BridgeMember {
  readonly member: Member;
  readonly url: string;
  readonly tcp: number;
  readonly udp: number;
  /** Waits for output of the process that runs now. */
  line(pattern: RegExp): Promise<RegExpMatchArray>;
}

/** A whole bridge that is paired. It simulates its house, or is attached to a device that does. */
export interface House extends BridgeMember {
  readonly name: HouseName;
  readonly systemId: string;
  readonly isAttached: boolean;
  /** The URL of the process that simulates the house. */
  readonly simulationUrl: string;
  /** The commands that the process which simulates the house has executed. */
  readonly events: HouseEvents;
}

interface BridgeConfig {
  readonly tcp?: number;
  readonly launch: (ports: Pick<BridgeMember, 'tcp' | 'udp'>) => RunningProcess;
}

const createBridge = async (name: string, { tcp, launch }: BridgeConfig): Promise<BridgeMember> => {
  const ports = { tcp: tcp ?? (await takePort()), udp: await takePort() };
  const url = `http://127.0.0.1:${ports.tcp}`;
  let last: RunningProcess | undefined;
  const member = createMember(name, new RegExp(url), () => {
    last = launch(ports);
    return last;
  });
  return { ...ports, url, member, line: (pattern) => last!.line(pattern) };
};

/** Returns a function that launches `plenum bridge` with a simulated house. */
const launchSimulated =
  (folder: string, more: readonly string[]): BridgeConfig['launch'] =>
  ({ tcp, udp }) => {
    const served = ['--http-host', '127.0.0.1', '--http-port', `${tcp}`, '--udp-port', `${udp}`, '--no-mdns'];
    return startPlenum(['bridge', '--data', folder, ...served, '--notify-address', '127.0.0.1', ...more]);
  };

const attachedBridge = fileURLToPath(new URL('./attached-bridge.ts', import.meta.url));

const launchAttached =
  (config: Omit<AttachedConfig, 'httpPort' | 'udpPort'>): BridgeConfig['launch'] =>
  ({ tcp, udp }) => {
    const all: AttachedConfig = { ...config, httpPort: tcp, udpPort: udp };
    return startProcess(attachedBridge, [JSON.stringify(all)]);
  };

const quirks = 'one-connection=wait,answer-time=30,busy=0.1,drop-before=0.03,drop-after=0.03,split-answers=3';

/** Creates a simulated house that behaves like a difficult device, and sends change notices to a port. */
export const createDevice = (folder: string, ports: { readonly tcp: number; readonly notices: number }) =>
  createBridge(device, {
    tcp: ports.tcp,
    launch: launchSimulated(join(folder, device), [
      '--misbehave',
      quirks,
      '--notify-port',
      String(ports.notices),
    ]),
  });

const readSystemId = async (url: string): Promise<string> => {
  const body = JSON.stringify({ HvacV2Request: { Type: 1, No: 0, No1: 0 } });
  const answer = await fetch(`${url}/HvacRequestV2`, { method: 'POST', body });
  return ((await answer.json()) as { HvacDeviceUId: string }).HvacDeviceUId;
};

export interface HouseDeps {
  readonly folder: string;
  /** The URL of the cloud, and the function that pairs the bridge which shows a code. */
  readonly cloud: string;
  readonly enterCode: (code: string) => Promise<void>;
  /** Called with the process of the bridge before it starts. */
  readonly own: (member: Member) => void;
  /** The device to attach to, the port of the link to it, and the port that receives its change notices. */
  readonly attached?:
    | { readonly device: BridgeMember; readonly port: number; readonly notifyPort: number }
    | undefined;
}

/** Starts a whole bridge, and pairs it. */
export async function startHouse(name: HouseName, deps: HouseDeps): Promise<House> {
  const { folder, cloud, enterCode, own, attached } = deps;
  const dataDir = join(folder, name);
  const launch =
    attached === undefined
      ? launchSimulated(dataDir, ['--notify-port', '9', '--cloud', cloud])
      : launchAttached({ dataDir, cloud, device: { port: attached.port, notifyPort: attached.notifyPort } });
  const bridge = await createBridge(name, { launch });
  own(bridge.member);
  await bridge.member.start();
  const [, code] = await bridge.line(/enter ([A-Z]{4}-[A-Z]{4}) at /);
  await enterCode(code!);
  await bridge.line(/^Connected to the cloud\.$/m);
  const simulationUrl = (attached?.device ?? bridge).url;
  return {
    ...bridge,
    name,
    simulationUrl,
    isAttached: attached !== undefined,
    systemId: await readSystemId(bridge.url),
    events: createHouseEvents(simulationUrl),
  };
}
