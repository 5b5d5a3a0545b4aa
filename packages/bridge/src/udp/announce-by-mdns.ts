import { networkInterfaces } from 'node:os';
import type { Log } from '@plenum/platform/quiet-log';
import { type Announcement, serviceType, toServiceText } from '@plenum/protocol/discovery';
import { type Device, isSilent } from '../device/device.ts';
import { onlyAddress } from './addresses.ts';

interface MdnsDeps {
  readonly announcement: Pick<Announcement, 'uid' | 'datagrams' | 'dialect'>;
  readonly httpHost: string;
  readonly httpPort: number;
  /** The name of this machine, ending in `.local`. */
  readonly host: string;
  /** Default 5353. */
  readonly port: number | undefined;
  /** The device of the bridge. The bridge is announced while this device responds. */
  readonly device: Pick<Device, 'health' | 'followHealth'>;
  readonly log: Log;
}

const ownAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .filter(({ family }) => family === 'IPv4')
    .map(({ address }) => address);

/**
 * Announces a bridge as `_plenum._tcp` on the networks that HTTP is served on, until the announcement is disposed of
 * (RFC 6762, RFC 6763). For a network without multicast, a warning is logged, and the bridge keeps running: discovery
 * finds it there.
 */
export async function announceByMdns(deps: MdnsDeps): Promise<AsyncDisposable> {
  const { announcement, httpHost, httpPort, host, port, device, log } = deps;
  const { announceService } = await import('@plenum/platform/mdns');
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
    log.warn(
      { address, why: error.message },
      'multicast DNS does not work on this network; UDP discovery still does',
    );
  const announce = () => announceService(service, { addresses, port, onFailure });
  let announced: Promise<AsyncDisposable | undefined> = Promise.resolve(undefined);
  /** Runs one after another: a late goodbye would withdraw the next announcement. */
  const show = (isShown: boolean) => {
    announced = announced.then(async (before) => {
      await before?.[Symbol.asyncDispose]();
      return isShown ? announce() : undefined;
    });
    return announced;
  };
  const end = device.followHealth(({ state }) => void show(state === 'answering'));
  await show(!isSilent(device));
  return {
    [Symbol.asyncDispose]: async () => {
      end();
      await show(false);
    },
  };
}
