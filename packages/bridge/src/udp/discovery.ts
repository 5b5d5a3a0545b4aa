import type { Socket } from 'node:dgram';
import type { Dialect } from '@plenum/protocol/dialect';
import { isDiscoveryRequest, toDiscoveryAnswer } from '@plenum/protocol/discovery';
import type { Device } from '../device/device.ts';
import type { Log } from '../log/log.ts';
import type { Counts } from '../metrics/counts.ts';
import { createFacing } from './facing.ts';

export interface DiscoveryDeps {
  readonly socket: Socket;
  readonly device: Device;
  readonly dialect: Dialect;
  readonly httpPort: number;
  /** The address HTTP is served on where it is one; undefined = every address of the machine. */
  readonly address: string | undefined;
  readonly datagrams: Counts;
  readonly log: Log;
}

/** Answers each request for discovery to its sender, with the address its sender reaches the bridge at (interface 4.1). */
export const answerDiscovery = (parts: DiscoveryDeps): void => {
  const { socket, device, dialect, httpPort, address: only, datagrams, log } = parts;
  const countSent = datagrams.counter('discovery', 'sent');
  const countFailed = datagrams.counter('discovery', 'failed');
  const addressTowards = createFacing();
  const fail = (error: unknown) => {
    countFailed();
    log.warn({ err: error }, 'an answer to discovery was not sent');
  };
  const answer = async (peer: string, port: number) => {
    const address = only ?? (await addressTowards(peer, port));
    if (address === undefined) return countFailed();
    const { uid } = device.identity;
    const text = toDiscoveryAnswer({ uid, address, datagrams: device.datagrams(), dialect, httpPort });
    socket.send(text, port, peer, (error) => (error === null ? countSent() : fail(error)));
  };
  socket.on('error', (error) => log.warn({ err: error }, 'the discovery socket failed'));
  socket.on('message', (bytes, { address: peer, port }) => {
    if (isDiscoveryRequest(bytes) && port !== 0) answer(peer, port).catch(fail);
  });
};
