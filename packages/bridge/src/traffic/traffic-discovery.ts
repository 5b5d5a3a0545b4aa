import type { Redactor } from '@plenum/insight/request';
import type { Clock, Runtime } from '@plenum/platform';
import { dialects, toWord } from '@plenum/protocol/dialect';
import {
  capabilityTokens,
  discoveryPort,
  discoveryRequest,
  readDiscoveryAnswer,
} from '@plenum/protocol/discovery';
import { onlyAddress, udpHostFor } from '../udp/addresses.ts';
import { answerDiscoveryWith } from '../udp/discovery.ts';
import { createIsLocal } from '../udp/local-network.ts';
import { listenUdp } from '../udp/udp-server.ts';

/** Maximum time to wait for one response of the real bridge, in ms, and the number of requests. */
const answerTime = 1_000;
const attempts = 3;

/** Asks a real bridge for its response to discovery; undefined if there is none. */
export async function askDiscovery(
  host: string,
  { port = discoveryPort, clock }: { readonly port?: number | undefined; readonly clock: Clock },
): Promise<string | undefined> {
  const socket = await listenUdp('0.0.0.0', 0);
  const received = Promise.withResolvers<string>();
  socket.on('error', () => {});
  socket.on('message', (bytes) => {
    const text = bytes.toString('latin1');
    if (readDiscoveryAnswer(text) !== undefined) received.resolve(text);
  });
  try {
    for (let attempt = 0; attempt < attempts; attempt++) {
      socket.send(discoveryRequest, port, host, () => {});
      const late = Promise.withResolvers<undefined>();
      const cancel = clock.after(answerTime, () => late.resolve(undefined));
      const text = await Promise.race([received.promise, late.promise]);
      cancel();
      if (text !== undefined) return text;
    }
    return undefined;
  } finally {
    socket.close();
  }
}

/** The words of discovery responses, in all dialects and with those of devices that Plenum does not have. */
const tokens: ReadonlySet<string> = new Set([
  'X',
  'iFanCoil',
  ...capabilityTokens.flatMap(([, token]) => [
    token,
    ...dialects.map((dialect) => toWord(dialect, 'tokens', token)),
  ]),
]);

/** Returns a discovery response without private values: the id is a placeholder, and the address and port are left out. */
export function toRecordedDiscovery(answer: string, redactor: Redactor): string | undefined {
  const uid = readDiscoveryAnswer(answer)?.uid;
  if (uid === undefined) return undefined;
  const { HvacDeviceUId } = redactor.json({ HvacDeviceUId: uid }).value as { readonly HvacDeviceUId: string };
  const words = answer.split(',').filter((field) => tokens.has(field));
  return [`ASPort_${discoveryPort}`, `Mac_${HvacDeviceUId}`, 'IP_0.0.0.0', ...words].join(',');
}

interface TrafficDiscoveryDeps extends Pick<Runtime, 'clock' | 'log'> {
  /** The discovery response of the real bridge. */
  readonly answer: string;
  readonly httpHost: string;
  readonly httpPort: number;
  readonly udpPort: number | undefined;
}

/** Answers discovery as the real bridge does, with another address and port. */
export async function startTrafficDiscovery(
  deps: TrafficDiscoveryDeps,
): Promise<Disposable & { readonly port: number }> {
  const { answer, httpHost, httpPort, udpPort = discoveryPort, clock, log } = deps;
  const fields = answer.split(',').filter((field) => !field.startsWith('Port_'));
  const socket = await listenUdp(udpHostFor(httpHost), udpPort);
  answerDiscoveryWith({
    socket,
    address: onlyAddress(httpHost),
    isLocal: createIsLocal([], { now: clock.now }),
    log,
    toText: (address) =>
      [
        ...fields.map((field) => (field.startsWith('IP_') ? `IP_${address}` : field)),
        ...(httpPort === 80 ? [] : [`Port_${httpPort}`]),
      ].join(','),
  });
  return { port: socket.address().port, [Symbol.dispose]: () => void socket.close() };
}
