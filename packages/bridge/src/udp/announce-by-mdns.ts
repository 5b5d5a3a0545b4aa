import { networkInterfaces } from 'node:os';
import { type Announcement, serviceType, toServiceText } from '@plenum/protocol/discovery';
import type { Log } from '../log/log.ts';
import { onlyAddress } from './addresses.ts';

export interface MdnsDeps {
  readonly announcement: Pick<Announcement, 'uid' | 'datagrams' | 'dialect'>;
  readonly httpHost: string;
  readonly httpPort: number;
  /** The name of this machine, ending in `.local`. */
  readonly host: string;
  /** 5353 by default. */
  readonly port: number | undefined;
  readonly log: Log;
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address);

/**
 * Announces a bridge as `_plenum._tcp` on the networks that HTTP is served on, until it is disposed of (RFC 6762, RFC 6763).
 * Where a network has no multicast, a warning says so, and the bridge runs on: discovery finds it there.
 */
export const announceByMdns = async (deps: MdnsDeps): Promise<AsyncDisposable> => {
  const { announcement, httpHost, httpPort, host, port, log } = deps;
  const { announceService } = await import('@plenum/machine/mdns');
  const only = onlyAddress(httpHost);
  const addresses = only === undefined ? ownAddresses() : [only];
  const service = {
    type: serviceType,
    name: `Plenum ${announcement.uid}`,
    host,
    port: httpPort,
    txt: toServiceText(announcement),
  };
  const onFailure = (address: string, error: Error) =>
    log.warn({ address, why: error.message }, 'multicast DNS is not possible on this network; discovery is');
  return announceService(service, { addresses, port, onFailure });
};
