import { createSocket, type Socket } from 'node:dgram';
import { Bonjour, type Service } from 'bonjour-service';

/** The networks on which to use multicast DNS (RFC 6762). */
interface MdnsOptions {
  /** IPv4 addresses of this machine; each selects its network. */
  readonly addresses: readonly string[];
  /** Default 5353. */
  readonly port?: number | undefined;
  /** Called for each address on which multicast is not possible; the others are used. */
  readonly onFailure: (address: string, error: Error) => void;
}

/** A service to announce (RFC 6763). */
interface AnnouncedService {
  /** Without underscore and protocol: `plenum` is `_plenum._tcp`. */
  readonly type: string;
  /** The name of the service, unique among those of its type in the network. */
  readonly name: string;
  /** The host name of this machine, ending in `.local`. */
  readonly host: string;
  readonly port: number;
  /** At most 250 bytes for each key with its value. */
  readonly txt: Readonly<Record<string, string>>;
}

/** A service that was found; `address` is the source of its response. */
export interface FoundService {
  readonly address: string;
  readonly port: number;
  readonly txt: Readonly<Record<string, unknown>>;
}

const group = '224.0.0.251';
const timeToLive = 255;

/** Opens a socket in the multicast group on one network; shares the port with other responders on the machine. */
const openSocket = (address: string, port: number): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const socket = createSocket({ type: 'udp4', reuseAddr: true });
    const fail = (error: unknown) => {
      socket.close();
      reject(error);
    };
    socket.once('error', fail);
    socket.bind(port, '0.0.0.0', () => {
      socket.off('error', fail);
      try {
        socket.addMembership(group, address);
        socket.setMulticastInterface(address);
        socket.setMulticastTTL(timeToLive);
        socket.setMulticastLoopback(true);
      } catch (error) {
        return fail(error);
      }
      // If a network disappears later, no services are found on it.
      resolve(socket.on('error', () => {}));
    });
  });

/** One responder for each network: a single socket of the library would send on one network only. */
const openResponders = async ({ addresses, port = 5353, onFailure }: MdnsOptions): Promise<Bonjour[]> => {
  const opened = await Promise.all(
    addresses.map(async (address) => {
      try {
        const socket = await openSocket(address, port);
        // The socket is already bound, because the library reports a failure to bind as an event without a listener.
        const options = { socket, port, bind: false } as ConstructorParameters<typeof Bonjour>[0];
        return new Bonjour(options, () => {});
      } catch (error) {
        onFailure(address, error as Error);
        return undefined;
      }
    }),
  );
  return opened.filter((each) => each !== undefined);
};

/**
 * Announces a service on each network until it is disposed of, which sends a goodbye. Skips the library's search for a
 * service with the same name, because that search prints to the console, and the name is unique.
 */
export async function announceService(
  service: AnnouncedService,
  options: MdnsOptions,
): Promise<AsyncDisposable> {
  const responders = await openResponders(options);
  for (const each of responders) each.publish({ ...service, disableIPv6: true, probe: false });
  const close = (each: Bonjour) =>
    new Promise<void>((resolve) => each.unpublishAll(() => each.destroy(() => resolve())));
  return {
    [Symbol.asyncDispose]: async () => {
      await Promise.all(responders.map(close));
    },
  };
}

/** A search for services. */
export interface ServiceSearch extends Disposable {
  /** Sends the query once more, because a datagram may be lost. */
  repeat(): void;
}

/** Searches for services of a type on each network. The same service may be found on several networks. */
export async function searchServices(
  type: string,
  onFound: (service: FoundService) => void,
  options: MdnsOptions,
): Promise<ServiceSearch> {
  const responders = await openResponders(options);
  const found = ({ port, txt, referer }: Service) => {
    if (referer !== undefined) onFound({ address: referer.address, port, txt: txt ?? {} });
  };
  const browsers = responders.map((each) => each.find({ type }, found));
  return {
    repeat: () => {
      for (const each of browsers) each.update();
    },
    [Symbol.dispose]: () => {
      for (const each of responders) each.destroy();
    },
  };
}
